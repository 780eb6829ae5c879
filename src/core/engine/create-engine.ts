import type { EntryId } from '../base/entry-id';
import type { CardBook } from '../cards/card-book';
import { copiedDecisions, type ChatState } from '../chat/chat-state';
import type { EntryProblem } from '../lore/entry-problem';
import type { FieldDefinition } from '../lore/field-definitions';
import type { LoreEntry } from '../lore/lore-entry';
import type { Delivery } from '../pipeline/delivery';
import type { Hook, HookPermission } from '../pipeline/hook';
import type { KnownHook } from '../pipeline/read-hook';
import type { Retrieval } from '../pipeline/retrieval';
import type { RetrievalResult } from '../pipeline/retrieval-result';
import type { Trace } from '../pipeline/trace';
import type { Stop } from '../ports/note-source';
import type { SettingProblem } from '../settings/settings';
import type { Settings } from '../settings/settings-table';
import type { ChatStateChange, ChatStateChanging } from './chat-states';
import type { EnginePorts } from './engine-ports';
import type { EntryFacets } from './entry-facets';
import { indexOptions } from './index-options';
import type { EngineEvent } from './engine-event';
import type { KeptChat } from './generation-log';
import type { EntryFilter, Page, SearchHit, UnusedNote } from './lookup';
import type { EngineStatus, LoreEngine, Preview, PreviewOptions, Wants } from './lore-engine';
import { EngineParts } from './engine-parts';

/** Makes an engine on a host's ports. Nothing is read before `open`. */
export function createEngine(ports: EnginePorts): LoreEngine {
  return new Engine(ports);
}

/** Hands each use case to the part that has it. */
class Engine extends EngineParts implements LoreEngine {
  #isClosed = false;
  #opening: Promise<void> | undefined;
  #restoring: Promise<void> | undefined;
  #documents: Promise<unknown> | undefined;

