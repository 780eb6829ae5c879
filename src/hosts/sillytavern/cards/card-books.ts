import type { GenerationRequestBody, WireGenerationAnswer } from '../../../server/contract/wire-generation';
import type { SettingsStore } from '../settings';
import type { TavernContext } from '../tavern-context';
import type { SilencedBook } from '../watch/silenced-books';
import { coveredBy } from './covered-entries';
import { openCards, type OpenCard } from './open-cards';

type SentBook = Pick<NonNullable<GenerationRequestBody['character']>, 'book' | 'bookDigest'>;
type MemberBook = NonNullable<NonNullable<GenerationRequestBody['group']>['books']>[number];

/** The lorebooks of cards as a request carries them. */
export interface RequestBooks {
  readonly speaker?: SentBook;
  readonly members: readonly MemberBook[];
}

/** The lorebooks of one turn. */
export interface TurnBooks {
  readonly cards: readonly OpenCard[];
  readonly sent: RequestBooks;
  /** What the reader should know about books that are left out, in sentences. */
  readonly warnings: readonly string[];
}

/** A book that a server has got. */
interface KnownBook {
  readonly base: string;
  readonly json: string;
  readonly digest: string;
}

/** So many bytes of books go with one request: it has to carry the chat as well. */
export const mostBookBytes = 2.5 * 1024 * 1024;

const noBooks: TurnBooks = { cards: [], sent: { members: [] }, warnings: [] };
const encoder = new TextEncoder();

/**
 * Sends the lorebooks of the cards in play along, each once: later requests name it by the digest that the server gave
 * for it, until the server has forgotten it or the card has changed.
 */
export class CardBooks {
  readonly #settings: SettingsStore;
  /** By avatar. */
  readonly #known = new Map<string, KnownBook>();
  /** The cards whose books had their say in the last turn. */
  #served: readonly OpenCard[] = [];

  constructor(settings: SettingsStore) {
    this.#settings = settings;
  }

  /** The books for a request to the server at `base`. */
  ofTurn(context: TavernContext, base: string): TurnBooks {
    if (!this.#settings.get().cardBooks) return noBooks;
    const cards = openCards(context);
    const packer = new BookPacker();
    const packed = cards.map((card) => ({ card, sent: this.#named(card, base) ?? packer.pack(card) }));
    return { cards, sent: requestBooks(packed), warnings: packer.warnings };
  }

  /** The same for a request that nobody waits for: only books that the server has. */
  named(context: TavernContext, base: string): RequestBooks {
    if (!this.#settings.get().cardBooks) return noBooks.sent;
    return requestBooks(openCards(context).map((card) => ({ card, sent: this.#named(card, base) })));
  }

  /** An answer has come for a request with these books. */
  answered({ cards }: TurnBooks, base: string, { books = [] }: WireGenerationAnswer): void {
    this.#served = [];
    for (const card of cards) {
      const told = books.find((one) => one.card === card.name && isFileOf(one.avatar, card.avatar));
      if (told === undefined) continue;
      if (told.state === 'unknown') this.#known.delete(card.avatar);
      else this.#known.set(card.avatar, { base, json: jsonOf(card), digest: told.digest });
      if (told.state === 'read') this.#served = [...this.#served, card];
    }
  }

  /** SillyTavern's own copies of the books that had their say in the last turn. */
  silenced(): readonly SilencedBook[] {
    if (!this.#settings.get().cardBooks) return [];
    return this.#served
      .filter(({ world }) => world !== '')
      .map(({ world, book }) => ({ book: world, covers: coveredBy(book) }));
  }

  #named(card: OpenCard, base: string): SentBook | undefined {
    const known = this.#known.get(card.avatar);
    return known?.base === base && known.json === jsonOf(card) ? { bookDigest: known.digest } : undefined;
  }
}

/** Puts books into a request as long as there is room. */
class BookPacker {
  readonly warnings: string[] = [];
  #room = mostBookBytes;

  pack(card: OpenCard): SentBook | undefined {
    const bytes = encoder.encode(jsonOf(card)).length;
    if (bytes <= this.#room) {
      this.#room -= bytes;
      return { book: card.book };
    }
    this.warnings.push(
      bytes > mostBookBytes
        ? `The lorebook in the card of ${card.name} is too large to be read live. Import it as notes.`
        : `The lorebook in the card of ${card.name} comes with the next turn: there was no room for all of them.`,
    );
    return undefined;
  }
}

function requestBooks(
  packed: readonly { readonly card: OpenCard; readonly sent: SentBook | undefined }[],
): RequestBooks {
  const speaker = packed.find(({ card }) => card.isSpeaker)?.sent;
  const members = packed.flatMap(({ card: { isSpeaker, name, avatar }, sent }) =>
    isSpeaker || sent === undefined ? [] : [{ name, avatar, ...sent }],
  );
  return { ...(speaker === undefined ? {} : { speaker }), members };
}

/** What makes the book another one for the server. */
function jsonOf({ name, book }: OpenCard): string {
  return JSON.stringify([name, book]);
}

/** The server names cards by their files without the ending. */
function isFileOf(stem: string, avatar: string): boolean {
  return avatar === stem || avatar.slice(0, avatar.lastIndexOf('.')) === stem;
}
