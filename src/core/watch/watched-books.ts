import { ReadOnlyDocument } from '../documents/read-only-document';
import type { ImportMemory } from '../imports/import-memory';
import type { UndoReport } from '../imports/import-report';
import type { ImportSettings, LoreImports } from '../imports/lore-imports';
import type { LoreEntry } from '../lore/lore-entry';
import { sourceOf } from '../lore/source-property';
import type { Clock } from '../ports/clock';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import type { NoteSource } from '../ports/note-source';
import type { NoteWriter } from '../ports/note-writer';
import { bookChanges, countChanges, type BookChange, type BookCounts } from './book-changes';
import { BookViews, noteHash, type EntryView, type ViewParts } from './book-views';
import { mirrorBook, type Mirrored } from './mirror-book';
import { unchangedReport, type MirrorReport } from './mirror-report';
import type { MirroringParts, MirrorRefusal, MirrorRequest } from './mirror-request';
import { NoteFinder } from './note-finder';
import { settleEntry, type KeptSide } from './settle-entry';
import { undoStep } from './undo-step';
import { readSteps, settledStep, writeSteps, type StepsPlace, type UndoStep } from './undo-steps';
import { watchedBookId, type TrackedEntry, type WatchedBook, type WatchStep } from './watched-book';
import { WatchMemory } from './watch-memory';

/** What watching is made with. */
export interface WatchParts {
  readonly source: NoteSource;
  readonly writer: NoteWriter;
  readonly store: DocumentStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Imports of files, which remember the same sources. */
  readonly imports: Pick<LoreImports, 'exclusively' | 'remembered'>;
  /** The entries of the vault, as far as they are known. */
  readonly entries: () => Iterable<LoreEntry>;
  /** Settings as they are now. */
  readonly settings: () => ImportSettings;
  /** A note as the index reads it; undefined for one that is no entry. */
  readonly parse: (path: string, text: string) => LoreEntry | undefined;
  /** Gives the host its turn now and then. */
  readonly pause: () => Promise<void>;
}

/** A watched book as it stands now. */
export interface WatchedOverview {
  readonly book: WatchedBook;
  readonly counts: BookCounts;
}

/** How a request about one book ended; `missing` where there is no such book, or nothing to settle. */
export type Resolution =
  | { readonly kind: 'settled'; readonly overview: WatchedOverview }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly sentence: string };

const NOT_KEPT = 'The data folder cannot be written, so nothing was begun: no undo could be kept.';

/** Lorebooks of SillyTavern that are mirrored into the vault as they change. One thing at a time, and none beside an import. */
export class WatchedBooks {
  readonly #memory: WatchMemory;
  readonly #views = new BookViews();

  constructor(private readonly parts: WatchParts) {
    this.#memory = new WatchMemory(parts.store, parts.log);
  }

