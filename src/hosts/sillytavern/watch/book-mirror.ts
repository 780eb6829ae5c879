import type { WireMirrorReport, WireWatchedBook } from '../../../server/contract/wire-watch';
import type { SettingsStore } from '../settings';
import { awayText, type BookServer } from './book-server';
import { findHeir } from './find-heir';
import type { MirrorBoard } from './mirror-board';
import type { BookReading, TavernBooks } from './tavern-books';
import type { WatchedBook } from './watched-book';
import type { WriteBack } from './write-back';

/** What mirroring works with. */
export interface MirrorPorts {
  readonly books: TavernBooks;
  readonly server: BookServer;
  readonly board: MirrorBoard;
  readonly settings: SettingsStore;
  readonly writeBack: WriteBack;
}

/** What this page may do besides looking. */
export interface MirrorRights {
  readonly send: boolean;
  readonly writeBack: boolean;
}

type PresentBook = Extract<BookReading, { kind: 'book' }>;

/** A content that was refused is not sent again for so long, or for less while the server cannot yet. In milliseconds. */
const refusedMs = { usual: 60_000, notYet: 10_000 } as const;
/** A new name that was seen first this long before the old one went may be of the same book, in milliseconds. */
const renamingMs = 30_000;

const unreadable = 'SillyTavern could not read this book. Its notes stay as they are.';
const passing: ReadonlySet<string> = new Set([unreadable, awayText]);
const unknown = 'SillyTavern has no lorebook of this name any more.';

/** Brings one book at a time to the server as it is now. Nothing here rejects. */
export class BookMirror {
  readonly #ports: MirrorPorts;
  /** What was refused, by book. */
  readonly #refused = new Map<string, { readonly digest: string; readonly until: number }>();
  /** Books to be sent whatever is known of them. */
  readonly #insisted = new Set<string>();
  /** The former name of a book that was renamed. */
  readonly #formerNames = new Map<string, string>();
  /** When each book was seen first, in milliseconds. */
  readonly #firstSeen = new Map<string, number>();
  /** Books that were there when they were looked at. */
  readonly #present = new Set<string>();

  constructor(ports: MirrorPorts) {
    this.#ports = ports;
  }

  /** Notes which books there are; those of the first time were there before. */
  noteNames(): void {
    const isFirst = this.#firstSeen.size === 0;
    for (const book of this.#ports.books.names()) {
      if (!this.#firstSeen.has(book)) this.#firstSeen.set(book, isFirst ? -Infinity : performance.now());
    }
  }

  /** A book is sent at its next look, even if it was refused or the server has it. */
  insist(book: string): void {
    this.#refused.delete(book);
    this.#insisted.add(book);
  }

  /** Looks at a book, and sends it if it is another than the server has. */
  async check(choice: WatchedBook, may: MirrorRights): Promise<void> {
    const { books, board } = this.#ports;
    const reading = await books.read(choice.book, board.item(choice.book)?.entries === 0);
    if (reading.kind === 'failed') board.tell(choice.book, unreadable);
    else if (reading.kind === 'absent') await this.#absent(choice, may.send);
    else await this.#read(choice, reading, may);
  }

  async #read(choice: WatchedBook, reading: PresentBook, may: MirrorRights): Promise<void> {
    const { board, writeBack } = this.#ports;
    const known = board.item(choice.book);
    this.#present.add(choice.book);
    const isSame = known !== undefined && isUpToDate(known, choice, reading) && !this.#insisted.has(choice.book);
    if (isSame && passing.has(board.standing(choice.book).problem)) board.tell(choice.book, '');
    const item = isSame ? known : may.send ? await this.#send(choice, reading) : undefined;
    if (item === undefined) return;
    await this.#cover(item, reading);
    const isWanted = (): boolean => this.#wantsWriting(choice.book);
    const isDone = !choice.writeBack || !may.writeBack || (await writeBack.run(item, reading, isWanted));
    if (isDone) board.setRead(choice.book);
  }

