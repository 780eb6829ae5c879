import type { EntryId } from '../base/entry-id';
import { defaultFields, type FieldDefinitions } from '../lore/field-definitions';
import type { LoreEntry } from '../lore/lore-entry';
import type { Log } from '../ports/log';
import type { NoteChange, NoteListing, NoteSource, NoteStat, Stop } from '../ports/note-source';
import { LoreIndex, type IndexChange, type IndexedNote } from '../search/lore-index';
import type { HostTurns } from './host-turns';
import type { IndexOptions } from './index-options';
import type { HeldIndex, IndexSnapshot } from './index-snapshot';
import type { IndexState } from './lookup';
import { movedEntries, type EntriesByPath } from './moved-entries';
import { NoteReader } from './note-reader';
import { entryChanges } from './entry-changes';
import type { EntryChange } from '../vaults/index-reports';
import { isMount } from '../vaults/mounted-vaults';
import type { SharedTitles } from '../vaults/shared-titles';
import { readFields } from './read-fields';
import { VaultBooks } from './vault-books';

/** What the indexer works with. */
export interface IndexerParts {
  readonly source: NoteSource;
  readonly log: Log;
  /** What an earlier run left behind, and what this one leaves. */
  readonly snapshot: IndexSnapshot;
  readonly turns: HostTurns;
  /** What entries of one title in several vaults become. */
  readonly titles: SharedTitles;
}

/** Who wants to know what the indexer sees. */
export interface IndexListener {
  /** Index or state changed. */
  changed(): void;
  /** Entries moved: old id, new id. */
  moved(moves: readonly (readonly [EntryId, EntryId])[]): Promise<void>;
  /** Entries came, went or changed; those of the first look of a start are not told. */
  noted(changes: readonly EntryChange[]): void;
}

/** The notes that the vault had before it is looked at. */
interface NotesBefore extends EntriesByPath {
  readonly paths: readonly string[];
}

type Listing = Extract<NoteListing, { readonly kind: 'notes' }>;

/** Notes read at the same time, and parsed before the host gets its turn again. */
const BATCH = 64;
/** More changes than these are not worked into the index, but a new one is built. */
const FEW = 1_000;

/** Keeps an index in step with a note source. What cannot be read keeps its last good state: errors are never deletions. */
export class VaultIndexer {
  #held: HeldIndex;
  #state: IndexState = { kind: 'indexing', done: 0, total: 0 };
  #stop: Stop | undefined;
  #work: Promise<void> = Promise.resolve();
  #isClosed = false;
  /** Whether the vault was looked at since the start. */
  #hasLooked = false;
  /** Reported and not worked in yet: what is reported while work goes on is taken in at once afterwards. */
  #reported: NoteChange[] = [];
  readonly #books = new VaultBooks();
  readonly #reader: NoteReader;

  constructor(
    private readonly parts: IndexerParts,
    private options: IndexOptions,
    private readonly listener: IndexListener,
  ) {
    const fields = { fields: defaultFields, problems: [] };
    this.#held = { index: LoreIndex.empty(options.keys), options, books: this.#books.books, fields };
    this.#reader = new NoteReader(parts.source, parts.log);
  }

  /** The context fields, and what of their file was not understood. */
  get fields(): FieldDefinitions {
    return this.#held.fields;
  }

  /** The books, and what of their note was not understood. */
  get books(): VaultBooks {
    return this.#books;
  }

  /** The newest snapshot. */
  get index(): LoreIndex {
    return this.#held.index;
  }

  get state(): IndexState {
    return this.#state;
  }

