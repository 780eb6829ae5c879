import { listOf, objectOf, textOf } from '../json-value';

/** One of SillyTavern's lorebooks that the user wants as notes. */
export interface WatchedBook {
  /** SillyTavern's name of the book. */
  readonly book: string;
  /** What is changed in the notes comes back into the book. */
  readonly writeBack: boolean;
  /** SillyTavern's own copy is silent in the turns that Lorehearth answers. */
  readonly silent: boolean;
  /** Its entries may come in chats in which SillyTavern itself does not use the book. */
  readonly everywhere: boolean;
}

/** Reads the stored choice; each book once, and what is missing gets its default. */
export function readWatchedBooks(stored: unknown): readonly WatchedBook[] {
  const books = new Map<string, WatchedBook>();
  for (const item of listOf(stored)) {
    const raw = objectOf(item);
    const book = textOf(raw?.['book']) ?? '';
    if (book === '' || books.has(book)) continue;
    books.set(book, {
      book,
      writeBack: raw?.['writeBack'] === true,
      silent: raw?.['silent'] !== false,
      everywhere: raw?.['everywhere'] === true,
    });
  }
  return [...books.values()];
}

/** A book as it is watched at first. */
export function newlyWatched(book: string): WatchedBook {
  return { book, writeBack: false, silent: true, everywhere: false };
}
