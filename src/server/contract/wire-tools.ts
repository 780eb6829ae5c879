import { z } from '@hono/zod-openapi';
import { gapUrgencies } from '../../core/gaps/gap';

/** Schemas of the tools for the AI that writes the story. Errors of the model are answered in words that it can use. */

const count = z.number().int().min(0);
const id = z.string().min(1).max(200);

const call = {
  chat: z.object({ id, parent: id.optional(), name: z.string().max(1_000).optional() }),
  /** Id of the generation in whose course the tool is called. */
  generation: id.optional(),
  /** Index of the message that is being written; that of the chat's last turn without it. */
  turn: count.optional(),
};

export const wireSearchLoreCall = z
  .object({
    ...call,
    /** What to look for; the first four count. */
    queries: z.array(z.string().max(4_000)).max(100),
  })
  .meta({ id: 'SearchLoreCall' });
export type WireSearchLoreCall = z.output<typeof wireSearchLoreCall>;

const toolGap = z.object({ id: z.string(), title: z.string() });

export const wireSearchLoreAnswer = z
  .object({
    /** What the model is to be told. */
    text: z.string(),
    /** `known`: everything that was found stands in the prompt already. `limit`: no search is left in this turn. */
    outcome: z.enum(['found', 'known', 'nothing', 'limit', 'off', 'refused']),
    entries: z
      .array(z.object({ id: z.string(), title: z.string(), path: z.string(), form: z.enum(['full', 'summary']) }))
      .readonly(),
    /** The gap that was noted since nothing was found. */
    gap: toolGap.optional(),
    /** Searches that are left in this turn. */
    left: count,
  })
  .meta({ id: 'SearchLoreAnswer' });
export type WireSearchLoreAnswer = z.output<typeof wireSearchLoreAnswer>;

export const wireFlagLoreCall = z
  .object({
    ...call,
    /** What it is about. */
    title: z.string().max(4_000),
    reason: z.string().max(20_000).default(''),
    urgency: z.enum(gapUrgencies).default('medium'),
    /** `gap`: there is no lore about it. `update`: there is, and the story went on. */
    kind: z.enum(['gap', 'update']).default('gap'),
    /** The entry that wants an update, by title, alias, id or path. */
    entry: z.string().max(1_000).optional(),
  })
  .meta({ id: 'FlagLoreCall' });
export type WireFlagLoreCall = z.output<typeof wireFlagLoreCall>;

export const wireFlagLoreAnswer = z
  .object({
    /** What the model is to be told. */
    text: z.string(),
    /** `known`: it was noted before and is counted once more. */
    outcome: z.enum(['noted', 'known', 'limit', 'off', 'refused']),
    gap: toolGap.optional(),
    /** Flags that are left in this turn. */
    left: count,
  })
  .meta({ id: 'FlagLoreAnswer' });
export type WireFlagLoreAnswer = z.output<typeof wireFlagLoreAnswer>;

/** What clients may offer to the writing AI, as a part of the state of the server. */
export const wireToolOffer = z
  .object({
    search: z.boolean(),
    flag: z.boolean(),
    /** Searches and flags that are allowed in a turn. */
    searchesPerTurn: count,
    flagsPerTurn: count,
  })
  .meta({ id: 'ToolOffer' });