  async #send({ book, writeBack }: WatchedBook, reading: PresentBook): Promise<WireWatchedBook | undefined> {
    const { board, server } = this.#ports;
    const { data, digest } = reading;
    if (this.#wasRefused(book, digest)) return undefined;
    const renamedFrom = this.#formerNames.get(book);
    this.#insisted.delete(book);
    board.setBusy(book, true);
    const told = await server.mirror({
      book,
      data,
      digest,
      writeBack,
      ...(renamedFrom !== undefined && { renamedFrom }),
    });
    board.setBusy(book, false);
    if (told.kind === 'ok') {
      this.#formerNames.delete(book);
      board.take(told.value.book);
      board.tell(book, failuresText(told.value.report));
      return told.value.book;
    }
    if (told.kind === 'refused') {
      const wait = told.status === 409 ? refusedMs.notYet : refusedMs.usual;
      this.#refused.set(book, { digest, until: performance.now() + wait });
    }
    board.tell(book, told.kind === 'refused' ? told.sentence : awayText);
    return undefined;
  }

  /** The user may have changed his mind while a look was under way. */
  #wantsWriting(book: string): boolean {
    return this.#ports.settings.get().watchedBooks.some((one) => one.book === book && one.writeBack);
  }

  #wasRefused(book: string, digest: string): boolean {
    const refused = this.#refused.get(book);
    return refused?.digest === digest && performance.now() < refused.until;
  }

  async #cover(item: WireWatchedBook, { data, digest }: PresentBook): Promise<void> {
    const { board, server } = this.#ports;
    const { book } = item.source;
    if (board.isCovered(book, digest)) return;
    const told = await server.entries(item.id);
    if (told.kind === 'ok' && told.value.digest === digest) board.cover(book, data, told.value);
  }

  async #absent(choice: WatchedBook, maySend: boolean): Promise<void> {
    const { board, server } = this.#ports;
    const item = board.item(choice.book);
    if (item === undefined) board.tell(choice.book, unknown);
    if (item === undefined || item.state === 'gone' || !maySend) return;
    const heir = await this.#heirOf(item);
    if (heir !== undefined) {
      this.#rename(choice, heir);
      return;
    }
    const told = await server.gone(item.id);
    if (told.kind !== 'ok') return;
    board.take(told.value);
    board.tell(choice.book, '');
  }

  async #heirOf({ digest, entries, source }: WireWatchedBook): Promise<string | undefined> {
    const { books, settings } = this.#ports;
    const chosen = new Set(settings.get().watchedBooks.map(({ book }) => book));
    const wasHere = this.#present.has(source.book);
    // Empty books are all alike.
    if (entries === 0 && !wasHere) return undefined;
    const newest = performance.now() - renamingMs;
    // What was renamed before our eyes has a name that nobody has seen before.
    const isOld = (book: string): boolean => wasHere && (this.#firstSeen.get(book) ?? Infinity) < newest;
    return findHeir(books, { digest, isOther: (book) => chosen.has(book) || isOld(book) });
  }

  #rename({ book }: WatchedBook, heir: string): void {
    const { settings } = this.#ports;
    const { watchedBooks } = settings.get();
    this.#formerNames.set(heir, book);
    // Whoever follows the settings looks at the new name then.
    settings.change({ watchedBooks: watchedBooks.map((one) => (one.book === book ? { ...one, book: heir } : one)) });
  }
}

function isUpToDate(item: WireWatchedBook, choice: WatchedBook, { digest }: PresentBook): boolean {
  return item.state !== 'gone' && item.digest === digest && item.writeBack === choice.writeBack;
}

function failuresText({ failed }: WireMirrorReport): string {
  const [first] = failed;
  if (first === undefined) return '';
  const entries = failed.length === 1 ? 'One entry' : `${String(failed.length)} entries`;
  return `${entries} could not become a note. ${first.title}: ${first.sentence}`;
}
