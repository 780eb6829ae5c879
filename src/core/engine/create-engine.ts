import { readPrices } from '../ai/guard/price-lines';
import { RelayHub } from '../ai/relay/relay-hub';
import { EntrySelection } from '../ai/selection/entry-selection';
import type { EntryId } from '../base/entry-id';
import type { CardBook } from '../cards/card-book';
import { CardBooks } from '../cards/card-books';
import { copiedDecisions, type ChatState } from '../chat/chat-state';
import type { EntryProblem } from '../lore/entry-problem';
import type { FieldDefinition } from '../lore/field-definitions';
import type { LoreEntry } from '../lore/lore-entry';
import type { Delivery } from '../pipeline/delivery';
import type { Hook, HookPermission } from '../pipeline/hook';
import { HookRegistry } from '../pipeline/hook-registry';
import type { KnownHook } from '../pipeline/read-hook';
import type { Retrieval } from '../pipeline/retrieval';
import type { RetrievalResult } from '../pipeline/retrieval-result';
import type { Trace } from '../pipeline/trace';
import type { Stop } from '../ports/note-source';
import type { SettingProblem } from '../settings/settings';
import type { Settings } from '../settings/settings-table';
import { AiAdministration } from './ai-administration';
import { AiModels } from './ai-models';
import { AnalyticsAdministration } from './analytics-administration';
import { ChatStates, type ChatStateChange } from './chat-states';
import { EditAdministration } from './edit-administration';
import { EngineEvents } from './engine-events';
import type { EnginePorts } from './engine-ports';
import type { EntryFacets } from './entry-facets';
import { GraphAdministration } from './graph-administration';
import { HealthAdministration } from './health-administration';
import { GapAdministration } from './gap-administration';
import { GrowthAdministration } from './growth-administration';
import { HostTurns } from './host-turns';
import { ImportAdministration } from './import-administration';
import { indexOptions, type IndexOptions } from './index-options';
import { LabAdministration } from './lab-administration';
import { KeptRecords } from './kept-records';
import { LibrarianAdministration } from './librarian-administration';
import { playedChats } from './librarian-sources';
import type { EngineEvent } from './engine-event';
import type { KeptChat } from './generation-log';
import type { EntryFilter, Page, SearchHit, UnusedNote } from './lookup';
import type { EngineStatus, LoreEngine, Preview, PreviewOptions, Wants } from './lore-engine';
import { NotepadAdministration } from './notepad-administration';
import { Renames } from './renames';
import { ScribeAdministration } from './scribe-administration';
import { SettingsStore } from './settings-store';
import { SetupAdministration } from './setup-administration';
import { TranscriptAdministration } from './transcript-administration';
import type { ChannelTest } from './test-channel';
import { TurnSelector } from './turn-selector';
import { Turns } from './turns';
import { VaultLore } from './vault-lore';
import { WatchAdministration } from './watch-administration';
import { WritingTools } from './writing-tools';

/** Makes an engine on a host's ports. Nothing is read before `open`. */
export function createEngine(ports: EnginePorts): LoreEngine {
  return new Engine(ports);
}

/** Puts the parts together and hands each use case to the part that has it. */
class Engine implements LoreEngine {
  readonly relay: RelayHub;
  readonly ai: AiAdministration;
  readonly imports: ImportAdministration;
  readonly watch: WatchAdministration;
  readonly edits: EditAdministration;
  readonly setup: SetupAdministration;
  readonly librarian: LibrarianAdministration;
  readonly transcripts: TranscriptAdministration;
  readonly growth: GrowthAdministration;
  readonly scribe: ScribeAdministration;
  readonly notepad: NotepadAdministration;
  readonly gaps: GapAdministration;
  readonly writingTools: WritingTools;
  readonly health: HealthAdministration;
  readonly lab: LabAdministration;
  readonly analytics: AnalyticsAdministration;
  readonly graph: GraphAdministration;
  readonly #events: EngineEvents;
  readonly #settings: SettingsStore;
  readonly #renames: Renames;
  readonly #lore: VaultLore;
  readonly #cards: CardBooks;
  readonly #chats: ChatStates;
  readonly #records: KeptRecords;
  readonly #models: AiModels;
  readonly #hooks: HookRegistry;
  readonly #turns: Turns;
  #isClosed = false;
  #opening: Promise<void> | undefined;
  #restoring: Promise<void> | undefined;

