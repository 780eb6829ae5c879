import { objectOf, textOf } from '../json-value';
import { entryLists } from './entry-lists';

/** A book of SillyTavern whose entries Lorehearth brings itself. */
export interface SilencedBook {
  /** SillyTavern's name of the book. */
  readonly book: string;
  /** Whether Lorehearth has this entry as it is; left out where it has all of the book. */
  readonly covers?: (entry: Readonly<Record<string, unknown>>) => boolean;
}

/** Names the books to silence in the turn that has just got its lore. */
export type BooksToSilence = () => readonly SilencedBook[];

/**
 * Keeps SillyTavern's own copies of entries out of the turns that got their lore from Lorehearth, so that nothing is
 * said twice. They are taken out before the scan, so that they cost no budget, wake nothing and start no timers. In all
 * other turns, and wherever Lorehearth does not have an entry as it is, SillyTavern's copy speaks as ever.
 */
export class SilencedBooks {
  readonly #sources = new Set<BooksToSilence>();
  #silent: readonly SilencedBook[] = [];

  /** Asks `source` in every turn that got its lore, until what it gives is called. */
  add(source: BooksToSilence): () => void {
    this.#sources.add(source);
    return () => this.#sources.delete(source);
  }

  /** A turn has got its lore: until `release`, scans go without what Lorehearth brings. */
  silence(): void {
    this.#silent = [...this.#sources].flatMap((source) => source());
  }

  /** Scans find every entry again. */
  release(): void {
    this.#silent = [];
  }

  /**
   * SillyTavern has loaded the entries for a scan.
   *
   * @param loaded its lists, which an extension may shorten
   */
  entriesLoaded(loaded: unknown): void {
    if (this.#silent.length === 0) return;
    for (const list of entryLists(loaded)) this.#shorten(list);
  }

  #shorten(list: unknown[]): void {
    const left = list.filter((entry) => !this.#isSilent(objectOf(entry)));
    if (left.length === list.length) return;
    // SillyTavern keeps the list that it has handed out. Spread arguments would be too many for a very large book.
    list.length = 0;
    for (const entry of left) list.push(entry);
  }

  #isSilent(entry: Readonly<Record<string, unknown>> | undefined): boolean {
    if (entry === undefined) return false;
    const world = textOf(entry['world']);
    return this.#silent.some(({ book, covers }) => book === world && (covers?.(entry) ?? true));
  }
}