  /** By name. */
  async list(): Promise<readonly WatchedOverview[]> {
    await this.#memory.load();
    const books = this.#memory.books.filter(({ isStopped }) => !isStopped);
    const overviews: WatchedOverview[] = [];
    for (const book of books) overviews.push(await this.#overview(book));
    return overviews.sort((a, b) => (a.book.book < b.book.book ? -1 : 1));
  }

  /** The name of the book of every entry that is mirrored, by the entry's source. */
  async bookBySource(): Promise<ReadonlyMap<string, string>> {
    await this.#memory.load();
    const books = new Map<string, string>();
    for (const book of this.#memory.books.filter(({ isStopped, isGone }) => !isStopped && !isGone))
      for (const { source } of await this.#memory.entries(book)) books.set(source, book.book);
    return books;
  }

  /** What can be undone, a line for each book; those that are not watched any more too. */
  async steps(): Promise<readonly { readonly book: WatchedBook; readonly step: WatchStep }[]> {
    await this.#memory.load();
    return this.#memory.books.flatMap((book) => (book.undo ? [{ book, step: book.undo }] : []));
  }

  /** Mirrors a book as it is now. The same digest again does nothing. */
  async mirror(
    request: MirrorRequest,
  ): Promise<{ kind: 'mirrored'; overview: WatchedOverview; report: MirrorReport } | MirrorRefusal> {
    const mirrored = await this.#exclusively<Mirrored | MirrorRefusal>((memory) => this.#mirror(request, memory));
    if (mirrored.kind !== 'mirrored') return mirrored;
    return { kind: 'mirrored', report: mirrored.report, overview: await this.#overview(mirrored.book) };
  }

  /** Every entry of a book beside its note; undefined for a book that is not watched. */
  async entries(id: string): Promise<{ book: WatchedBook; views: readonly EntryView[] } | undefined> {
    const book = await this.#watched(id);
    return book && { book, views: await this.#viewsOf(book) };
  }

  /** What the vault says otherwise than a book; undefined for a book that is not watched. */
  async changes(id: string): Promise<{ book: WatchedBook; changes: readonly BookChange[] } | undefined> {
    const book = await this.#watched(id);
    if (!book) return undefined;
    const parts = { ...this.#viewParts(await this.parts.imports.remembered()), parse: this.parts.parse };
    return { book, changes: await bookChanges(book, await this.#viewsOf(book), parts) };
  }

  /** Settles what differs in one entry. */
  async resolve(id: string, uid: string, keep: KeptSide): Promise<Resolution> {
    const settled = await this.#exclusively((memory) => this.#resolve(id, uid, keep, memory));
    const book = this.#memory.book(id);
    if (settled.kind !== 'settled' || !book) return settled.kind === 'refused' ? settled : { kind: 'missing' };
    return { kind: 'settled', overview: await this.#overview(book) };
  }

  /** The book was deleted where it came from; its notes stay. */
  gone(id: string): Promise<WatchedOverview | undefined> {
    return this.#change(id, { isGone: true });
  }

  /** Mirrors a book no longer; its notes stay. */
  stop(id: string): Promise<WatchedOverview | undefined> {
    return this.#change(id, { isStopped: true });
  }

  /** Takes the newest step of a book back; undefined where there is none. */
  async undo(id: string): Promise<UndoReport | undefined> {
    const undone = await this.#exclusively(async (memory) => {
      const book = this.#memory.book(id);
      const place = book && this.#place(book);
      const steps = place ? await readSteps(place) : [];
      const step = steps.at(-1);
      return book && place && step ? this.#undo(book, place, steps, step, memory) : undefined;
    });
    return undone && 'kind' in undone ? undefined : undone;
  }

  async #mirror(request: MirrorRequest, memory: ImportMemory): Promise<Mirrored | MirrorRefusal> {
    const { source, clock } = this.parts;
    const before = this.#memory.book(watchedBookId(request.book));
    if (before && isKnown(before, request)) return this.#unchanged(before, request);
    const listing = await source.list();
    if (listing.kind === 'unreachable') return { kind: 'refused', sentence: listing.reason };
    const paths = listing.notes.map(({ path }) => path);
    return mirrorBook(request, { ...this.#mirrorParts(memory, paths), watched: this.#memory, now: clock.now() });
  }

  async #unchanged(before: WatchedBook, { writeBack = before.writeBack }: MirrorRequest): Promise<Mirrored> {
    const book = { ...before, isGone: false, writeBack, seenAt: this.parts.clock.now() };
    await this.#memory.keep(book);
    const { conflicts, missing, removedHere } = (await this.#overview(book)).counts;
    const unchanged = book.entries - conflicts - removedHere;
    return { kind: 'mirrored', book, report: unchangedReport({ unchanged, conflicts, missing, removedHere }) };
  }

  async #resolve(id: string, uid: string, keep: KeptSide, memory: ImportMemory) {
    const book = this.#memory.book(id);
    const entries = book && !book.isStopped ? await this.#memory.entries(book) : [];
    const entry = entries.find((one) => one.uid === uid);
    const listing = await this.parts.source.list();
    if (!book || !entry) return { kind: 'missing' as const };
    if (listing.kind === 'unreachable') return { kind: 'refused' as const, sentence: listing.reason };
    const view = await this.#views.one(book, entry, this.#viewParts(memory));
    const paths = listing.notes.map(({ path }) => path);
    const place = this.#place(book);
    const steps = await readSteps(place);
    const settled = await settleEntry(book, view, keep, this.#mirrorParts(memory, paths));
    if (settled.kind !== 'settled') return settled.kind === 'refused' ? settled : { kind: 'missing' as const };
    const { notes = [], removed = [] } = settled.step;
    const isStep = notes.length + removed.length > 0;
    const at = this.parts.clock.now();
    if (isStep) await writeSteps(place, [...steps, settledStep(at, settled.step)]);
    const next = entries.flatMap((one) => (one !== entry ? [one] : (settled.entry ?? [])));
    await memory.save();
    const updated = notes.length + removed.length;
    await this.#memory.keep({ ...book, ...(isStep && { undo: { at, created: 0, updated } }) }, next);
    return { kind: 'settled' as const };
  }

  async #undo(
    book: WatchedBook,
    place: StepsPlace,
    steps: readonly UndoStep[],
    step: UndoStep,
    memory: ImportMemory,
  ): Promise<UndoReport> {
    const { source, writer, pause } = this.parts;
    const paths = new Map([...this.parts.entries()].map((entry) => [sourceOf(entry), entry.path]));
    const parts = { source, writer, pause, memory, pathOf: (id: string) => paths.get(id) };
    const { report, entries } = await undoStep(book.id, step, await this.#memory.entries(book), parts);
    const left = steps.slice(0, -1);
    await writeSteps(place, left);
    await memory.save();
    const { loreTag } = this.parts.settings();
    const hashed = entries.map((entry): TrackedEntry => ({ ...entry, hash: noteHash(book, entry, loreTag) }));
    const { undo: _, ...rest } = book;
    const undo = stepOf(left.at(-1));
    await this.#memory.keep({ ...rest, ...(undo && { undo }) }, hashed);
    return report;
  }

  async #change(id: string, change: Partial<WatchedBook>): Promise<WatchedOverview | undefined> {
    const changed = await this.#exclusively(async () => {
      const book = await this.#watched(id);
      if (!book) return undefined;
      await this.#memory.keep({ ...book, ...change });
      return { ...book, ...change };
    });
    return changed && 'id' in changed ? this.#overview(changed) : undefined;
  }

  /** Nothing is begun where nothing could be kept. */
  async #exclusively<Result>(
    work: (memory: ImportMemory) => Promise<Result>,
  ): Promise<Result | Extract<MirrorRefusal, { kind: 'refused' }>> {
    return this.parts.imports.exclusively(async (memory) => {
      await this.#memory.load();
      const { readOnly } = this.#memory;
      if (readOnly !== undefined) return { kind: 'refused' as const, sentence: readOnly };
      try {
        return await work(memory);
      } catch (error) {
        if (error instanceof ReadOnlyDocument) return { kind: 'refused' as const, sentence: error.message };
        this.parts.log.warn('A watched lorebook could not be worked on.', error);
        return { kind: 'refused' as const, sentence: NOT_KEPT };
      }
    });
  }

  async #watched(id: string): Promise<WatchedBook | undefined> {
    await this.#memory.load();
    const book = this.#memory.book(id);
    return book?.isStopped === true ? undefined : book;
  }

  async #overview(book: WatchedBook): Promise<WatchedOverview> {
    return { book, counts: countChanges(await this.#viewsOf(book)) };
  }

  async #viewsOf(book: WatchedBook): Promise<readonly EntryView[]> {
    const parts = this.#viewParts(await this.parts.imports.remembered());
    return this.#views.of(book, await this.#memory.entries(book), parts);
  }

  #place({ id, slot }: WatchedBook): StepsPlace {
    const { store, log } = this.parts;
    return { store, log, book: id, slot };
  }

  #viewParts(memory: ImportMemory): ViewParts {
    const { source, entries, settings, pause } = this.parts;
    const known = (id: string) => memory.source(id);
    const finder = new NoteFinder(source, entries(), (id) => known(id)?.path);
    return { finder, known, loreTag: settings().loreTag, pause };
  }

  #mirrorParts(memory: ImportMemory, paths: readonly string[]): Omit<MirroringParts, 'watched' | 'now'> {
    const { source, writer, store, log, entries, settings, pause } = this.parts;
    const { finder } = this.#viewParts(memory);
    const stored = { store, log, memory };
    return { source, writer, ...stored, finder, paths, pause, entries: [...entries()], settings: settings() };
  }
}

function isKnown(book: WatchedBook, { digest, folder, renamedFrom }: MirrorRequest): boolean {
  const isSame = book.digest === digest && book.isComplete && !book.isStopped && folder === undefined;
  return isSame && (renamedFrom === undefined || renamedFrom === book.book);
}

function stepOf(step: UndoStep | undefined): WatchStep | undefined {
  if (!step) return undefined;
  const updated = step.notes.filter(({ before }) => before !== undefined).length;
  return { at: step.at, created: step.notes.length - updated, updated };
}