  open(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<void> {
    await this.#loadDocuments();
    await this.health.load();
    this.lab.follow();
    if (this.#isClosed) return;
    this.analytics.open();
    await this.vaults.load();
    // A large mirrored book is read beside the vault, not before it.
    await Promise.all([this.watch.load(), this.lore.open(this.indexOptions())]);
    if (!this.#hasClosed()) this.vaults.start();
    this.#restoring = this.#restore();
    // Loading takes a while in which nothing else runs: estimates do for the first answers.
    const { tokens, log } = this.ports;
    tokens
      .prepare()
      .catch((error: unknown) => log.warn('The tokenizer could not be loaded; counts stay estimates.', error));
  }

  /** Asked anew after each wait. */
  #hasClosed(): boolean {
    return this.#isClosed;
  }

  #loadDocuments(): Promise<unknown> {
    const documents = [this.settingsStore, this.chatStates, this.renames, this.records, this.models];
    this.#documents ??= Promise.all(documents.map((document) => document.load()));
    return this.#documents;
  }

  /** What nobody waits for, since the first turns do without it. */
  async #restore(): Promise<void> {
    const parts = [this.turns.restore(), this.transcripts.load().then(() => this.scribe.open()), this.gaps.load()];
    await Promise.all(parts).catch((error: unknown) => {
      this.ports.log.warn('Transcripts, summaries or lore gaps could not be read.', error);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    // Hosts count on the watching to end at once; what is still under way is waited for.
    this.vaults.close();
    const watching = this.lore.close();
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
    await this.turns.close();
    await this.analytics.close();
    await this.gaps.close();
    await this.transcripts.close();
    this.relay.close();
    await this.models.close();
    this.ports.patterns.close();
    this.events.clear();
  }

  status(): EngineStatus {
    const { entry, guide, quarantined, skipped } = this.lore.counts();
    const problems = { error: 0, warning: 0, info: 0 };
    for (const problem of this.health.known()) problems[problem.severity]++;
    return {
      vault: this.ports.source.name,
      index: this.lore.state,
      entries: entry,
      guides: guide,
      quarantined,
      skipped,
      problems,
      tokensExact: !this.ports.tokens.count('').approximate,
      documents: this.documents.notices,
      lastTurn: this.turns.last,
    };
  }

  async lastTurn(): Promise<Trace | undefined> {
    await this.#loadDocuments();
    await this.turns.restore();
    return this.turns.last;
  }

  refresh(): Promise<void> {
    return this.vaults.around(() => this.lore.refresh());
  }

  generate(request: Retrieval, deadlineMs: number, signal?: AbortSignal): Promise<RetrievalResult> {
    return this.turns.generate(request, deadlineMs, signal);
  }

  prepare(request: Retrieval): boolean {
    return this.turns.prepare(request);
  }

  preview(request: Retrieval, options: PreviewOptions): Promise<Preview> {
    return this.turns.preview(request, options);
  }

  generations(chat: string | undefined, limit: number): readonly Trace[] {
    return this.turns.traces(chat, limit);
  }

  generation(id: string): Trace | undefined {
    return this.turns.trace(id);
  }

  generationChats(): readonly KeptChat[] {
    return this.turns.chats();
  }

  replay(id: string, options: PreviewOptions): Promise<Preview | undefined> {
    return this.turns.replay(id, options);
  }

  reportDelivery(id: string, delivery: readonly Delivery[]): Trace | undefined {
    return this.turns.deliver(id, delivery);
  }

  wants(): Wants {
    return this.turns.wants();
  }

  cardBook(digest: string): CardBook | undefined {
    return this.cards.find(digest);
  }

  entries(filter: EntryFilter, offset: number, limit: number): Page<LoreEntry> {
    if (filter.sort !== 'use') return this.lore.entries(filter, offset, limit);
    const uses = this.analytics.uses();
    return this.lore.entries(filter, offset, limit, (id) => uses.get(id)?.tally.injected ?? 0);
  }

  entryFacets(): EntryFacets {
    return this.lore.facets();
  }

  entry(id: EntryId): LoreEntry | undefined {
    return this.lore.entry(id);
  }

  entryByPath(path: string): LoreEntry | undefined {
    return this.lore.entryByPath(path);
  }

  findEntries(name: string): readonly LoreEntry[] {
    return this.lore.find(name);
  }

  unusedNotes(): readonly UnusedNote[] {
    return this.lore.unusedNotes();
  }

  problems(): readonly EntryProblem[] {
    return this.lore.problems();
  }

  search(queries: readonly string[], limit: number): readonly SearchHit[] {
    return this.lore.search(queries, limit);
  }

  contextFields(): readonly FieldDefinition[] {
    return this.lore.fields;
  }

  stoppedPatterns(): readonly string[] {
    return [...this.lore.patterns.stopped];
  }

  countTokens(text: string): { readonly tokens: number; readonly approximate: boolean } {
    return this.ports.tokens.count(text);
  }

  chats(): readonly ChatState[] {
    return this.chatStates.list().filter(({ changed }) => changed > 0);
  }

  chat(id: string, parent?: string): ChatState {
    return this.chatStates.of(id, parent);
  }

  async changeChat(id: string, change: ChatStateChange | ChatStateChanging, parent?: string): Promise<ChatState> {
    await this.chatStates.adopt(id, parent, undefined);
    const [last] = this.turns.traces(id, 1);
    const state = await this.chatStates.change(id, change, last ? last.turn + 1 : 0);
    this.events.emit({ kind: 'chat-changed', chat: id });
    return state;
  }

  async copyChat(from: string, to: string): Promise<ChatState | undefined> {
    if (from === to || this.chatStates.of(to).changed > 0) return undefined;
    return this.changeChat(to, copiedDecisions(this.chatStates.of(from)));
  }

  registerHook(hook: Hook | KnownHook, granted: () => readonly HookPermission[]): Stop {
    return this.hooks.register(hook, granted);
  }

  isHookPaused(id: string): boolean {
    return this.hooks.isPaused(id);
  }

  settings(): Settings {
    return this.settingsStore.settings;
  }

  async changeSettings(changes: unknown): Promise<readonly SettingProblem[]> {
    const before = this.settingsStore.settings;
    const problems = await this.settingsStore.change(changes);
    if (problems.length === 0) await this.#settingsChanged(before);
    return problems;
  }

  async reloadSettings(): Promise<void> {
    const before = this.settingsStore.settings;
    await this.settingsStore.load();
    await this.#settingsChanged(before);
  }

  on(listener: (event: EngineEvent) => void): Stop {
    return this.events.on(listener);
  }

  async #settingsChanged(before: Settings): Promise<void> {
    this.events.emit({ kind: 'settings-changed' });
    await this.vaults.settingsChanged(before);
    const old = JSON.stringify(indexOptions(before, '', ''));
    if (old === JSON.stringify(indexOptions(this.settingsStore.settings, '', ''))) return;
    await this.vaults.around(() => this.lore.refresh(this.indexOptions()));
  }
}
