import type { EntryId } from '../base/entry-id';
import type { ChatState } from '../chat/chat-state';
import type { EntryProblem } from '../lore/entry-problem';
import { defaultFields, type FieldDefinition } from '../lore/field-definitions';
import type { LoreEntry } from '../lore/lore-entry';
import type { Retrieval } from '../pipeline/retrieval';
import type { RetrievalResult } from '../pipeline/retrieval-result';
import type { Hook, HookPermission } from '../pipeline/hook';
import { HookRegistry } from '../pipeline/hook-registry';
import { PatternSearch } from '../pipeline/pattern-search';
import { runPipeline, type PipelineInput } from '../pipeline/run-pipeline';
import { whyNot, type WhyNot } from '../pipeline/why-not';
import type { Trace } from '../pipeline/trace';
import type { Stop } from '../ports/note-source';
import { FullText } from '../search/full-text';
import { LoreIndex } from '../search/lore-index';
import { changeSettings, type SettingProblem } from '../settings/settings';
import type { Settings } from '../settings/settings-table';
import { ChatStates, type ChatStateChange } from './chat-states';
import type { EnginePorts } from './engine-ports';
import { listEntries, listUnused } from './entry-list';
import { GenerationLog } from './generation-log';
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
} from './lore-engine';
import { Renames } from './renames';
import { SettingsStore } from './settings-store';
import { VaultIndexer, type IndexOptions } from './vault-indexer';

/** The engine gives its answer this long before the client's deadline, whatever is under way. In milliseconds. */
const BEFORE_DEADLINE = 500;

/** Makes an engine on a host's ports. Nothing is read before `open`. */
export function createEngine(ports: EnginePorts): LoreEngine {
  return new Engine(ports);
}

class Engine implements LoreEngine {
  readonly #settings: SettingsStore;
  readonly #chats: ChatStates;
  readonly #renames: Renames;
  readonly #patterns: PatternSearch;
  readonly #hooks: HookRegistry;
  readonly #log = new GenerationLog();
  readonly #fullText = new FullText();
  readonly #listeners = new Set<(event: EngineEvent) => void>();
  #indexer: VaultIndexer | undefined;
  #isClosed = false;
  #opening: Promise<void> | undefined;
  #lastTurn: Trace | undefined;

