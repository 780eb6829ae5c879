import type { EntryId } from '../base/entry-id';
import { mountFolder, vaultOfPath } from '../base/mounted-path';
import { BookShelf, shelfOf } from '../lore/book-shelf';
import type { EntryProblem } from '../lore/entry-problem';
import { defaultFields, type FieldDefinition } from '../lore/field-definitions';
import type { LoreEntry } from '../lore/lore-entry';
import { aloneOf } from '../lore/shared-title';
import { PatternSearch } from '../pipeline/pattern-search';
import { FullText } from '../search/full-text';
import { LoreIndex } from '../search/lore-index';
import type { IndexReports } from '../vaults/index-reports';
import type { SharedTitles } from '../vaults/shared-titles';
import type { EngineEvents } from './engine-events';
import type { EnginePorts } from './engine-ports';
import { entryFacets, type EntryFacets } from './entry-facets';
import { listEntries, listUnused } from './entry-list';
import { HostTurns } from './host-turns';
import type { IndexOptions } from './index-options';
import { IndexProblems } from './index-problems';
import { IndexSnapshot } from './index-snapshot';
import type { EntryFilter, IndexState, Page, SearchHit, UnusedNote } from './lookup';
import type { Renames } from './renames';
import { VaultIndexer } from './vault-indexer';

/** Entries that the full-text search takes in at a time. */
const WARM_UP = 16;

/** What is known of a vault's lore: the index, kept up to date, and everything that is looked up in it. */
export class VaultLore {
  readonly patterns: PatternSearch;
  readonly fullText = new FullText();
  readonly #problems = new IndexProblems();
  #indexer: VaultIndexer | undefined;
  #isClosed = false;

  constructor(
    private readonly ports: EnginePorts,
    private readonly renames: Renames,
    private readonly events: EngineEvents,
    private readonly further: {
      readonly titles: SharedTitles;
      readonly reports: IndexReports;
      /** Hears of moves before the index does: old id, new id. */
      readonly moved: (moves: readonly (readonly [EntryId, EntryId])[]) => Promise<void>;
    },
  ) {
    this.patterns = new PatternSearch(ports.patterns);
  }

