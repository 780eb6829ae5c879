import type { SettingsStore } from '../settings';
import type { BookMirror } from './book-mirror';
import { awayText, type BookServer } from './book-server';
import { DueWork } from './due-work';
import type { MirrorBoard } from './mirror-board';
import type { WatchedBook } from './watched-book';

/** What looking at books works with. */
export interface RoundsPorts {
  readonly server: BookServer;
  readonly board: MirrorBoard;
  readonly mirror: BookMirror;
  readonly settings: SettingsStore;
  /** Nobody looks at the page. */
  readonly isHidden: () => boolean;
  /** This is the page of the browser that follows books. */
  readonly isSeated: () => boolean;
}

/** The key of a look at all books; no book is called so. */
const all = '';
/** SillyTavern saves while the user writes; this much quiet ends a change. In milliseconds. */
const restMs = 600;
/** Books that others write come without an event. In milliseconds. */
const lookMs = { least: 5_000, most: 60_000 } as const;
/** Looking may take this part of the time. */
const lookShare = 0.05;
/** How often the server is asked for its list though it has announced nothing, in milliseconds. */
const listMs = 60_000;
/** How soon it is tried again to write into a book that is being edited, in milliseconds. */
const editorMs = 1_500;
/** A generation gets its lore within this time, or none. In milliseconds. */
const generationMs = 30_000;

/** Looks at books: soon where something is known to have changed, and at all of them again and again. */
export class BookRounds {
  readonly #ports: RoundsPorts;
  readonly #due = new DueWork((key) => this.#work(key));
  /** Books that were changed in this very page, which then may send them. */
  readonly #changedHere = new Set<string>();
  #listedAt = -Infinity;
  /** Why the server has not told its list; '' for nothing. */
  #listProblem = '';
  #spentMs = 0;

  constructor(ports: RoundsPorts) {
    this.#ports = ports;
  }

  /** Looks at all books soon. */
  look(): void {
    this.#due.within(all, restMs);
  }

  /** Looks at all books now, and asks the server for its list first. */
  lookAnew(): void {
    this.#listedAt = -Infinity;
    this.#due.within(all, 0);
  }

  /** Notes have changed, maybe some that are of a book: the same, after a moment in which more may follow. */
  notesChanged(): void {
    this.#listedAt = -Infinity;
    this.look();
  }

  /** A book was saved in this page. */
  saved(book: string): void {
    this.choose(book);
    this.#due.later(book, restMs);
  }

  /** The user has decided something about a book in this page. */
  choose(book: string): void {
    this.#changedHere.add(book);
  }

  forget(book: string): void {
    this.#due.forget(book);
    this.#changedHere.delete(book);
  }

  /** A generation wants its lore now: nothing is begun meanwhile. */
  hold(): void {
    this.#due.hold(generationMs);
  }

  release(): void {
    this.#due.release();
  }

  /** Nothing more is begun, for good. */
  stop(): void {
    this.#due.stop();
  }

  async #work(key: string): Promise<void> {
    const begin = performance.now();
    try {
      if (key === all) await this.#lookAtAll();
      else await this.#lookAt(key);
    } catch (error) {
      // A look that fails is made again; the page must not suffer from it.
      if (key !== all) this.#ports.board.tell(key, `Mirroring failed: ${String(error)}`);
    }
    this.#spentMs += performance.now() - begin;
    if (key === all) this.#rest();
  }

  /** The next look at all comes the later, the longer the last ones took. */
  #rest(): void {
    const { isHidden, settings } = this.#ports;
    const wait = isHidden() ? lookMs.most : Math.max(lookMs.least, this.#spentMs / lookShare);
    this.#spentMs = 0;
    if (settings.get().watchedBooks.length > 0) this.#due.within(all, Math.min(wait, lookMs.most));
  }

  async #lookAtAll(): Promise<void> {
    const { server, mirror, settings } = this.#ports;
    const { watchedBooks } = settings.get();
    if (server.base === undefined || watchedBooks.length === 0) return;
    if (performance.now() - this.#listedAt >= listMs && !(await this.#list(watchedBooks))) return;
    mirror.noteNames();
    for (const { book } of watchedBooks) this.#due.within(book, 0);
  }

  async #list(watchedBooks: readonly WatchedBook[]): Promise<boolean> {
    const { server, board } = this.#ports;
    const asked = performance.now();
    const before = this.#listProblem;
    const told = await server.list();
    if (told.kind === 'ok') {
      this.#listedAt = asked;
      board.takeAll(told.value);
    }
    this.#listProblem = told.kind === 'ok' ? '' : told.kind === 'refused' ? told.sentence : awayText;
    for (const { book } of watchedBooks) {
      if (told.kind !== 'ok' || board.standing(book).problem === before) board.tell(book, this.#listProblem);
    }
    return told.kind === 'ok';
  }

  async #lookAt(book: string): Promise<void> {
    const { server, board, mirror, settings } = this.#ports;
    const choice = settings.get().watchedBooks.find((one) => one.book === book);
    if (choice === undefined || server.base === undefined) return;
    const isOurs = this.#changedHere.delete(book);
    const isSeated = this.#ports.isSeated();
    await mirror.check(choice, { send: isSeated || isOurs, writeBack: isSeated });
    // Writing back waits for what the user does in the editor.
    if (isSeated && choice.writeBack && board.isUnread(book)) this.#due.within(book, editorMs);
  }
}
