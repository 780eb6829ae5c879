import { z } from '@hono/zod-openapi';
import { generationTypes, positions, roles } from '../../core/lore/entry-fields';

/** Schemas of kept turns that are played again. */

const count = z.number().int().min(0);

export const wireReplayTurnsRequest = z
  .union([z.object({ turn: z.string().min(1).max(200) }), z.object({ chat: z.string().min(1).max(200) })])
  .meta({
    id: 'ReplayTurnsRequest',
    description: 'The id of a kept turn, or of a chat whose kept turns are all meant.',
  });
export type WireReplayTurnsRequest = z.input<typeof wireReplayTurnsRequest>;

const promptPlace = z.object({
  position: z.enum(positions),
  depth: count.optional(),
  role: z.enum(roles).optional(),
  outlet: z.string().optional(),
});

const entryChange = z.object({
  id: z.string(),
  title: z.string(),
  path: z.string(),
  /** In the turn as it is now; of one that went out, as it was. */
  tokens: count,
  tokensBefore: count.optional(),
  /** Why it is in or out now, and why it was before, as far as that is known. */
  why: z.string(),
  whyBefore: z.string().optional(),
  moved: z.object({ from: promptPlace, to: promptPlace }).optional(),
});
export type WireEntryChange = z.output<typeof entryChange>;

const replayedTurn = z.object({
  id: z.string(),
  chat: z.string(),
  turn: count,
  type: z.enum(generationTypes),
  at: z.number(),
  tokensBefore: count,
  outcome: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('played'),
      /** Whether the kept request was played, or one made of the messages as they stand in the chat now. */
      from: z.enum(['request', 'messages']),
      tokens: count,
      came: z.array(entryChange).readonly(),
      went: z.array(entryChange).readonly(),
      /** Of those that stayed only the ones that are elsewhere or of another size. */
      changed: z.array(entryChange).readonly(),
      stayed: count,
      /** What else chose then and is not asked now. */
      asides: z.array(z.enum(['ai', 'hooks'])).readonly(),
    }),
    z.object({ kind: z.literal('lost'), sentence: z.string() }),
  ]),
});
export type WireReplayedTurn = z.output<typeof replayedTurn>;

export const wireReplayEvent = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('turn'), place: count, turns: count, turn: replayedTurn }),
    z.object({ kind: z.literal('done') }),
    z.object({ kind: z.literal('error'), message: z.string() }),
  ])
  .meta({ id: 'ReplayEvent', description: '`turn` for each kept turn, the newest first, then `done` or `error`.' });
export type WireReplayEvent = z.output<typeof wireReplayEvent>;
