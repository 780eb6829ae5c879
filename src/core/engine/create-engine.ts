import { RelayHub } from '../ai/relay/relay-hub';
import { EntrySelection, type SelectionWait } from '../ai/selection/entry-selection';
import type { EntryId } from '../base/entry-id';
import type { ChatState } from '../chat/chat-state';
import { BookShelf, shelfOf } from '../lore/book-shelf';
import type { EntryProblem } from '../lore/entry-problem';
import { defaultFields, type FieldDefinition } from '../lore/field-definitions';
import type { LoreEntry } from '../lore/lore-entry';
import type { EntrySelector } from '../pipeline/ai/entry-selector';
import type { Retrieval } from '../pipeline/retrieval';
import type { RetrievalResult } from '../pipeline/retrieval-result';
import type { Delivery } from '../pipeline/delivery';
import type { Hook, HookPermission } from '../pipeline/hook';
import { HookRegistry } from '../pipeline/hook-registry';
import { PatternSearch } from '../pipeline/pattern-search';
import type { KnownHook } from '../pipeline/read-hook';
import type { PipelineInput } from '../pipeline/pipeline-input';
import { runPipeline } from '../pipeline/run-pipeline';
import { whyNot, type WhyNot } from '../pipeline/why-not';
import type { Trace } from '../pipeline/trace';
import type { Stop } from '../ports/note-source';
import { FullText } from '../search/full-text';
import { LoreIndex } from '../search/lore-index';
import { changeSettings, type SettingProblem } from '../settings/settings';
import type { Settings } from '../settings/settings-table';
import { AiAdministration } from './ai-administration';
import { AiModels } from './ai-models';
import { ChatStates, type ChatStateChange } from './chat-states';
import type { EnginePorts } from './engine-ports';
import { entryFacets, type EntryFacets } from './entry-facets';
import { listEntries, listUnused } from './entry-list';
import { GenerationLog } from './generation-log';
import { IndexProblems } from './index-problems';
import { KeptRecords } from './kept-records';
import type {
  EngineEvent,
  EngineStatus,
  EntryFilter,
  LoreEngine,
  Page,
  Preview,
  PreviewOptions,
  SearchHit,
  UnusedNote,
  Wants,
} from './lore-engine';
import { Renames } from './renames';
import { previewSelector } from './preview-selector';
import { runTurn } from './run-turn';
import { SettingsStore } from './settings-store';
import { HostTurns } from './host-turns';
import type { IndexOptions } from './index-options';
import { IndexSnapshot } from './index-snapshot';
import { turnEnd } from './turn-end';
import { TurnSelector } from './turn-selector';
import { VaultIndexer } from './vault-indexer';

/** The engine gives its answer this long before the client's deadline, whatever is under way. In milliseconds. */
const BEFORE_DEADLINE = 500;

/** Entries that the full-text search takes in at a time. */
const WARM_UP = 16;

/** Makes an engine on a host's ports. Nothing is read before `open`. */
export function createEngine(ports: EnginePorts): LoreEngine {
  return new Engine(ports);
}

class Engine implements LoreEngine {
  readonly relay: RelayHub;
  readonly ai: AiAdministration;
  readonly #models: AiModels;
  readonly #selector: TurnSelector;
  readonly #settings: SettingsStore;
  readonly #chats: ChatStates;
  readonly #renames: Renames;
  readonly #records: KeptRecords;
  readonly #patterns: PatternSearch;
  readonly #hooks: HookRegistry;
  readonly #log = new GenerationLog();
  readonly #fullText = new FullText();
  readonly #problems = new IndexProblems();
  readonly #listeners = new Set<(event: EngineEvent) => void>();
  #indexer: VaultIndexer | undefined;
  #isClosed = false;
  #opening: Promise<void> | undefined;
  #lastTurn: Trace | undefined;

