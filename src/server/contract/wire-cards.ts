import { z } from '@hono/zod-openapi';
import { cardBookStates } from '../../core/pipeline/card-lore';

/** Schemas of the lorebooks in characters' cards. */

/** So many cards of a group may bring a book. */
const MOST_CARDS = 100;

export const bookDigest = z.string().min(1).max(64);

/** The book of a card, by itself or by the digest that an earlier answer gave for it. What is wrong with it is no fault of the client. */
export const sentBook = { book: z.unknown().optional(), bookDigest: bookDigest.optional() };

export const wireGroupBooks = z
  .array(
    z
      .object({ name: z.string().max(1_000), avatar: z.string().max(1_000).optional(), ...sentBook })
      .meta({ id: 'GroupMemberBook', description: 'The lorebook in the card of a member that does not speak.' }),
  )
  .max(MOST_CARDS);

export const wireEntrySource = z
  .object({ kind: z.enum(['vault', 'card']), card: z.string().optional(), vault: z.string().optional() })
  .meta({
    id: 'EntrySource',
    description:
      'A note of the host’s vault, of the further vault that is named, or an entry of the card of the character that is named.',
  });

export const wireTurnBook = z
  .object({
    card: z.string(),
    avatar: z.string(),
    digest: z.string(),
    name: z.string(),
    state: z.enum(cardBookStates),
    entries: z.number().int().min(0),
    problems: z.array(z.string()).readonly(),
  })
  .meta({
    id: 'TurnBook',
    description:
      'A lorebook of a card in a turn. `digest` stands for it in later requests; `unknown`: only a digest was sent that stands for no book that is remembered, so send the book; `late`: it is still being read.',
  });
export type WireTurnBook = z.output<typeof wireTurnBook>;
