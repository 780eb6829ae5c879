import type { WireWatchedChanges } from '../../../server/contract/wire-watch';
import type { SettingsStore } from '../settings';
import type { BookMirror } from './book-mirror';
import type { BookRounds } from './book-rounds';
import { awayText, type BookServer, type Kept, type Told } from './book-server';
import type { BookStanding, MirrorBoard } from './mirror-board';
import { withoutEntry } from './patch-book';
import type { TavernBooks } from './tavern-books';
import { newlyWatched, type WatchedBook } from './watched-book';
import type { WriteBack } from './write-back';

/** What the user's decisions work with. */
export interface DeskPorts {
  readonly settings: SettingsStore;
  readonly books: TavernBooks;
  readonly server: BookServer;
  readonly board: MirrorBoard;
  readonly mirror: BookMirror;
  readonly rounds: BookRounds;
  readonly writeBack: WriteBack;
}

const unreadable = 'SillyTavern could not read this book.';
const justChanged = 'The book has just changed. Try again in a moment.';
const edited = 'The book is being edited in SillyTavern. Try again in a moment.';

/** What the user sees of watched books, and decides about them. */
export class BookDesk {
  readonly #ports: DeskPorts;

  constructor(ports: DeskPorts) {
    this.#ports = ports;
  }

  /** Calls back whenever it stands otherwise with a book. */
  onChange(listener: () => void): void {
    this.#ports.board.onChange(listener);
  }

  /** Every book that there is, and those that are watched though they are not there any more. */
  names(): readonly string[] {
    const { settings, books } = this.#ports;
    const watched = settings.get().watchedBooks.map(({ book }) => book);
    return [...new Set([...books.names(), ...watched])].sort((one, other) => one.localeCompare(other));
  }

  /** What the user has chosen for a book; `undefined` when it is not watched. */
  choice(book: string): WatchedBook | undefined {
    return this.#ports.settings.get().watchedBooks.find((one) => one.book === book);
  }

  standing(book: string): BookStanding {
    return this.#ports.board.standing(book);
  }

  /** Begins to watch a book. */
  watch(book: string): void {
    const { settings, rounds } = this.#ports;
    if (this.choice(book) !== undefined) return;
    rounds.choose(book);
    settings.change({ watchedBooks: [...settings.get().watchedBooks, newlyWatched(book)] });
  }

  /** Changes how a book is watched. */
  change(book: string, part: Partial<Omit<WatchedBook, 'book'>>): void {
    const { settings, rounds } = this.#ports;
    const { watchedBooks } = settings.get();
    rounds.choose(book);
    settings.change({ watchedBooks: watchedBooks.map((one) => (one.book === book ? { ...one, ...part } : one)) });
  }

  /** Ends watching a book; its notes stay. Gives how many; `undefined` where the server cannot tell. */
  async unwatch(book: string): Promise<number | undefined> {
    const { settings, board, rounds, server } = this.#ports;
    const { item } = board.standing(book);
    rounds.forget(book);
    settings.change({ watchedBooks: settings.get().watchedBooks.filter((one) => one.book !== book) });
    board.drop(book);
    const told = item === undefined ? undefined : await server.forget(item.id);
    return told?.kind === 'ok' ? told.value : undefined;
  }

  /** Looks at all books now, and sends them whatever is known of them. */
  lookNow(): void {
    const { settings, mirror, rounds } = this.#ports;
    for (const { book } of settings.get().watchedBooks) {
      mirror.insist(book);
      rounds.choose(book);
    }
    rounds.lookAnew();
  }

  /** What the notes of a book say otherwise than the book. */
  async differences(book: string): Promise<Told<WireWatchedChanges>> {
    const { item } = this.standing(book);
    return item === undefined ? { kind: 'away' } : this.#ports.server.changes(item.id);
  }

  /** Settles what differs in an entry. Gives what is in the way, or '' when it is done. */
  async settle(book: string, uid: string, keep: Kept): Promise<string> {
    const { board, rounds, server } = this.#ports;
    const { item } = this.standing(book);
    const told = item === undefined ? undefined : await server.resolve(item.id, uid, keep);
    if (told?.kind !== 'ok') return told?.kind === 'refused' ? told.sentence : awayText;
    board.take(told.value);
    rounds.lookAnew();
    return '';
  }

  /** Takes an entry out of SillyTavern's book as well. Gives what is in the way, or '' when it is done. */
  async removeFromBook(book: string, at: string): Promise<string> {
    const { books, rounds, writeBack } = this.#ports;
    const { item } = this.standing(book);
    const reading = await books.read(book);
    if (item === undefined || reading.kind !== 'book') return unreadable;
    if (reading.digest !== item.digest) return justChanged;
    const isDone = await writeBack.write(item, reading, withoutEntry(reading.data, at));
    rounds.lookAnew();
    return isDone ? '' : edited;
  }
}
