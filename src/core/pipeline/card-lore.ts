import type { EntryId } from '../base/entry-id';
import type { LoreIndex } from '../search/lore-index';

/** What became of a card's book in a turn: it was read; only a digest came that stands for none; it takes longer than the turn can wait; it cannot be read. */
export const cardBookStates = ['read', 'unknown', 'late', 'unreadable'] as const;

/** A book of a character's card in a turn. */
export interface TurnBook {
  /** Name of the character. */
  readonly card: string;
  /** File name of the card without ending; empty when it is not known. */
  readonly avatar: string;
  /** Stands for the book in later requests. */
  readonly digest: string;
  /** The book's name; empty while it is not known. */
  readonly name: string;
  readonly state: (typeof cardBookStates)[number];
  readonly entries: number;
  /** What of it could not be read, in sentences. */
  readonly problems: readonly string[];
}

/** What a turn knows of the entries of cards beside those of notes. */
export interface CardLore {
  readonly books: readonly TurnBook[];
  /** Names of books by the folders in which the shelf of books has them. */
  readonly folders: ReadonlyMap<string, string>;
  /** Entries of cards that are the same as one that goes first: the id of that one. */
  readonly originals: ReadonlyMap<EntryId, EntryId>;
}

/** Whether an entry of a card is the same as one that goes first, in one sentence. */
export function sameAsAnother(
  id: EntryId,
  { cards, index }: { readonly cards?: CardLore | undefined; readonly index: LoreIndex },
): string | undefined {
  const original = cards?.originals.get(id);
  const other = original === undefined ? undefined : index.entries.get(original);
  if (!other) return undefined;
  return other.card === undefined
    ? `The note ${other.path} is the same entry, and notes go first.`
    : `The card of ${other.card} has the same entry, and it goes first.`;
}

/** What to tell the user of the books of a turn, in sentences. */
export function cardWarnings(cards: CardLore | undefined): readonly string[] {
  return (cards?.books ?? []).flatMap(({ card, state, problems: [problem] }) => {
    if (state === 'late')
      return [`The lorebook in the card of ${card} is still being read; the next turn will have it.`];
    return problem === undefined ? [] : [`In the lorebook of the card of ${card}: ${problem}`];
  });
}