  constructor(private readonly ports: EnginePorts) {
    this.relay = new RelayHub(ports.timer);
    this.#models = new AiModels(ports, this.relay);
    this.#selector = new TurnSelector(this.#models, new EntrySelection(ports));
    const changed = (): void => this.#emit({ kind: 'channels-changed' });
    this.ai = new AiAdministration(this.#models, this.relay, ports.clock, changed);
    this.#settings = new SettingsStore(ports.store, ports.random, ports.log);
    this.#renames = new Renames(ports.store, ports.log);
    this.#chats = new ChatStates(ports.store, ports.clock, ports.log, (id) => this.#currentId(id));
    this.#records = new KeptRecords(ports.store, ports.log);
    this.#patterns = new PatternSearch(ports.patterns);
    this.#hooks = new HookRegistry({
      clock: ports.clock,
      timer: ports.timer,
      log: ports.log,
      newAbort: ports.newAbort,
      onPaused: (hook) => this.#emit({ kind: 'hook-paused', hook }),
    });
  }

  open(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<void> {
    const documents = [this.#settings, this.#chats, this.#renames, this.#records, this.#models];
    await Promise.all(documents.map((document) => document.load()));
    if (this.#isClosed) return;
    const { source, log, tokens, clock, version = '', pause = () => Promise.resolve() } = this.ports;
    const snapshot = new IndexSnapshot({ ...this.ports, version });
    const turns = new HostTurns(clock, pause);
    this.#indexer = new VaultIndexer({ source, log, snapshot, turns }, this.#indexOptions(), {
      changed: () => this.#emit({ kind: 'index-changed' }),
      moved: (moves) => this.#renames.add(moves),
    });
    await this.#indexer.open();
    // Loading takes a while in which nothing else runs: estimates do for the first answers.
    tokens
      .prepare()
      .catch((error: unknown) => log.warn('The tokenizer could not be loaded; counts stay estimates.', error));
    // Starting a worker takes longer than a turn may: it is there before the first one.
    void this.#patterns.prepare(this.#indexer.index.patterns.all, ['']);
    if (this.ports.pause) void this.#warmFullText(this.#indexer, turns);
  }

  /** In a large vault the first search would take long: words are taken in bit by bit before it. */
  async #warmFullText(indexer: VaultIndexer, turns: HostTurns): Promise<void> {
    while (!this.#isClosed && this.#fullText.step(indexer.index, WARM_UP)) await turns.give();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#indexer?.close();
    // What `open` still writes must not land in a folder that the host gave up.
    await this.#opening?.catch(() => undefined);
    this.relay.close();
    await this.#models.close();
    this.ports.patterns.close();
    this.#listeners.clear();
  }

  status(): EngineStatus {
    const notes = this.#indexer ? [...this.#indexer.index.notes.values()] : [];
    const count = (kind: string): number => notes.filter((note) => note.reading.kind === kind).length;
    const problems = { error: 0, warning: 0, info: 0 };
    for (const problem of this.problems()) problems[problem.severity]++;
    return {
      vault: this.ports.source.name,
      index: this.#indexer?.state ?? { kind: 'indexing', done: 0, total: 0 },
      entries: count('entry'),
      guides: count('guide'),
      quarantined: count('quarantined'),
      skipped: count('skipped'),
      problems,
      tokensExact: !this.ports.tokens.count('').approximate,
      lastTurn: this.#lastTurn,
    };
  }

  async refresh(): Promise<void> {
    await this.#indexer?.refresh();
  }

  async generate(request: Retrieval, deadlineMs: number, signal?: AbortSignal): Promise<RetrievalResult> {
    const earlier = this.#log.find(request.chat.id, request.generationId);
    if (earlier) return earlier;
    const patience = Math.max(0, deadlineMs - BEFORE_DEADLINE);
    const end = turnEnd(this.ports, patience, signal);
    await this.#firstIndex(patience, signal);
    const select = this.#asking(request, { due: end.signal, stop: signal });
    const input = { ...this.#input(request, this.#settings.settings), hooks: this.#hooks, select, signal: end.signal };
    const result = await runTurn(input, this.ports.log);
    end.close();
    if (signal?.aborted === true) return result;
    await this.#chats.adopt(request.chat.id, request.chat.parent, request.chat.name);
    if (request.leavesRecordsToHost)
      void this.#records.add(request.chat.id, request.chat.parent, request.turn, result.record);
    this.#log.add(result, this.#settings.settings.generationsKept);
    this.#lastTurn = result.trace;
    this.#emit({ kind: 'generation-finished', trace: result.trace });
    return result;
  }

  prepare(request: Retrieval): boolean {
    const { prepareAhead, selectionMode } = this.#settings.settings;
    if (!prepareAhead || selectionMode === 'keywords') return false;
    const never = this.ports.newAbort().signal;
    const select = this.#asking(request, { due: never, isAhead: true });
    void runTurn({ ...this.#input(request, this.#settings.settings), select }, this.ports.log);
    return true;
  }

  async preview(request: Retrieval, options: PreviewOptions): Promise<Preview> {
    await this.ports.tokens.prepare().catch(() => undefined);
    const { settings, problems } = changeSettings(this.#settings.settings, options.settings ?? {}, 'lenient');
    const { signal } = options;
    const chosen = previewSelector(this.#selector, request.chat.id, settings, {
      asks: options.ai === true,
      stop: signal ?? this.ports.newAbort().signal,
    });
    const input = { ...this.#input(request, settings), select: chosen?.select };
    const result = await runPipeline(options.hooks === true ? { ...input, hooks: this.#hooks, signal } : input);
    const explanations: WhyNot[] = [];
    for (const id of options.explain ?? []) {
      const explanation = await whyNot(this.#currentId(id), input, result.trace);
      if (explanation) explanations.push(explanation);
    }
    return { result, problems, explanations, prompt: options.prompt === true ? chosen?.prompt() : undefined };
  }

  generations(chat: string | undefined, limit: number): readonly Trace[] {
    return this.#log.traces(chat, limit);
  }

  generation(id: string): Trace | undefined {
    return this.#log.trace(id);
  }

  reportDelivery(id: string, delivery: readonly Delivery[]): Trace | undefined {
    const trace = this.#log.deliver(id, delivery);
    if (trace !== undefined && this.#lastTurn?.id === id) this.#lastTurn = trace;
    return trace;
  }

  entries(filter: EntryFilter, offset: number, limit: number): Page<LoreEntry> {
    return this.#indexer ? listEntries(this.#indexer.index, filter, offset, limit) : { items: [], total: 0, offset };
  }

  entryFacets(): EntryFacets {
    return this.#indexer ? entryFacets(this.#indexer.index) : { types: [], tags: [], folders: [] };
  }

  entry(id: EntryId): LoreEntry | undefined {
    return this.#indexer?.index.entries.get(this.#currentId(id));
  }

  entryByPath(path: string): LoreEntry | undefined {
    return this.#indexer?.index.entryByPath(path);
  }

  findEntries(name: string): readonly LoreEntry[] {
    const index = this.#indexer?.index;
    if (!index) return [];
    const byId = index.entries.get(this.#currentId(name));
    return byId ? [byId] : index.names.resolve(name).flatMap((id) => index.entries.get(id) ?? []);
  }

  unusedNotes(): readonly UnusedNote[] {
    return this.#indexer ? listUnused(this.#indexer.index) : [];
  }

  problems(): readonly EntryProblem[] {
    if (!this.#indexer) return [];
    const { index, fields, books } = this.#indexer;
    return [...this.#problems.of({ index, fields, stopped: this.#patterns.stopped }), ...books.problems];
  }

  search(queries: readonly string[], limit: number): readonly SearchHit[] {
    return this.#indexer ? this.#fullText.search(this.#indexer.index, queries, limit) : [];
  }

  wants(): Wants {
    const { scanDepth, aiDepth, selectionMode } = this.#settings.settings;
    const deepest = Math.max(scanDepth, this.#indexer?.index.deepestScan ?? 0);
    if (selectionMode === 'keywords') return { messages: deepest, deadlineMs: undefined };
    const { timeoutMs } = this.#models.channel('search');
    return { messages: Math.max(deepest, aiDepth + 1), deadlineMs: timeoutMs + 2 * BEFORE_DEADLINE };
  }

  countTokens(text: string): { readonly tokens: number; readonly approximate: boolean } {
    return this.ports.tokens.count(text);
  }

  chats(): readonly ChatState[] {
    return this.#chats.list().filter(({ changed }) => changed > 0);
  }

  chat(id: string, parent?: string): ChatState {
    return this.#chats.of(id, parent);
  }

  async changeChat(id: string, change: ChatStateChange, parent?: string): Promise<ChatState> {
    await this.#chats.adopt(id, parent, undefined);
    const [last] = this.#log.traces(id, 1);
    const state = await this.#chats.change(id, change, last ? last.turn + 1 : 0);
    this.#emit({ kind: 'chat-changed', chat: id });
    return state;
  }

  contextFields(): readonly FieldDefinition[] {
    return this.#indexer?.fields.fields ?? defaultFields;
  }

  registerHook(hook: Hook | KnownHook, granted: () => readonly HookPermission[]): Stop {
    return this.#hooks.register(hook, granted);
  }

  isHookPaused(id: string): boolean {
    return this.#hooks.isPaused(id);
  }

  stoppedPatterns(): readonly string[] {
    return [...this.#patterns.stopped];
  }

  settings(): Settings {
    return this.#settings.settings;
  }

  async changeSettings(changes: unknown): Promise<readonly SettingProblem[]> {
    const before = this.#settings.settings;
    const problems = await this.#settings.change(changes);
    if (problems.length === 0) await this.#settingsChanged(before);
    return problems;
  }

  async reloadSettings(): Promise<void> {
    const before = this.#settings.settings;
    await this.#settings.load();
    await this.#settingsChanged(before);
  }

  on(listener: (event: EngineEvent) => void): Stop {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What asks the AI in a turn; nothing in keyword mode. */
  #asking({ chat }: Retrieval, wait: SelectionWait): EntrySelector | undefined {
    if (this.#settings.settings.selectionMode === 'keywords') return undefined;
    return this.#selector.asking(chat.id, wait);
  }

  #input(request: Retrieval, settings: Settings): PipelineInput {
    const state = this.#indexer?.state ?? { kind: 'indexing' };
    const degraded =
      state.kind === 'indexing' ? ['indexing'] : state.kind === 'unreachable' ? ['vault:unreachable'] : [];
    const index = this.#indexer?.index ?? LoreIndex.empty({ caseSensitive: false, wholeWords: true });
    return {
      request: request.leavesRecordsToHost
        ? { ...request, records: this.#records.of(request.chat.id, request.chat.parent) }
        : request,
      index,
      settings,
      chat: this.#chats.of(request.chat.id, request.chat.parent),
      fields: this.#indexer?.fields.fields ?? defaultFields,
      books: this.#indexer ? shelfOf(this.#indexer.books.books) : BookShelf.empty,
      patterns: this.#patterns,
      fullText: this.#fullText,
      tokens: this.ports.tokens,
      clock: this.ports.clock,
      currentId: (id) => this.#currentId(id),
      degraded,
    };
  }

  /** The id that an entry has today. A new note at the place of a renamed one is itself. */
  #currentId(id: EntryId): EntryId {
    return this.#indexer?.index.entries.has(id) === true ? id : this.#renames.current(id);
  }

  async #settingsChanged(before: Settings): Promise<void> {
    this.#emit({ kind: 'settings-changed' });
    const old = JSON.stringify(indexOptions(before, '', ''));
    if (old === JSON.stringify(indexOptions(this.#settings.settings, '', ''))) return;
    await this.#indexer?.refresh(this.#indexOptions());
  }

  #indexOptions(): IndexOptions {
    return indexOptions(this.#settings.settings, this.#settings.vaultId, this.ports.source.name);
  }

  /** Waits for a first index, for a deadline or for an abort, whichever comes first. */
  #firstIndex(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    const isWaiting = (): boolean => {
      const indexer = this.#indexer;
      return indexer === undefined || (indexer.state.kind === 'indexing' && indexer.index.notes.size === 0);
    };
    if (!isWaiting() || signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const stopListening = this.on(() => {
        if (!isWaiting()) finish();
      });
      const cancel = this.ports.timer.after(milliseconds, () => finish());
      const finish = (): void => {
        stopListening();
        cancel();
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      signal?.addEventListener('abort', finish, { once: true });
    });
  }

  #emit(event: EngineEvent): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        this.ports.log.warn(`A listener failed when it was told of ${event.kind}.`, error);
      }
    }
  }
}

/** What of the settings the index depends on. */
function indexOptions(settings: Settings, vaultId: string, vaultName: string): IndexOptions {
  const lower = (tag: string): string => tag.toLowerCase();
  return {
    parse: {
      vaultId,
      vaultName,
      tags: {
        lore: lower(settings.loreTag),
        always: lower(settings.alwaysTag),
        never: lower(settings.neverTag),
        bootstrap: lower(settings.bootstrapTag),
        seed: lower(settings.seedTag),
        guide: lower(settings.guideTag),
        session: lower(settings.sessionTag),
      },
      aliasesAreKeys: settings.aliasesAreKeys,
      templateFolder: settings.templateFolder,
      decorators: settings.decorators,
    },
    keys: { caseSensitive: settings.caseSensitive, wholeWords: settings.wholeWords },
    fieldDefinitions: settings.fieldDefinitions,
    bookDefinitions: settings.bookDefinitions,
  };
}
