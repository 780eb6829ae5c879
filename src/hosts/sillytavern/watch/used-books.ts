import { objectOf, textOf } from '../json-value';
import { entryLists } from './entry-lists';
import type { WatchedBook } from './watched-book';

/** What SillyTavern loaded for its last scan. */
interface LastScan {
  /** File name of the chat that was open. */
  readonly chat: string | undefined;
  readonly books: ReadonlySet<string>;
}

/**
 * Which of SillyTavern's lorebooks are in use in the open chat: those whose entries it loaded for its last scan. They
 * may be on everywhere, or belong to the chat, to the persona or to a character; SillyTavern alone knows.
 */
export class UsedBooks {
  #last: LastScan | undefined;

  /**
   * SillyTavern has loaded the entries for a scan.
   *
   * @param chat file name of the open chat
   * @param loaded its lists, before anybody shortened them
   */
  entriesLoaded(chat: string | undefined, loaded: unknown): void {
    const worlds = entryLists(loaded).flatMap((list) => list.map((entry) => textOf(objectOf(entry)?.['world']) ?? ''));
    this.#last = { chat, books: new Set(worlds) };
  }

  /** Mirrored books that SillyTavern itself does not use in a chat; none before its first scan there. */
  unusedOf(watched: readonly WatchedBook[], chat: string | undefined): readonly string[] {
    const last = this.#last;
    if (last === undefined || last.chat !== chat) return [];
    return watched.flatMap(({ book, everywhere }) => (everywhere || last.books.has(book) ? [] : [book]));
  }
}