  /** Starts indexing and watching; resolves when the first index stands or the vault proved unreachable. */
  async open(options: IndexOptions): Promise<void> {
    if (this.#isClosed) return;
    const { source, log, clock, version = '', pause = () => Promise.resolve() } = this.ports;
    const snapshot = new IndexSnapshot({ ...this.ports, version });
    const turns = new HostTurns(clock, pause);
    this.#indexer = new VaultIndexer({ source, log, snapshot, turns, titles: this.further.titles }, options, {
      changed: () => this.events.emit({ kind: 'index-changed' }),
      moved: async (moves) => {
        if (moves.length === 0) return;
        await this.further.moved(moves);
        await this.renames.add(moves);
      },
      noted: (changes) => this.further.reports.note(changes),
    });
    await this.#indexer.open();
    // Starting a worker takes longer than a turn may: it is there before the first one.
    void this.patterns.prepare(this.index.patterns.all, ['']);
    if (this.ports.pause) void this.#warmFullText(turns);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#indexer?.close();
  }

  /** Reads the whole vault again, with other options where they are given. */
  async refresh(options?: IndexOptions): Promise<void> {
    await this.#indexer?.refresh(options);
  }

  /** Takes in what was written just now, whether or not the vault reported it already. */
  async catchUp(): Promise<void> {
    await this.#indexer?.catchUp();
  }

  /** Takes out everything of a further vault. */
  async drop(vault: string): Promise<void> {
    await this.#indexer?.drop(mountFolder(vault));
  }

  /** Names or order of vaults, or what becomes of entries of one title, are others than before. */
  async retitle(): Promise<void> {
    await this.#indexer?.retitle();
  }

  /** Resolves when everything that was reported so far is in the index. */
  async settled(): Promise<void> {
    await this.#indexer?.settled();
  }

  get state(): IndexState {
    return this.#indexer?.state ?? { kind: 'indexing', done: 0, total: 0 };
  }

  /** The index of this moment; an empty one before the first. */
  get index(): LoreIndex {
    return this.#indexer?.index ?? LoreIndex.empty({ caseSensitive: false, wholeWords: true });
  }

  /** What makes turns less than they should be. */
  get degraded(): readonly string[] {
    const { kind } = this.state;
    return kind === 'indexing' ? ['indexing'] : kind === 'unreachable' ? ['vault:unreachable'] : [];
  }

  get fields(): readonly FieldDefinition[] {
    return this.#indexer?.fields.fields ?? defaultFields;
  }

  get books(): BookShelf {
    return this.#indexer ? shelfOf(this.#indexer.books.books) : BookShelf.empty;
  }

  /** The id that an entry has today. A new note at the place of a renamed one is itself. */
  currentId(id: EntryId): EntryId {
    return this.index.entries.has(id) ? id : this.renames.current(id);
  }

  /** How many notes are read as what. */
  counts(): Readonly<Record<'entry' | 'guide' | 'quarantined' | 'skipped', number>> {
    const counts = { entry: 0, guide: 0, quarantined: 0, skipped: 0 };
    for (const { reading } of this.index.notes.values()) counts[reading.kind]++;
    return counts;
  }

  /** The entries of a vault as their notes alone say; those of the host's own when left out. */
  entriesOf(vault = ''): readonly LoreEntry[] {
    return [...this.index.entries.values()].filter(({ path }) => vaultOfPath(path) === vault).map(aloneOf);
  }

  /** `usesOf`: how often an entry was used, for a list that is sorted by it. */
  entries(filter: EntryFilter, offset: number, limit: number, usesOf?: (id: EntryId) => number): Page<LoreEntry> {
    return listEntries(this.index, filter, { offset, limit }, usesOf);
  }

  facets(): EntryFacets {
    return entryFacets(this.index);
  }

  entry(id: EntryId): LoreEntry | undefined {
    return this.index.entries.get(this.currentId(id));
  }

  /** The entry of the note at a path, which may be spelled with composed or decomposed characters. */
  entryByPath(path: string): LoreEntry | undefined {
    const { index } = this;
    const exact = index.entryByPath(path);
    if (exact !== undefined || !/[^\0-\x7f]/u.test(path)) return exact;
    const name = path.normalize('NFC');
    return [...index.entries.values()].find((entry) => entry.path.normalize('NFC') === name);
  }

  /** Entries that a public id, path, file name, alias or title means. */
  find(name: string): readonly LoreEntry[] {
    const { index } = this;
    const byId = index.entries.get(this.currentId(name));
    return byId ? [byId] : index.resolve(name).flatMap((id) => index.entries.get(id) ?? []);
  }

  unusedNotes(): readonly UnusedNote[] {
    return listUnused(this.index);
  }

  problems(): readonly EntryProblem[] {
    if (!this.#indexer) return [];
    const { index, fields, books } = this.#indexer;
    return [...this.#problems.of({ index, fields, stopped: this.patterns.stopped }), ...books.problems];
  }

  search(queries: readonly string[], limit: number): readonly SearchHit[] {
    return this.fullText.search(this.index, queries, limit);
  }

  /** Waits for a first index, for a time in milliseconds or for an abort, whichever comes first. */
  firstIndex(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    const isWaiting = (): boolean => this.state.kind === 'indexing' && this.index.notes.size === 0;
    if (!isWaiting() || signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const stopListening = this.events.on(() => {
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

  /** In a large vault the first search would take long: words are taken in bit by bit before it. */
  async #warmFullText(turns: HostTurns): Promise<void> {
    while (!this.#isClosed && this.fullText.step(this.index, WARM_UP)) await turns.give();
  }
}
