import type { CardBooks, TakenBooks } from '../cards/card-books';
import type { PipelineInput } from '../pipeline/pipeline-input';
import type { Retrieval } from '../pipeline/retrieval';
import type { Trace } from '../pipeline/trace';
import type { Log } from '../ports/log';
import type { VaultLore } from './vault-lore';

/** A request, and the lorebooks of cards that it brings or names. */
export interface DrawnRequest {
  /** With digests in place of the books, so that whoever keeps it keeps no books. */
  readonly request: Retrieval;
  /** Undefined where there are none. */
  readonly taken: TakenBooks | undefined;
}

/** What a turn takes its entries from. */
type LoreInput = Pick<PipelineInput, 'index' | 'books' | 'cards' | 'currentId' | 'degraded'>;

/** What drawing needs. */
export interface DrawingParts {
  readonly cards: CardBooks;
  readonly lore: VaultLore;
  readonly log: Log;
}

/**
 * Reads the lorebooks of cards that a request brings. Never rejects.
 *
 * @param end Ends the waiting for them; without it there is no hurry.
 */
export async function drawBooks(
  request: Retrieval,
  { cards, lore }: DrawingParts,
  end?: AbortSignal,
): Promise<DrawnRequest> {
  if (request.cardBooks === undefined || request.cardBooks.length === 0) return { request, taken: undefined };
  const taken = await cards.take(request.cardBooks, lore.books, end);
  const cardBooks = taken.books.map(({ card, avatar, digest }) => ({ card, avatar, digest }));
  return { request: { ...request, cardBooks }, taken };
}

/** The vault's lore, with that of cards beside it where a request has some. */
export function loreInput(taken: TakenBooks | undefined, { cards, lore, log }: DrawingParts): LoreInput {
  const vault = {
    index: lore.index,
    books: lore.books,
    currentId: (id: string) => lore.currentId(id),
    degraded: lore.degraded,
  };
  if (!taken) return vault;
  try {
    const pool = cards.pool(taken, vault.index, vault.books);
    // What a card's entry left behind before its note was there goes on for the note.
    const currentId = (id: string): string => pool.cards.originals.get(id) ?? lore.currentId(id);
    const lacking = taken.books.filter(({ state }) => state !== 'read').map(({ state }) => `card-book:${state}`);
    const degraded = [...vault.degraded, ...new Set(lacking)];
    return { index: pool.index, books: pool.shelf, cards: pool.cards, currentId, degraded };
  } catch (error) {
    log.warn('The lorebooks of cards could not be joined with the vault; the turn goes on without them.', error);
    return { ...vault, degraded: [...vault.degraded, 'card-book:unreadable'] };
  }
}

/** Whether a request brings what the turn of the same id had to do without. */
export function bringsMissingBook({ cardBooks = [] }: Retrieval, { books = [] }: Trace): boolean {
  return books.some(({ state }) => state === 'unknown') && cardBooks.some(({ book }) => book !== undefined);
}
