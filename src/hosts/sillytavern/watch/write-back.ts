import type { WireWatchedBook } from '../../../server/contract/wire-watch';
import { bookDigest, type BookData } from './book-digest';
import type { BookEditor } from './book-editor';
import type { BookServer } from './book-server';
import type { MirrorBoard } from './mirror-board';
import { withChanges } from './patch-book';
import type { BookReading, TavernBooks } from './tavern-books';

/** What writing back works with. */
export interface WriteBackPorts {
  readonly books: TavernBooks;
  readonly server: BookServer;
  readonly board: MirrorBoard;
  readonly editor: BookEditor;
}

type PresentBook = Extract<BookReading, { kind: 'book' }>;

/** SillyTavern saves a second after the last change; what the page holds for longer than this is old. In milliseconds. */
const savingMs = 3_000;

const notKept = 'SillyTavern did not keep the changed entries.';

/** Brings what was changed in the notes back into books. Nothing here rejects. */
export class WriteBack {
  readonly #ports: WriteBackPorts;
  /** Contents in the page that are other than in the file, and since when. */
  readonly #unsaved = new Map<string, { readonly digest: string; readonly since: number }>();

  constructor(ports: WriteBackPorts) {
    this.#ports = ports;
  }

  /**
   * Writes every entry that was changed in the notes alone; what was changed on both sides is the user's to decide. Gives
   * whether nothing is left to be written.
   *
   * @param isWanted asked once more just before anything is written
   */
  async run(item: WireWatchedBook, reading: PresentBook, isWanted: () => boolean): Promise<boolean> {
    const { server, board } = this.#ports;
    if (item.counts.changedHere === 0 && !board.isUnread(item.source.book)) return true;
    const told = await server.changes(item.id);
    if (told.kind !== 'ok' || told.value.digest !== reading.digest) return false;
    const ready = told.value.items.filter(({ kind }) => kind === 'changed' || kind === 'new');
    const data = withChanges(reading.data, ready);
    return bookDigest(data) === reading.digest || (await this.write(item, reading, data, isWanted));
  }

  /** Writes a book unless it is not what it was, or is being edited; gives whether it was written. */
  async write(
    item: WireWatchedBook,
    reading: PresentBook,
    data: BookData,
    isWanted = (): boolean => true,
  ): Promise<boolean> {
    const { books, board } = this.#ports;
    const { book } = item.source;
    if (!(await this.#isFree(book))) return false;
    const now = await books.read(book);
    if (now.kind !== 'book' || now.digest !== reading.digest || !isWanted()) return false;
    // From now on SillyTavern's copy says this in a turn as well.
    board.coverWritten(book, data);
    const isKept = await books.write(book, data).catch(() => false);
    if (!isKept) board.tell(book, notKept);
    else if (board.standing(book).problem === notKept) board.tell(book, '');
    if (isKept) await this.#tellServer(item, data);
    return isKept;
  }

  async #tellServer({ source: { book }, writeBack }: WireWatchedBook, data: BookData): Promise<void> {
    const { server, board } = this.#ports;
    const told = await server.mirror({ book, data, digest: bookDigest(data), writeBack });
    // Otherwise the next look sends it.
    if (told.kind === 'ok') board.take(told.value.book);
  }

  /** Nothing that the user writes at this moment would be lost: SillyTavern saves one book at a time. */
  async #isFree(book: string): Promise<boolean> {
    const { editor } = this.#ports;
    const open = editor.openBook();
    if (open === book && editor.isInUse()) return false;
    const concerned = open === undefined || open === book ? [book] : [book, open];
    for (const one of concerned) if (await this.#isBeingSaved(one)) return false;
    return true;
  }

  async #isBeingSaved(book: string): Promise<boolean> {
    const { books } = this.#ports;
    const held = await books.pageDigest(book).catch(() => undefined);
    const reading = await books.read(book, true);
    const isSaved = held === undefined || reading.kind !== 'book' || held === reading.digest;
    if (isSaved) {
      this.#unsaved.delete(book);
      return false;
    }
    const seen = this.#unsaved.get(book);
    if (seen?.digest === held) return performance.now() - seen.since < savingMs;
    this.#unsaved.set(book, { digest: held, since: performance.now() });
    return true;
  }
}