  /** Watches, takes what an earlier run left, then looks at everything. Changes that arrive meanwhile wait their turn. */
  async open(): Promise<void> {
    const read = this.#queue(async () => {
      await this.#look('changes', await this.#restore());
    });
    this.#stop = this.parts.source.watch((changes) => this.#report(changes));
    await read;
  }

  /** Takes in what changed and was perhaps not reported yet; notes of the same size and time are not read again. */
  async catchUp(): Promise<void> {
    await this.#queue(() => this.#look('changes', this.#notesBefore()));
  }

  /** Reads everything again. Until that is done the last good index stays. */
  async refresh(options: IndexOptions = this.options): Promise<void> {
    await this.#queue(async () => {
      this.options = options;
      await this.#look('everything', this.#notesBefore());
    });
  }

  /** Takes out everything below a folder: its vault is not read any more. */
  async drop(folder: string): Promise<void> {
    await this.#queue(async () => {
      const isBelow = (path: string): boolean => path.startsWith(`${folder}/`);
      const before = this.index;
      const gone = [...before.notes.keys()].filter(isBelow);
      const kept = (): readonly IndexChange[] =>
        [...before.notes.values()].flatMap((note) => (isBelow(note.path) ? [] : asRead(note)));
      const index =
        gone.length > FEW
          ? (await this.#apply(LoreIndex.draft(this.options.keys), kept())).sealed()
          : await this.#apply(before, gone.map(asRemoved));
      await this.#hold(index, gone, this.#held);
      this.listener.noted(entryChanges(before, index, gone, []));
      this.listener.changed();
    });
  }

  /** Names or order of vaults, or what becomes of entries of one title, are others than before. */
  async retitle(): Promise<void> {
    await this.#queue(async () => {
      const changes = this.parts.titles.again(this.index);
      if (changes.length === 0) return;
      await this.#hold(await this.#apply(this.index, changes), [], this.#held);
      this.listener.changed();
    });
  }

  /** Resolves when everything that was reported so far is worked in. */
  async settled(): Promise<void> {
    await this.#work;
  }

  /** Stops watching, waits for the work under way and stores what the next start needs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stop?.();
    await this.#work;
    await this.parts.snapshot.write(() => this.#held);
  }

  #report(changes: readonly NoteChange[]): void {
    const isWaiting = this.#reported.length > 0;
    for (const change of changes) this.#reported.push(change);
    if (isWaiting || changes.length === 0) return;
    void this.#queue(() => {
      const reported = this.#reported;
      this.#reported = [];
      return this.#applyChanges(reported);
    });
  }

  /** One piece of work after the other, so that every snapshot follows from the one before. */
  #queue(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(async () => {
      if (this.#isClosed) return;
      try {
        await work();
      } catch (error) {
        this.parts.log.warn('The index could not be brought up to date; the last good one is used.', error);
      }
    });
    return this.#work;
  }

  /** Serves what an earlier run left. Answers what is known of the vault as it was then. */
  async #restore(): Promise<NotesBefore> {
    const saved = await this.parts.snapshot.load(this.options);
    if (saved.notes.length > 0) {
      const index = (await this.#apply(LoreIndex.draft(this.options.keys), saved.notes.map(asRead))).sealed();
      if (this.#isClosed) return this.#notesBefore();
      if (saved.vault) this.#books.restore(saved.vault.books);
      this.#held = {
        index,
        options: this.options,
        books: this.#books.books,
        fields: saved.vault?.fields ?? this.fields,
      };
      this.#setState({ kind: 'indexing', done: 0, total: saved.notes.length });
    }
    if (saved.outdated.length === 0) return this.#notesBefore();
    const all = new Map([...saved.notes, ...saved.outdated].map((note) => [note.path, note]));
    return { paths: [...all.keys()], entryByPath: (path) => entryOf(all.get(path)) };
  }

  #notesBefore(): NotesBefore {
    const { index } = this;
    return { paths: [...index.notes.keys()], entryByPath: (path) => index.entryByPath(path) };
  }

  /** The index, unless it was read in another way than the options say now. */
  #trusted(): LoreIndex {
    const isSame = this.#held.options === this.options && this.#held.books === this.#books.books;
    return isSame ? this.index : LoreIndex.empty(this.options.keys);
  }

  /**
   * Looks at the whole vault.
   *
   * @param wanted Whether notes are read again whose size and time are the same.
   * @param before What left or came since then may have moved.
   * @param isQuiet The index at hand is good meanwhile: nobody is told that the vault is being read.
   */
  async #look(wanted: 'everything' | 'changes', before: NotesBefore, isQuiet = false): Promise<void> {
    if (!isQuiet) this.#setState({ kind: 'indexing', done: 0, total: 0 });
    const listing = await this.parts.source.list();
    if (listing.kind === 'unreachable') {
      this.#setState({ kind: 'unreachable', reason: listing.reason });
      return;
    }
    for (const folder of listing.unreadable.filter(({ path }) => !isMount(path)))
      this.parts.log.warn(`A folder could not be read: ${folder.path} (${folder.reason})`);
    await this.#books.refresh(this.parts.source, this.options.bookDefinitions);
    const trusted = wanted === 'changes' ? this.#trusted() : LoreIndex.empty(this.options.keys);
    const gone = goneNotes(before.paths, listing);
    const changed = await this.#readUnknown(listing, trusted, isQuiet);
    const index = await this.#build(listing, trusted, [...gone.map(asRemoved), ...changed]);
    if (this.#isClosed) return;
    const moves = movedEntries(before, [], gone, changed);
    await this.listener.moved(moves);
    const old = this.index;
    const paths = [...gone, ...changed.map(pathOf)];
    await this.#hold(index, paths);
    if (this.#hasLooked) this.listener.noted(entryChanges(old, index, paths, moves));
    this.#hasLooked = true;
    this.#setState({ kind: 'ready' });
  }

  /** Reads what is not known, or known with another size or time. */
  async #readUnknown(listing: Listing, trusted: LoreIndex, isQuiet: boolean): Promise<readonly IndexChange[]> {
    const isKnown = (stat: NoteStat): boolean => {
      const note = trusted.notes.get(stat.path);
      return note !== undefined && note.modified > 0 && note.modified === stat.modified && note.size === stat.size;
    };
    const unknown = listing.notes.filter((stat) => !isKnown(stat)).map(({ path }) => path);
    const total = listing.notes.length;
    const tell = (done: number): void => {
      if (!isQuiet) this.#setState({ kind: 'indexing', done: total - unknown.length + done, total });
    };
    tell(0);
    return this.#read(unknown, tell);
  }

  /** The index of what is listed. */
  async #build(listing: Listing, trusted: LoreIndex, changes: readonly IndexChange[]): Promise<LoreIndex> {
    if (trusted.notes.size > 0 && changes.length <= FEW) return this.#apply(trusted, changes);
    const byPath = new Map(changes.map((change) => [pathOf(change), change]));
    const kept = this.#keptBelow(listing, trusted);
    const listed = listing.notes.flatMap(({ path }) => {
      const known = trusted.notes.get(path);
      return byPath.get(path) ?? (known ? asRead(known) : []);
    });
    return (await this.#apply(LoreIndex.draft(this.options.keys), [...kept.map(asRead), ...listed])).sealed();
  }

  /** Applied batch by batch, so that building never holds the host up for long. */
  async #apply(start: LoreIndex, changes: readonly IndexChange[]): Promise<LoreIndex> {
    let index = start;
    for (let at = 0; at < changes.length && !this.#isClosed; at += BATCH) {
      index = index.apply(this.parts.titles.spread(index, changes.slice(at, at + BATCH)));
      await this.parts.turns.give();
    }
    return index;
  }

  /** The known notes below folders that could not be listed. Those that are not trusted are read again when they can be. */
  #keptBelow(listing: Listing, trusted: LoreIndex): readonly IndexedNote[] {
    if (listing.unreadable.length === 0) return [];
    return [...this.index.notes.values()]
      .filter(({ path }) => isUnreadable(path, listing))
      .map((note) => (trusted.notes.has(note.path) ? note : { ...note, modified: 0 }));
  }

  async #applyChanges(changes: readonly NoteChange[]): Promise<void> {
    const { removed, changed, renamed } = lastWords(changes);
    const areBooksOther = await this.#books.refresh(this.parts.source, this.options.bookDefinitions);
    const before = this.#notesBefore();
    const read = await this.#read([...changed]);
    const moves = movedEntries(before, renamed, removed, read);
    await this.listener.moved(moves);
    const isTrusted = this.#trusted() === this.index;
    const old = this.index;
    const index = await this.#apply(this.index, [
      ...[...removed].map(asRemoved),
      ...(isTrusted ? read : read.map(asUntrusted)),
    ]);
    await this.#hold(index, [...removed, ...changed], this.#held);
    this.listener.noted(entryChanges(old, index, [...removed, ...changed], moves));
    // A vault that reports changes can be reached again: what happened meanwhile needs a full look. So do other books.
    if (this.#state.kind === 'unreachable' || areBooksOther) await this.#look('changes', this.#notesBefore());
    this.listener.changed();
  }

  async #read(paths: readonly string[], tell?: (done: number) => void): Promise<readonly IndexChange[]> {
    const changes: IndexChange[] = [];
    for (let at = 0; at < paths.length && !this.#isClosed; at += BATCH) {
      const context = { parse: { ...this.options.parse, books: this.#books.books }, known: this.index };
      changes.push(...(await this.#reader.read(paths.slice(at, at + BATCH), context)));
      tell?.(Math.min(at + BATCH, paths.length));
      await this.parts.turns.give();
    }
    return changes;
  }

  /** Makes an index the newest one, together with the context fields as they are now. */
  async #hold(
    index: LoreIndex,
    changed: readonly string[],
    { options, books }: Pick<HeldIndex, 'options' | 'books'> = { options: this.options, books: this.#books.books },
  ): Promise<void> {
    const fields = await readFields(this.parts.source, this.options.fieldDefinitions);
    this.#held = { index, options, books, fields };
    this.parts.snapshot.changed(changed, () => this.#held);
  }

  #setState(state: IndexState): void {
    this.#state = state;
    this.listener.changed();
  }
}

/** What a batch of changes comes to: the last word on each path counts. */
function lastWords(changes: readonly NoteChange[]): {
  readonly removed: ReadonlySet<string>;
  readonly changed: ReadonlySet<string>;
  readonly renamed: readonly (readonly [string, string])[];
} {
  const removed = new Set<string>();
  const changed = new Set<string>();
  /** Where what stands at a path now was before the batch. */
  const origins = new Map<string, string>();
  for (const change of changes) {
    const gone = change.kind === 'renamed' ? change.from : change.kind === 'removed' ? change.path : undefined;
    const come = change.kind === 'renamed' ? change.to : change.kind === 'changed' ? change.path : undefined;
    if (gone !== undefined) {
      removed.add(gone);
      changed.delete(gone);
    }
    if (come !== undefined) {
      changed.add(come);
      removed.delete(come);
    }
    if (change.kind === 'renamed') origins.set(change.to, origins.get(change.from) ?? change.from);
    if (gone !== undefined) origins.delete(gone);
  }
  const renamed = [...origins].flatMap(([to, from]) => (to === from ? [] : [[from, to] as const]));
  return { removed, changed, renamed };
}

/** Notes that were there and are not listed. What lies below a folder that could not be read is not gone. */
function goneNotes(before: readonly string[], listing: Listing): readonly string[] {
  const listed = new Set(listing.notes.map(({ path }) => path));
  return before.filter((path) => !listed.has(path) && !isUnreadable(path, listing));
}

function isUnreadable(path: string, listing: Listing): boolean {
  return listing.unreadable.some((folder) => path.startsWith(`${folder.path}/`));
}

function entryOf(note: IndexedNote | undefined): LoreEntry | undefined {
  return note?.reading.kind === 'entry' ? note.reading.entry : undefined;
}

function asRead(note: IndexedNote): IndexChange {
  return { kind: 'read', note };
}

/** A note that was read in another way than the rest of the index: the next look reads it again. */
function asUntrusted(change: IndexChange): IndexChange {
  return change.kind === 'read' ? asRead({ ...change.note, modified: 0 }) : change;
}

function asRemoved(path: string): IndexChange {
  return { kind: 'removed', path };
}

function pathOf(change: IndexChange): string {
  return change.kind === 'read' ? change.note.path : change.path;
}
