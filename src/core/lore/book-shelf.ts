import type { Book, BookSettingName, BookSettings } from './book';
import { foldFolder, isInFolder } from './book-folder';

const NOTHING: BookSettings = {};

/** The books of a vault. A note belongs to the book of the nearest folder around it; what that leaves out, the next one says. */
export class BookShelf {
  static readonly empty = new BookShelf([]);
  readonly #books: ReadonlyMap<string, Book>;
  readonly #settings = new Map<string, BookSettings>();

  constructor(books: readonly Book[]) {
    this.#books = new Map(books.map((book) => [foldFolder(book.folder), book]));
  }

  /** What the books around a note say together. */
  of(path: string): BookSettings {
    if (this.#books.size === 0) return NOTHING;
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    const known = this.#settings.get(folder);
    if (known) return known;
    const settings = Object.assign({}, ...this.#around(folder).map((book) => book.settings)) as BookSettings;
    this.#settings.set(folder, settings);
    return settings;
  }

  /** The nearest book around a folder, or of it, that says something about a setting. */
  whoSays(setting: BookSettingName, folder: string): Book | undefined {
    return this.#around(folder)
      .filter((book) => book.settings[setting] !== undefined)
      .at(-1);
  }

  /** The books in a folder, itself included. */
  within(folder: string): readonly Book[] {
    return [...this.#books.values()].filter((book) => isInFolder(book.folder, folder));
  }

  /** The books around a folder, the outermost first. */
  #around(folder: string): readonly Book[] {
    const parts = foldFolder(folder).split('/');
    const folders = ['', ...parts.map((_, at) => parts.slice(0, at + 1).join('/'))];
    return [...new Set(folders)].flatMap((one) => this.#books.get(one) ?? []);
  }
}

const shelves = new WeakMap<readonly Book[], BookShelf>();

/** The shelf of a list of books, made once for each list. */
export function shelfOf(books: readonly Book[]): BookShelf {
  const known = shelves.get(books) ?? new BookShelf(books);
  shelves.set(books, known);
  return known;
}
