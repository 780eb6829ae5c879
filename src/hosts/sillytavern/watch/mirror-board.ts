import type { WireWatchedBook, WireWatchedEntries } from '../../../server/contract/wire-watch';
import { textOf } from '../json-value';
import { entriesOf, entryDigest, type BookData } from './book-digest';

/** How it stands with one book. */
export interface BookStanding {
  /** As the server has it; `undefined` before it was mirrored. */
  readonly item: WireWatchedBook | undefined;
  /** What is in the way, as a sentence; '' when nothing is. */
  readonly problem: string;
  /** It is being sent. */
  readonly busy: boolean;
}

/** What is known of the books of one server. */
export class MirrorBoard {
  readonly #listeners = new Set<() => void>();
  readonly #items = new Map<string, WireWatchedBook>();
  readonly #problems = new Map<string, string>();
  readonly #busy = new Set<string>();
  /** Books whose notes may have changed. */
  readonly #unread = new Set<string>();
  /** By book and number: every content of an entry that the notes have had, with the digest of the book they are of. */
  readonly #covered = new Map<string, { readonly digest: string; readonly entries: Map<string, Set<string>> }>();

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  item(book: string): WireWatchedBook | undefined {
    return this.#items.get(book);
  }

  standing(book: string): BookStanding {
    return { item: this.item(book), problem: this.#problems.get(book) ?? '', busy: this.#busy.has(book) };
  }

  /** The server has told of all of its books. */
  takeAll(items: readonly WireWatchedBook[]): void {
    this.#items.clear();
    for (const item of items) {
      this.#items.set(item.source.book, item);
      this.#unread.add(item.source.book);
    }
    for (const book of this.#covered.keys()) if (!this.#items.has(book)) this.#covered.delete(book);
    this.#changed();
  }

  /** The server has told of one book. */
  take(item: WireWatchedBook): void {
    this.#items.set(item.source.book, item);
    this.#changed();
  }

  /** What is in the way of a book; '' for nothing. */
  tell(book: string, problem: string): void {
    if (this.standing(book).problem === problem) return;
    this.#problems.set(book, problem);
    this.#changed();
  }

  setBusy(book: string, busy: boolean): void {
    if (busy) this.#busy.add(book);
    else this.#busy.delete(book);
    this.#changed();
  }

  /** A book is not watched any more. */
  drop(book: string): void {
    for (const part of [this.#items, this.#problems, this.#covered, this.#unread]) part.delete(book);
    this.#changed();
  }

  /** Another server is there, or none: nothing is known any more. */
  clear(): void {
    for (const part of [this.#items, this.#problems, this.#covered, this.#unread]) part.clear();
    this.#changed();
  }

  /** The notes of a book may have changed since `isRead`. */
  isUnread(book: string): boolean {
    return this.#unread.has(book);
  }

  setRead(book: string): void {
    this.#unread.delete(book);
  }

  /** The notes are known to be of this content of the book. */
  isCovered(book: string, digest: string): boolean {
    return this.#covered.get(book)?.digest === digest && !this.isUnread(book);
  }

  /**
   * Notes which entries of a book have notes. What an entry said before counts as well, for the page may hold an older
   * content of the book than its file has.
   */
  cover(book: string, data: BookData, { digest, items }: WireWatchedEntries): void {
    const entries = this.#covered.get(book)?.entries ?? new Map<string, Set<string>>();
    const noted = new Set(items.filter(({ path }) => path !== undefined).map(({ uid }) => uid));
    for (const entry of entriesOf(data)) {
      const uid = uidOf(entry);
      if (noted.has(uid)) entries.set(uid, (entries.get(uid) ?? new Set()).add(entryDigest(entry)));
      else entries.delete(uid);
    }
    this.#covered.set(book, { digest, entries });
  }

  /** What notes say is written into a book: its entries that have notes are covered in their new content as well. */
  coverWritten(book: string, data: BookData): void {
    const known = this.#covered.get(book)?.entries;
    for (const entry of entriesOf(data)) known?.get(uidOf(entry))?.add(entryDigest(entry));
  }

  /** Whether the notes say what an entry of SillyTavern says. */
  covers(book: string, entry: Readonly<Record<string, unknown>>): boolean {
    return this.#covered.get(book)?.entries.get(uidOf(entry))?.has(entryDigest(entry)) === true;
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

function uidOf({ uid }: Readonly<Record<string, unknown>>): string {
  return typeof uid === 'number' ? String(uid) : (textOf(uid) ?? '');
}