  constructor(private readonly ports: EnginePorts) {
    const { store, random, clock, timer, log, newAbort } = ports;
    const events = new EngineEvents(log);
    this.#events = events;
    this.relay = new RelayHub(timer);
    this.#settings = new SettingsStore(store, random, log);
    this.#renames = new Renames(store, log);
    this.#lore = new VaultLore(ports, this.#renames, events);
    const turns = new HostTurns(clock, ports.pause ?? (() => Promise.resolve()));
    this.#cards = new CardBooks({ log, pause: () => turns.give(), parse: () => this.#indexOptions().parse });
    this.#chats = new ChatStates(store, clock, log, (id) => this.#lore.currentId(id));
    this.#records = new KeptRecords(store, log);
    this.#models = new AiModels(ports, this.relay, () => readPrices(this.settings().modelPrices));
    this.analytics = new AnalyticsAdministration({ ports, lore: this.#lore, events });
    this.graph = new GraphAdministration(ports, this.#lore);
    const changed = (): void => events.emit({ kind: 'channels-changed' });
    const tested = (test: ChannelTest): void => void this.librarian.tested(test);
    this.ai = new AiAdministration(this.#models, this.relay, clock, { changed, tested });
    this.imports = new ImportAdministration({ ports, lore: this.#lore, events, settings: () => this.settings() });
    this.watch = new WatchAdministration({
      ports,
      lore: this.#lore,
      events,
      settings: () => this.settings(),
      imports: this.imports,
    });
    const vaultId = (): string => this.#settings.vaultId;
    this.edits = new EditAdministration({ ports, lore: this.#lore, events, settings: () => this.settings(), vaultId });
    this.setup = new SetupAdministration({ ports, lore: this.#lore, settings: () => this.settings() });
    this.transcripts = new TranscriptAdministration(ports, events);
    this.scribe = new ScribeAdministration({
      ports,
      events,
      settings: () => this.settings(),
      models: this.#models,
      edits: this.edits,
      transcripts: this.transcripts,
      chats: this.#chats,
    });
    this.notepad = new NotepadAdministration(ports, () => this.settings(), this.#models);
    const onPaused = (hook: string): void => events.emit({ kind: 'hook-paused', hook });
    this.#hooks = new HookRegistry({ clock, timer, log, newAbort, onPaused });
    this.#turns = new Turns({
      ports,
      events,
      lore: this.#lore,
      cards: this.#cards,
      bookAmong: (books) => this.watch.bookAmong(books),
      settings: this.#settings,
      chats: this.#chats,
      records: this.#records,
      hooks: this.#hooks,
      models: this.#models,
      selector: new TurnSelector(this.#models, new EntrySelection(ports)),
      summaries: this.scribe,
    });
    this.lab = new LabAdministration({
      ports,
      lore: this.#lore,
      events,
      settings: () => this.settings(),
      preview: (request, options) => this.#turns.preview(request, options),
      transcripts: this.transcripts,
    });
    this.health = new HealthAdministration({
      ports,
      lore: this.#lore,
      events,
      settings: () => this.settings(),
      models: this.#models,
      turns: this.#turns,
      setup: this.setup,
      edits: this.edits,
    });
    this.gaps = new GapAdministration({
      ports,
      lore: this.#lore,
      events,
      settings: () => this.settings(),
      models: this.#models,
      edits: this.edits,
      transcripts: this.transcripts,
    });
    this.writingTools = new WritingTools({
      lore: this.#lore,
      settings: () => this.settings(),
      turns: this.#turns,
      chats: this.#chats,
      gaps: this.gaps,
    });
    this.growth = new GrowthAdministration({
      ports,
      lore: this.#lore,
      events,
      settings: () => this.settings(),
      vaultId,
      models: this.#models,
      edits: this.edits,
      transcripts: this.transcripts,
    });
    this.librarian = new LibrarianAdministration({
      ports,
      lore: this.#lore,
      events,
      settings: () => this.settings(),
      models: this.#models,
      edits: this.edits,
      turns: this.#turns,
      gaps: this.gaps.book(),
      chats: this.transcripts.recent(playedChats(this.#turns)),
    });
  }

  open(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<void> {
    const documents = [this.#settings, this.#chats, this.#renames, this.#records, this.#models];
    await Promise.all(documents.map((document) => document.load()));
    await this.health.load();
    this.lab.follow();
    if (this.#isClosed) return;
    this.analytics.open();
    // A large mirrored book is read beside the vault, not before it.
    await Promise.all([this.watch.load(), this.#lore.open(this.#indexOptions())]);
    this.#restoring = this.#restore();
    // Loading takes a while in which nothing else runs: estimates do for the first answers.
    const { tokens, log } = this.ports;
    tokens
      .prepare()
      .catch((error: unknown) => log.warn('The tokenizer could not be loaded; counts stay estimates.', error));
  }

  /** What nobody waits for, since the first turns do without it. */
  async #restore(): Promise<void> {
    const parts = [this.#turns.restore(), this.transcripts.load().then(() => this.scribe.open()), this.gaps.load()];
    await Promise.all(parts).catch((error: unknown) => {
      this.ports.log.warn('Transcripts, summaries or lore gaps could not be read.', error);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // Hosts count on the watching to end at once; what is still under way is waited for.
    const watching = this.#lore.close();
    await this.librarian.close();
    await this.growth.close();
    await this.health.close();
    this.lab.close();
    await this.scribe.close();
    await this.edits.settled();
    await watching;
    // What `open` still writes must not land in a folder that the host gave up.
    await this.#opening?.catch(() => undefined);
    await this.#restoring;
    await this.#turns.close();
    await this.analytics.close();
    await this.gaps.close();
    await this.transcripts.close();
    this.relay.close();
    await this.#models.close();
    this.ports.patterns.close();
    this.#events.clear();
  }

  status(): EngineStatus {
    const { entry, guide, quarantined, skipped } = this.#lore.counts();
    const problems = { error: 0, warning: 0, info: 0 };
    for (const problem of this.health.known()) problems[problem.severity]++;
    return {
      vault: this.ports.source.name,
      index: this.#lore.state,
      entries: entry,
      guides: guide,
      quarantined,
      skipped,
      problems,
      tokensExact: !this.ports.tokens.count('').approximate,
      lastTurn: this.#turns.last,
    };
  }

  refresh(): Promise<void> {
    return this.#lore.refresh();
  }

  generate(request: Retrieval, deadlineMs: number, signal?: AbortSignal): Promise<RetrievalResult> {
    return this.#turns.generate(request, deadlineMs, signal);
  }

  prepare(request: Retrieval): boolean {
    return this.#turns.prepare(request);
  }

  preview(request: Retrieval, options: PreviewOptions): Promise<Preview> {
    return this.#turns.preview(request, options);
  }

  generations(chat: string | undefined, limit: number): readonly Trace[] {
    return this.#turns.traces(chat, limit);
  }

  generation(id: string): Trace | undefined {
    return this.#turns.trace(id);
  }

  generationChats(): readonly KeptChat[] {
    return this.#turns.chats();
  }

  replay(id: string, options: PreviewOptions): Promise<Preview | undefined> {
    return this.#turns.replay(id, options);
  }

  reportDelivery(id: string, delivery: readonly Delivery[]): Trace | undefined {
    return this.#turns.deliver(id, delivery);
  }

  wants(): Wants {
    return this.#turns.wants();
  }

  cardBook(digest: string): CardBook | undefined {
    return this.#cards.find(digest);
  }

  entries(filter: EntryFilter, offset: number, limit: number): Page<LoreEntry> {
    if (filter.sort !== 'use') return this.#lore.entries(filter, offset, limit);
    const uses = this.analytics.uses();
    return this.#lore.entries(filter, offset, limit, (id) => uses.get(id)?.tally.injected ?? 0);
  }

  entryFacets(): EntryFacets {
    return this.#lore.facets();
  }

  entry(id: EntryId): LoreEntry | undefined {
    return this.#lore.entry(id);
  }

  entryByPath(path: string): LoreEntry | undefined {
    return this.#lore.index.entryByPath(path);
  }

  findEntries(name: string): readonly LoreEntry[] {
    return this.#lore.find(name);
  }

  unusedNotes(): readonly UnusedNote[] {
    return this.#lore.unusedNotes();
  }

  problems(): readonly EntryProblem[] {
    return this.#lore.problems();
  }

  search(queries: readonly string[], limit: number): readonly SearchHit[] {
    return this.#lore.search(queries, limit);
  }

  contextFields(): readonly FieldDefinition[] {
    return this.#lore.fields;
  }

  stoppedPatterns(): readonly string[] {
    return [...this.#lore.patterns.stopped];
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
    const [last] = this.#turns.traces(id, 1);
    const state = await this.#chats.change(id, change, last ? last.turn + 1 : 0);
    this.#events.emit({ kind: 'chat-changed', chat: id });
    return state;
  }

  async copyChat(from: string, to: string): Promise<ChatState | undefined> {
    if (from === to || this.#chats.of(to).changed > 0) return undefined;
    return this.changeChat(to, copiedDecisions(this.#chats.of(from)));
  }

  registerHook(hook: Hook | KnownHook, granted: () => readonly HookPermission[]): Stop {
    return this.#hooks.register(hook, granted);
  }

  isHookPaused(id: string): boolean {
    return this.#hooks.isPaused(id);
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
    return this.#events.on(listener);
  }

  async #settingsChanged(before: Settings): Promise<void> {
    this.#events.emit({ kind: 'settings-changed' });
    const old = JSON.stringify(indexOptions(before, '', ''));
    if (old === JSON.stringify(indexOptions(this.#settings.settings, '', ''))) return;
    await this.#lore.refresh(this.#indexOptions());
  }

  #indexOptions(): IndexOptions {
    return indexOptions(this.#settings.settings, this.#settings.vaultId, this.ports.source.name);
  }
}
