import { LruMap } from '../base/lru-map';
import type { BookShelf } from '../lore/book-shelf';
import type { ParseOptions } from '../lore/parse-options';
import type { CardLore, TurnBook } from '../pipeline/card-lore';
import type { SentBook } from '../pipeline/retrieval';
import type { Log } from '../ports/log';
import type { IndexedNote, LoreIndex } from '../search/lore-index';
import { readCardBook, unreadBook, type CardBook } from './card-book';
import { cardNotes, type CardReading } from './card-notes';
import { cardPool, type CardPool, type ReadCardBook } from './card-pool';

/** What the books of cards need of the host. */
export interface CardBookParts {
  readonly log: Log;
  /** Gives the host its turn now and then. */
  readonly pause: () => Promise<void>;
  /** How notes are read now. */
  readonly parse: () => ParseOptions;
}

/** The lore that a turn draws on. */
export interface TurnLore {
  readonly index: LoreIndex;
  readonly shelf: BookShelf;
  readonly cards: CardLore;
}

/** The books of one turn. */
export interface TakenBooks {
  /** The same for the same books read in the same way. */
  readonly key: string;
  readonly books: readonly TurnBook[];
  readonly read: readonly ReadCardBook[];
}

interface ReadNotes {
  /** How they were read. */
  readonly key: string;
  readonly done: Promise<readonly IndexedNote[]>;
  /** What came of it, once it is done. */
  notes?: readonly IndexedNote[];
}

interface KnownPool {
  readonly vault: LoreIndex;
  readonly vaultShelf: BookShelf;
  readonly pool: CardPool;
}

/** Books that are remembered, and how many characters they may have together. */
const MOST_BOOKS = 64;
const MOST_CHARACTERS = 32 * 1024 * 1024;
/** Pools that are remembered: in a group each speaker has one. */
const MOST_POOLS = 8;

/** The books in characters' cards, as clients send them. Nothing of them is stored. */
export class CardBooks {
  readonly #books = new LruMap<string, CardBook>(MOST_BOOKS);
  readonly #notes = new WeakMap<CardBook, ReadNotes>();
  readonly #pools = new LruMap<string, KnownPool>(MOST_POOLS);

  constructor(private readonly parts: CardBookParts) {}

  /** A book that was sent before; undefined for a digest that is not known, or not any more. */
  find(digest: string): CardBook | undefined {
    return this.#books.get(digest);
  }

  /**
   * The books that a request brings or names. Where reading takes longer than a turn may wait it goes on for the next
   * one. Never rejects.
   *
   * @param shelf The books of the vault.
   * @param end Ends the waiting; without it there is no hurry.
   */
  async take(sent: readonly SentBook[], shelf: BookShelf, end?: AbortSignal): Promise<TakenBooks> {
    const reading = { parse: this.parts.parse(), around: shelf.of('note.md') };
    const key = JSON.stringify(reading);
    const books: TurnBook[] = [];
    const read: ReadCardBook[] = [];
    for (const one of withoutTwins(sent)) {
      const book = this.#receive(one);
      const notes = book && (await this.#read(book, key, reading, end));
      books.push(turnBook(one, book, notes));
      if (book && Array.isArray(notes)) read.push({ book, notes });
    }
    return { key: JSON.stringify([key, ...read.map(({ book }) => book.digest)]), books, read };
  }

  /** The vault's lore and that of the books in one pool, made once for each state of the vault. */
  pool({ key, books, read }: TakenBooks, vault: LoreIndex, vaultShelf: BookShelf): TurnLore {
    const known = this.#pools.get(key);
    const isNew = known?.vault !== vault || known.vaultShelf !== vaultShelf;
    const { index, shelf, lore } = isNew ? cardPool(vault, vaultShelf, read) : known.pool;
    if (isNew) this.#pools.set(key, { vault, vaultShelf, pool: { index, shelf, lore } });
    return { index, shelf, cards: { books, ...lore } };
  }

  #receive({ card, avatar, book, digest }: SentBook): CardBook | undefined {
    if (book === undefined) return digest === undefined ? undefined : this.#books.get(digest);
    const unread = unreadBook({ card, avatar }, book);
    const known = this.#books.get(unread.digest);
    if (known) return known;
    const fresh = readCardBook(unread);
    this.#books.set(fresh.digest, fresh);
    this.#forgetOld();
    return fresh;
  }

  #forgetOld(): void {
    let size = [...this.#books.values()].reduce((sum, { json }) => sum + json.length, 0);
    for (const { digest, json } of [...this.#books.values()].slice(0, -1)) {
      if (size <= MOST_CHARACTERS) return;
      this.#books.delete(digest);
      size -= json.length;
    }
  }

  async #read(
    book: CardBook,
    key: string,
    reading: CardReading,
    end: AbortSignal | undefined,
  ): Promise<readonly IndexedNote[] | 'late' | 'failed'> {
    const known = this.#notes.get(book);
    const work: ReadNotes = known?.key === key ? known : { key, done: cardNotes(book, reading, this.parts.pause) };
    this.#notes.set(book, work);
    if (work.notes) return work.notes;
    const failed = (error: unknown): 'failed' => {
      this.parts.log.warn(`The lorebook in the card of ${book.card} could not be read.`, error);
      return 'failed';
    };
    const done = work.done.then((notes) => (work.notes = notes)).catch(failed);
    return Promise.race([done, ...(end ? [ended(end)] : [])]);
  }
}

/** Who sends one card twice means it once. */
function withoutTwins(sent: readonly SentBook[]): readonly SentBook[] {
  const owners = new Map<string, SentBook>();
  for (const one of sent) {
    const owner = JSON.stringify([one.card, one.avatar]);
    if (!owners.has(owner)) owners.set(owner, one);
  }
  return [...owners.values()];
}

function turnBook(
  { card, avatar, digest = '' }: SentBook,
  book: CardBook | undefined,
  notes: readonly IndexedNote[] | 'late' | 'failed' | undefined,
): TurnBook {
  const owner = { card, avatar };
  if (!book || notes === undefined) return { ...owner, digest, name: '', state: 'unknown', entries: 0, problems: [] };
  const about = { ...owner, digest: book.digest, name: book.name, problems: book.problems };
  if (notes === 'late') return { ...about, state: 'late', entries: 0 };
  if (notes === 'failed') return { ...about, state: 'unreadable', entries: 0, problems: ['It could not be read.'] };
  return { ...about, state: book.isReadable ? 'read' : 'unreadable', entries: notes.length };
}

function ended(signal: AbortSignal): Promise<'late'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('late');
    else signal.addEventListener('abort', () => resolve('late'), { once: true });
  });
}
