import type { Book } from '../lore/book';
import { entryProblem, type EntryProblem } from '../lore/entry-problem';
import { noBooks, readBooks, type BooksReading } from '../lore/read-books';
import type { NoteSource } from '../ports/note-source';

/** The books of a vault, as its note of books defines them. A note that cannot be read leaves those of before. */
export class VaultBooks {
  #reading: BooksReading = noBooks;
  #defined = '[]';

  /** The newest that were understood; the list is another one only when they changed. */
  get books(): readonly Book[] {
    return this.#reading.books;
  }

  /** What is wrong with the note. */
  get problems(): readonly EntryProblem[] {
    return this.#reading.problems;
  }

  /** Takes the books that an earlier run knew, until the note is read. */
  restore(books: readonly Book[]): void {
    this.#defined = JSON.stringify(books);
    this.#reading = { ...noBooks, books };
  }

  /** Reads the note again; tells whether the books are others now. */
  async refresh(source: NoteSource, path: string): Promise<boolean> {
    const read = await this.#read(source, path);
    const books = read.isBroken ? this.#reading.books : read.books;
    const defined = JSON.stringify(books);
    const isOther = defined !== this.#defined;
    this.#defined = defined;
    this.#reading = { ...read, books: isOther ? books : this.#reading.books };
    return isOther;
  }

  async #read(source: NoteSource, path: string): Promise<BooksReading> {
    const file = path === '' ? { kind: 'missing' as const } : await source.read(path);
    switch (file.kind) {
      case 'text':
        return readBooks(path, file.text);
      case 'missing':
        return noBooks;
      case 'unreadable':
        return unreadable(path, `The note cannot be read: ${file.reason}.`);
      case 'too-large':
        return unreadable(path, 'The note is too large.');
      case 'binary':
        return unreadable(path, 'The file holds binary data.');
    }
  }
}

function unreadable(path: string, detail: string): BooksReading {
  return { books: [], problems: [entryProblem('books-broken', { path, line: 1 }, '', detail)], isBroken: true };
}
