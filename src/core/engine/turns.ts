import type { SelectionWait } from '../ai/selection/within-wait';
import type { EntrySelector } from '../pipeline/ai/entry-selector';
import type { Delivery } from '../pipeline/delivery';
import type { HookRegistry } from '../pipeline/hook-registry';
import type { PipelineInput } from '../pipeline/pipeline-input';
import type { Retrieval } from '../pipeline/retrieval';
import type { RetrievalResult } from '../pipeline/retrieval-result';
import { runPipeline } from '../pipeline/run-pipeline';
import type { Trace } from '../pipeline/trace';
import { whyNot, type WhyNot } from '../pipeline/why-not';
import { changeSettings } from '../settings/settings';
import type { Settings } from '../settings/settings-table';
import type { AiModels } from './ai-models';
import type { ChatStates } from './chat-states';
import type { EngineEvents } from './engine-events';
import type { EnginePorts } from './engine-ports';
import { GenerationLog } from './generation-log';
import type { KeptRecords } from './kept-records';
import type { Preview, PreviewOptions, Wants } from './lore-engine';
import { previewSelector } from './preview-selector';
import { runTurn } from './run-turn';
import type { SettingsStore } from './settings-store';
import { turnEnd } from './turn-end';
import type { TurnSelector } from './turn-selector';
import type { VaultLore } from './vault-lore';

/** An answer is given so long before the client's deadline, whatever is under way. In milliseconds. */
const BEFORE_DEADLINE = 500;

/** What turns are made from. */
export interface TurnParts {
  readonly ports: EnginePorts;
  readonly lore: VaultLore;
  readonly settings: SettingsStore;
  readonly chats: ChatStates;
  readonly records: KeptRecords;
  readonly hooks: HookRegistry;
  readonly models: AiModels;
  readonly selector: TurnSelector;
  readonly events: EngineEvents;
}

/** Plays turns: real ones, prepared ones and previews; keeps the traces of the real ones. */
export class Turns {
  readonly #log = new GenerationLog();
  #last: Trace | undefined;

  constructor(private readonly parts: TurnParts) {}

  /** The newest real turn. */
  get last(): Trace | undefined {
    return this.#last;
  }

  /** Chooses the lore for one reply and records the trace. The same generation id twice gives the same answer. */
  async generate(request: Retrieval, deadlineMs: number, signal?: AbortSignal): Promise<RetrievalResult> {
    const earlier = this.#log.find(request.chat.id, request.generationId);
    if (earlier) return earlier;
    const { ports, lore, hooks } = this.parts;
    const patience = Math.max(0, deadlineMs - BEFORE_DEADLINE);
    const end = turnEnd(ports, patience, signal);
    await lore.firstIndex(patience, signal);
    const select = this.#asking(request, { due: end.signal, stop: signal });
    const input = { ...this.#input(request, this.#settings), hooks, select, signal: end.signal };
    const result = await runTurn(input, ports.log);
    end.close();
    if (signal?.aborted !== true) await this.#keep(request, result);
    return result;
  }

  /** Asks the AI for the likely next turn already; whether it is asked. */
  prepare(request: Retrieval): boolean {
    const { prepareAhead, selectionMode } = this.#settings;
    if (!prepareAhead || selectionMode === 'keywords') return false;
    const { ports } = this.parts;
    const select = this.#asking(request, { due: ports.newAbort().signal, isAhead: true });
    void runTurn({ ...this.#input(request, this.#settings), select }, ports.log);
    return true;
  }

  /** The same choice with nothing recorded. */
  async preview(request: Retrieval, options: PreviewOptions): Promise<Preview> {
    const { ports, lore, selector, hooks } = this.parts;
    await ports.tokens.prepare().catch(() => undefined);
    const { settings, problems } = changeSettings(this.#settings, options.settings ?? {}, 'lenient');
    const { signal } = options;
    const chosen = previewSelector(selector, request.chat.id, settings, {
      asks: options.ai === true,
      stop: signal ?? ports.newAbort().signal,
    });
    const input = { ...this.#input(request, settings), select: chosen?.select };
    const result = await runPipeline(options.hooks === true ? { ...input, hooks, signal } : input);
    const explanations: WhyNot[] = [];
    for (const id of options.explain ?? []) {
      const explanation = await whyNot(lore.currentId(id), input, result.trace);
      if (explanation) explanations.push(explanation);
    }
    return { result, problems, explanations, prompt: options.prompt === true ? chosen?.prompt() : undefined };
  }

  /** What the next request of a client should be like. */
  wants(): Wants {
    const { scanDepth, aiDepth, selectionMode } = this.#settings;
    const deepest = Math.max(scanDepth, this.parts.lore.index.deepestScan);
    if (selectionMode === 'keywords') return { messages: deepest, deadlineMs: undefined };
    const { timeoutMs } = this.parts.models.channel('search');
    return { messages: Math.max(deepest, aiDepth + 1), deadlineMs: timeoutMs + 2 * BEFORE_DEADLINE };
  }

  /** Newest first, of one chat or of all. */
  traces(chat: string | undefined, limit: number): readonly Trace[] {
    return this.#log.traces(chat, limit);
  }

  trace(id: string): Trace | undefined {
    return this.#log.trace(id);
  }

  /** Adds to a kept trace what a client did with its injections. */
  deliver(id: string, delivery: readonly Delivery[]): Trace | undefined {
    const trace = this.#log.deliver(id, delivery);
    if (trace !== undefined && this.#last?.id === id) this.#last = trace;
    return trace;
  }

  get #settings(): Settings {
    return this.parts.settings.settings;
  }

  async #keep(request: Retrieval, result: RetrievalResult): Promise<void> {
    const { chats, records, events } = this.parts;
    const { id, parent, name } = request.chat;
    await chats.adopt(id, parent, name);
    if (request.leavesRecordsToHost) void records.add(id, parent, request.turn, result.record);
    this.#log.add(result, this.#settings.generationsKept);
    this.#last = result.trace;
    events.emit({ kind: 'generation-finished', trace: result.trace });
  }

  /** What asks the AI in a turn; nothing in keyword mode. */
  #asking({ chat }: Retrieval, wait: SelectionWait): EntrySelector | undefined {
    if (this.#settings.selectionMode === 'keywords') return undefined;
    return this.parts.selector.asking(chat.id, wait);
  }

  #input(request: Retrieval, settings: Settings): PipelineInput {
    const { ports, lore, chats, records } = this.parts;
    const { id, parent } = request.chat;
    return {
      request: request.leavesRecordsToHost ? { ...request, records: records.of(id, parent) } : request,
      index: lore.index,
      settings,
      chat: chats.of(id, parent),
      fields: lore.fields,
      books: lore.books,
      patterns: lore.patterns,
      fullText: lore.fullText,
      tokens: ports.tokens,
      clock: ports.clock,
      currentId: (entry) => lore.currentId(entry),
      degraded: lore.degraded,
    };
  }
}
