import type { SelectionWait } from '../ai/selection/within-wait';
import type { CardBooks } from '../cards/card-books';
import { notepadUse } from '../notepad/notepad-use';
import type { EntrySelector } from '../pipeline/ai/entry-selector';
import type { Delivery } from '../pipeline/delivery';
import type { HookRegistry } from '../pipeline/hook-registry';
import type { PipelineInput } from '../pipeline/pipeline-input';
import type { Retrieval } from '../pipeline/retrieval';
import type { RetrievalResult } from '../pipeline/retrieval-result';
import { runPipeline, turnContext } from '../pipeline/run-pipeline';
import type { Trace } from '../pipeline/trace';
import type { TurnContext } from '../pipeline/turn-context';
import { whyNot, type WhyNot } from '../pipeline/why-not';
import { changeSettings } from '../settings/settings';
import type { Settings } from '../settings/settings-table';
import type { AiModels } from './ai-models';
import type { ChatStates } from './chat-states';
import { bringsMissingBook, drawBooks, loreInput, type DrawnRequest } from './drawn-lore';
import type { EngineEvents } from './engine-events';
import type { EnginePorts } from './engine-ports';
import { GenerationLog, type KeptChat } from './generation-log';
import type { KeptRecords } from './kept-records';
import type { Preview, PreviewOptions, Wants } from './lore-engine';
import { previewSelector } from './preview-selector';
import { runTurn } from './run-turn';
import type { SettingsStore } from './settings-store';
import { TurnArchive } from './turn-archive';
import { turnEnd } from './turn-end';
import { turnStory, type ChatSummaries } from './turn-story';
import type { TurnSelector } from './turn-selector';
import type { VaultLore } from './vault-lore';

/** An answer is given so long before the client's deadline, whatever is under way. In milliseconds. */
const BEFORE_DEADLINE = 500;

/** So many of the newest turns are looked through for a request. */
const NEWEST = 10;

/** What turns are made from. */
export interface TurnParts {
  readonly ports: EnginePorts;
  readonly lore: VaultLore;
  readonly cards: CardBooks;
  /** Names the lorebook that an entry's source is mirrored from, where it is one of these. */
  readonly bookAmong: (books: readonly string[]) => (source: string) => string | undefined;
  readonly settings: SettingsStore;
  readonly chats: ChatStates;
  readonly records: KeptRecords;
  readonly hooks: HookRegistry;
  readonly models: AiModels;
  readonly selector: TurnSelector;
  readonly events: EngineEvents;
  readonly summaries: ChatSummaries;
}

/** Plays turns: real ones, prepared ones and previews; keeps the traces of the real ones. */
export class Turns {
  readonly #log = new GenerationLog();
  readonly #archive: TurnArchive;
  #last: Trace | undefined;
  #restoring: Promise<void> | undefined;

  constructor(private readonly parts: TurnParts) {
    this.#archive = new TurnArchive(parts.ports);
  }

  /** Brings back the turns of earlier runs, once; they can be looked at when it resolves. Never rejects. */
  restore(): Promise<void> {
    this.#restoring ??= this.#restore();
    return this.#restoring;
  }

  /** Stores what is not stored yet. */
  close(): Promise<void> {
    return this.#archive.write();
  }

  /** The newest real turn. */
  get last(): Trace | undefined {
    return this.#last;
  }

