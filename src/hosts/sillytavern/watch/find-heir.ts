import type { TavernBooks } from './tavern-books';

/** More books than these are not read to find one. */
const mostBooks = 100;

/** Whom to look for. */
export interface LostBook {
  /** Of the content it had last. */
  readonly digest: string;
  /** Books that cannot be it. */
  readonly isOther: (book: string) => boolean;
}

/** SillyTavern renames a book by keeping a copy and deleting it: finds the book that has what the lost one had. */
export async function findHeir(books: TavernBooks, { digest, isOther }: LostBook): Promise<string | undefined> {
  const names = (await books.list()) ?? [];
  for (const name of names.filter((book) => !isOther(book)).slice(0, mostBooks)) {
    const reading = await books.read(name);
    if (reading.kind === 'book' && reading.digest === digest) return name;
  }
  return undefined;
}
