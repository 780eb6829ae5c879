import { listOf } from '../base/json-value';
import { readStored } from '../documents/read-stored';
import { storedDocuments } from '../documents/stored-documents';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import { readTrackedEntry, readWatchedBook, type TrackedEntry, type WatchedBook } from './watched-book';

const DOCUMENT = storedDocuments.watched;
/** Books that are not watched any more and still remembered; those seen longest ago are forgotten first. */
const MOST_STOPPED = 20;

/** The watched books and their entries, kept in the document `watched` and one more for each book. */
export class WatchMemory {
  readonly #books = new Map<string, WatchedBook>();
  readonly #entries = new Map<string, readonly TrackedEntry[]>();
  #loading: Promise<void> | undefined;
  #readOnly: string | undefined;

  constructor(
    private readonly store: DocumentStore,
    private readonly log: Log,
  ) {}

  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** Why nothing is mirrored, as a sentence for the user: what could not be remembered. Undefined where it can be. */
  get readOnly(): string | undefined {
    return this.#readOnly;
  }

  /** Those that are not watched any more too. */
  get books(): readonly WatchedBook[] {
    return [...this.#books.values()];
  }

  book(id: string): WatchedBook | undefined {
    return this.#books.get(id);
  }

  /** The entries of a book, as it was mirrored last. */
  async entries(book: WatchedBook): Promise<readonly TrackedEntry[]> {
    const known = this.#entries.get(book.id);
    if (known) return known;
    const { value } = await readStored(DOCUMENT, { store: this.store, log: this.log }, entriesDocument(book));
    const isOwn = value?.['book'] === book.id;
    const entries = isOwn ? listOf(value['entries']).flatMap((entry) => readTrackedEntry(entry) ?? []) : [];
    this.#entries.set(book.id, entries);
    return entries;
  }

  /** A number that no book uses. */
  freeSlot(): number {
    const used = new Set(this.books.map(({ slot }) => slot));
    let slot = 0;
    while (used.has(slot)) slot += 1;
    return slot;
  }

  /** Keeps a book, and its entries where they are given. Rejects when the platform refuses. */
  async keep(book: WatchedBook, entries?: readonly TrackedEntry[]): Promise<void> {
    this.#books.set(book.id, book);
    this.#forgetStopped();
    if (entries) {
      this.#entries.set(book.id, entries);
      await this.store.write(entriesDocument(book), { version: DOCUMENT.version, book: book.id, entries });
    }
    await this.#save();
  }

  /** Gives a book another name, and its entries with it. */
  async rename(before: WatchedBook, book: WatchedBook): Promise<void> {
    const entries = await this.entries(before);
    this.#books.delete(before.id);
    this.#entries.delete(before.id);
    await this.keep(book, entries);
  }

  async #load(): Promise<void> {
    const { value, readOnly } = await readStored(DOCUMENT, { store: this.store, log: this.log });
    this.#readOnly = readOnly;
    for (const book of listOf(value?.['books']).flatMap((one) => readWatchedBook(one) ?? []))
      this.#books.set(book.id, book);
  }

  #forgetStopped(): void {
    const stopped = this.books.filter(({ isStopped }) => isStopped).sort((a, b) => b.seenAt - a.seenAt);
    for (const { id } of stopped.slice(MOST_STOPPED)) {
      this.#books.delete(id);
      this.#entries.delete(id);
    }
  }

  async #save(): Promise<void> {
    await this.store.write(DOCUMENT.name, { version: DOCUMENT.version, books: this.books });
  }
}

function entriesDocument({ slot }: WatchedBook): string {
  return `${DOCUMENT.name}-${String(slot)}`;
}