  constructor(private readonly ports: EnginePorts) {
    this.#settings = new SettingsStore(ports.store, ports.random, ports.log);
    this.#chats = new ChatStates(ports.store, ports.clock, ports.log);
    this.#renames = new Renames(ports.store, ports.log);
    this.#patterns = new PatternSearch(ports.patterns);
    this.#hooks = new HookRegistry({
      clock: ports.clock,
      timer: ports.timer,
      newAbort: ports.newAbort,
      onPaused: (hook) => this.#emit({ kind: 'hook-paused', hook }),
    });
  }

  open(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<void> {
    await Promise.all([this.#settings.load(), this.#chats.load(), this.#renames.load()]);
    if (this.#isClosed) return;
    const { source, log, tokens } = this.ports;
    this.#indexer = new VaultIndexer(source, log, this.#indexOptions(), {
      changed: () => this.#emit({ kind: 'index-changed' }),
      moved: (moves) => this.#renames.add(moves),
    });
    tokens
      .prepare()
      .catch((error: unknown) => log.warn('The tokenizer could not be loaded; counts stay estimates.', error));
    await this.#indexer.open();
    // Starting a worker takes longer than a turn may: it is there before the first one.
    void this.#patterns.prepare(this.#indexer.index.patterns.all, ['']);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#indexer?.close();
    // What `open` still writes must not land in a folder that the host gave up.
    await this.#opening?.catch(() => undefined);
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
    await this.#firstIndex(Math.max(0, deadlineMs - BEFORE_DEADLINE), signal);
    const result = await runPipeline({
      ...this.#input(request, this.#settings.settings),
      hooks: this.#hooks,
      signal,
    });
    if (signal?.aborted === true) return result;
    await this.#chats.adopt(request.chat.id, request.chat.parent, request.chat.name);
    this.#log.add(result, this.#settings.settings.generationsKept);
    this.#lastTurn = result.trace;
    this.#emit({ kind: 'generation-finished', trace: result.trace });
    return result;
  }

  async preview(request: Retrieval, options: PreviewOptions): Promise<Preview> {
    await this.ports.tokens.prepare().catch(() => undefined);
    const { settings, problems } = changeSettings(this.#settings.settings, options.settings ?? {}, 'lenient');
    const input = this.#input(request, settings);
    const result = await runPipeline(input);
    const explanations: WhyNot[] = [];
    for (const id of options.explain ?? []) {
      const explanation = await whyNot(this.#renames.current(id), input, result.trace);
      if (explanation) explanations.push(explanation);
    }
    return { result, problems, explanations };
  }

  generations(chat: string | undefined, limit: number): readonly Trace[] {
    return this.#log.traces(chat, limit);
  }

  generation(id: string): Trace | undefined {
    return this.#log.trace(id);
  }

  entries(filter: EntryFilter, offset: number, limit: number): Page<LoreEntry> {
    return this.#indexer ? listEntries(this.#indexer.index, filter, offset, limit) : { items: [], total: 0, offset };
  }

  entry(id: EntryId): LoreEntry | undefined {
    return this.#indexer?.index.entries.get(id);
  }

  entryByPath(path: string): LoreEntry | undefined {
    return this.#indexer?.index.entryByPath(path);
  }

  findEntries(name: string): readonly LoreEntry[] {
    const index = this.#indexer?.index;
    if (!index) return [];
    const byId = index.entries.get(this.#renames.current(name));
    return byId ? [byId] : index.names.resolve(name).flatMap((id) => index.entries.get(id) ?? []);
  }

  unusedNotes(): readonly UnusedNote[] {
    return this.#indexer ? listUnused(this.#indexer.index) : [];
  }

  problems(): readonly EntryProblem[] {
    const notes = this.#indexer ? [...this.#indexer.index.notes.values()] : [];
    return notes.flatMap(({ reading }) => (reading.kind === 'entry' ? reading.entry.problems : reading.problems));
  }

  search(queries: readonly string[], limit: number): readonly SearchHit[] {
    return this.#indexer ? this.#fullText.search(this.#indexer.index, queries, limit) : [];
  }

  messagesWanted(): number {
    return Math.max(this.#settings.settings.scanDepth, this.#indexer?.index.deepestScan ?? 0);
  }

  countTokens(text: string): { readonly tokens: number; readonly approximate: boolean } {
    return this.ports.tokens.count(text);
  }

  chats(): readonly ChatState[] {
    return this.#chats.list();
  }

  chat(id: string): ChatState {
    return this.#chats.of(id);
  }

  async changeChat(id: string, change: ChatStateChange): Promise<ChatState> {
    const [last] = this.#log.traces(id, 1);
    const state = await this.#chats.change(id, change, last ? last.turn + 1 : 0);
    this.#emit({ kind: 'chat-changed', chat: id });
    return state;
  }

  contextFields(): readonly FieldDefinition[] {
    return this.#indexer?.fields.fields ?? defaultFields;
  }

  registerHook(hook: Hook, granted: readonly HookPermission[]): Stop {
    return this.#hooks.register(hook, granted);
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

  #input(request: Retrieval, settings: Settings): PipelineInput {
    const state = this.#indexer?.state ?? { kind: 'indexing' };
    const degraded =
      state.kind === 'indexing' ? ['indexing'] : state.kind === 'unreachable' ? ['vault:unreachable'] : [];
    const index = this.#indexer?.index ?? LoreIndex.empty({ caseSensitive: false, wholeWords: true });
    return {
      request,
      index,
      settings,
      chat: this.#chats.of(request.chat.id, request.chat.parent),
      fields: this.#indexer?.fields.fields ?? defaultFields,
      patterns: this.#patterns,
      fullText: this.#fullText,
      tokens: this.ports.tokens,
      clock: this.ports.clock,
      currentId: (id) => this.#renames.current(id),
      degraded,
    };
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
    for (const listener of [...this.#listeners]) listener(event);
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
    },
    keys: { caseSensitive: settings.caseSensitive, wholeWords: settings.wholeWords },
    fieldDefinitions: settings.fieldDefinitions,
  };
}