  /** Chooses the lore for one reply and records the trace. The same generation id twice gives the same answer. */
  async generate(request: Retrieval, deadlineMs: number, signal?: AbortSignal): Promise<RetrievalResult> {
    const earlier = this.#log.find(request.chat.id, request.generationId);
    if (earlier && !bringsMissingBook(request, earlier.trace)) return earlier;
    const { ports, lore, hooks } = this.parts;
    const patience = Math.max(0, deadlineMs - BEFORE_DEADLINE);
    const end = turnEnd(ports, patience, signal);
    await lore.firstIndex(patience, signal);
    // Settings that are changed while the turn runs are those of the next one.
    const settings = this.#settings;
    const select = this.#asking(request, { due: end.signal, stop: signal });
    const drawn = await this.#draw(request, end.signal);
    const story = await this.#story(request, settings, end.signal);
    const input = { ...this.#input(drawn, settings), ...story, hooks, select, signal: end.signal };
    const result = await runTurn(input, ports.log);
    end.close();
    if (signal?.aborted !== true) await this.#keep(drawn.request, result);
    return result;
  }

  /** Asks the AI for the likely next turn already; whether it is asked. */
  prepare(request: Retrieval): boolean {
    const { prepareAhead, selectionMode } = this.#settings;
    if (!prepareAhead || selectionMode === 'keywords') return false;
    const { ports } = this.parts;
    const select = this.#asking(request, { due: ports.newAbort().signal, isAhead: true });
    const settings = this.#settings;
    const drawing = Promise.all([this.#draw(request), this.#story(request, settings)]);
    void drawing.then(([drawn, story]) => runTurn({ ...this.#input(drawn, settings), ...story, select }, ports.log));
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
    const story = await this.#story(request, settings, signal);
    const asked = this.#input(await this.#draw(request), settings);
    const chat = { ...asked.chat, ...options.chat };
    const input = { ...asked, chat, ...story, select: chosen?.select };
    const result = await runPipeline(options.hooks === true ? { ...input, hooks, signal } : input);
    const explanations: WhyNot[] = [];
    for (const id of options.explain ?? []) {
      const current = input.index.entries.has(id) ? id : lore.currentId(id);
      const explanation = await whyNot(current, input, result.trace);
      if (explanation) explanations.push(explanation);
    }
    return { result, problems, explanations, prompt: options.prompt === true ? chosen?.prompt() : undefined };
  }

  /**
   * Plays a kept turn again with the vault, the settings and the decisions for its chat as they are today; nothing is
   * recorded. `undefined` when the turn or its request is not kept.
   */
  async replay(id: string, options: PreviewOptions): Promise<Preview | undefined> {
    const request = this.request(id);
    return request && this.preview(request, options);
  }

  /** What the next request of a client should be like. */
  wants(): Wants {
    const settings = this.#settings;
    const { scanDepth, aiDepth, selectionMode } = settings;
    const notepad: Wants['notepad'] = (type) => notepadUse(settings, type);
    const deepest = Math.max(scanDepth, this.parts.lore.index.deepestScan);
    if (selectionMode === 'keywords') return { messages: deepest, deadlineMs: undefined, notepad };
    const { timeoutMs } = this.parts.models.channel('search');
    const deadlineMs = timeoutMs + 2 * BEFORE_DEADLINE;
    return { messages: Math.max(deepest, aiDepth + 1), deadlineMs, notepad };
  }

  /** Newest first, of one chat or of all. */
  traces(chat: string | undefined, limit: number): readonly Trace[] {
    return this.#log.traces(chat, limit);
  }

  trace(id: string): Trace | undefined {
    return this.#log.trace(id);
  }

  /** What a kept turn answered, as long as that is kept. */
  request(id: string): Retrieval | undefined {
    return this.#log.turn(id)?.request;
  }

  /** Chats of which turns are kept, the one with the newest turn first. */
  chats(): readonly KeptChat[] {
    return this.#log.chats();
  }

  /** The newest request of a chat that is kept. */
  lastRequest(chat: string): Retrieval | undefined {
    const requests = this.#log.traces(chat, NEWEST).map(({ id }) => this.#log.turn(id)?.request);
    return requests.find((request) => request !== undefined);
  }

  /** What the stages of a turn like the newest one of a chat would see now; undefined where no request is kept. */
  contextOf(chat: string): TurnContext | undefined {
    const request = this.lastRequest(chat);
    return request && turnContext(this.#input({ request, taken: undefined }, this.#settings));
  }

  /** Adds to a kept trace what a client did with its injections. */
  deliver(id: string, delivery: readonly Delivery[]): Trace | undefined {
    const trace = this.#log.deliver(id, delivery);
    if (trace !== undefined) this.#archive.changed(trace);
    if (trace !== undefined && this.#last?.id === id) this.#last = trace;
    return trace;
  }

  get #settings(): Settings {
    return this.parts.settings.settings;
  }

  async #restore(): Promise<void> {
    try {
      this.#log.restore(await this.#archive.load(), this.#settings.generationsKept);
      this.#last ??= this.#log.traces(undefined, 1)[0];
    } catch (error) {
      this.parts.ports.log.warn('The turns of the last run could not be read.', error);
    }
  }

  async #keep(request: Retrieval, result: RetrievalResult): Promise<void> {
    const { chats, records, events } = this.parts;
    const { id, parent, name } = request.chat;
    await chats.adopt(id, parent, name);
    if (request.leavesRecordsToHost) void records.add(id, parent, request.turn, result.record);
    this.#log.add(result, this.#settings.generationsKept, request);
    this.#archive.add({ result, request });
    this.#last = result.trace;
    events.emit({ kind: 'generation-finished', trace: result.trace });
  }

  /** What asks the AI in a turn; nothing in keyword mode. */
  #asking({ chat }: Retrieval, wait: SelectionWait): EntrySelector | undefined {
    if (this.#settings.selectionMode === 'keywords') return undefined;
    return this.parts.selector.asking(chat.id, wait);
  }

  #story(request: Retrieval, settings: Settings, end?: AbortSignal) {
    const { summaries, ports } = this.parts;
    return turnStory(request, settings, { summaries, log: ports.log }, end);
  }

  #draw(request: Retrieval, end?: AbortSignal): Promise<DrawnRequest> {
    return drawBooks(request, this.#drawing, end);
  }

  get #drawing() {
    const { cards, lore, ports } = this.parts;
    return { cards, lore, log: ports.log };
  }

  #input({ request, taken }: DrawnRequest, settings: Settings): PipelineInput {
    const { ports, lore, chats, records, bookAmong } = this.parts;
    const { id, parent } = request.chat;
    return {
      ...loreInput(taken, this.#drawing),
      request: request.leavesRecordsToHost ? { ...request, records: records.of(id, parent) } : request,
      ...(request.unusedBooks && { unusedBookOf: bookAmong(request.unusedBooks) }),
      settings,
      chat: chats.of(id, parent),
      fields: lore.fields,
      patterns: lore.patterns,
      fullText: lore.fullText,
      tokens: ports.tokens,
      clock: ports.clock,
    };
  }
}
