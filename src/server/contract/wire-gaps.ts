import { z } from '@hono/zod-openapi';
import { gapKinds, gapOrigins, gapStatuses, gapUrgencies } from '../../core/gaps/gap';

/** Schemas of lore gaps. */

const count = z.number().int().min(0);
const id = z.string().min(1).max(200);
const title = z.string().trim().min(1).max(200);
const reason = z.string().max(2_000);
const quote = z.string().max(2_000);

export const wireGap = z
  .object({
    id: z.string(),
    kind: z.enum(gapKinds),
    title: z.string(),
    /** Other titles under which it was met. */
    otherTitles: z.array(z.string()).readonly(),
    reason: z.string(),
    urgency: z.enum(gapUrgencies),
    status: z.enum(gapStatuses),
    origins: z.array(z.enum(gapOrigins)).readonly(),
    evidence: z.array(z.object({ quote: z.string(), message: count.optional(), name: z.string() })).readonly(),
    /** How often it was met: reports, and mentions in the messages of the chat. */
    frequency: count,
    chat: z.string().optional(),
    chatName: z.string().optional(),
    /** The entry that it is about, or that fills it. */
    entry: z.object({ id: z.string(), title: z.string(), path: z.string() }).optional(),
    proposal: z.string().optional(),
    created: z.number(),
    changed: z.number(),
  })
  .meta({
    id: 'Gap',
    description:
      'Something that the story uses and the lore does not know, or knows wrongly. `hidden` comes back when it is flagged again, `dismissed` never.',
  });
export type WireGap = z.output<typeof wireGap>;

export const wireGapQuery = z.object({
  chat: id.optional(),
  /** `active` are those that are open or drafted. */
  status: z.enum([...gapStatuses, 'active']).optional(),
  kind: z.enum(gapKinds).optional(),
  origin: z.enum(gapOrigins).optional(),
  /** Words that title, reason or evidence hold, all of them. */
  text: z.string().max(1_000).optional(),
  sort: z.enum(['urgency', 'frequency', 'newest', 'title']).default('urgency'),
  offset: z.coerce.number<string>().int().min(0).default(0),
  limit: z.coerce.number<string>().int().min(1).max(1_000).default(100),
});

export const wireGapPage = z
  .object({
    items: z.array(wireGap).readonly(),
    total: count,
    offset: count,
    /** All gaps by status, of all chats. */
    counts: z.record(z.enum(gapStatuses), count),
    /** Chats of which gaps are kept. */
    chats: z.array(z.object({ id: z.string(), name: z.string().optional(), gaps: count })).readonly(),
  })
  .meta({ id: 'GapPage' });
export type WireGapPage = z.output<typeof wireGapPage>;

export const wireNewGap = z
  .object({
    title,
    kind: z.enum(gapKinds).default('missing'),
    reason: reason.default(''),
    urgency: z.enum(gapUrgencies).default('medium'),
    chat: id.optional(),
    evidence: z
      .array(z.object({ quote, message: count.optional(), name: z.string().max(1_000).default('') }))
      .max(20)
      .readonly()
      .default([]),
  })
  .meta({ id: 'NewGap', description: 'A gap that the user notes. One that is alike is counted once more.' });

export const wireGapFlagged = z.object({ gap: wireGap, isNew: z.boolean() }).meta({
  id: 'GapFlagged',
  description: 'The gap as it is kept; `isNew` is false where one that is alike was there.',
});

const change = {
  status: z.enum(['open', 'written', 'hidden', 'dismissed']).optional(),
  urgency: z.enum(gapUrgencies).optional(),
  kind: z.enum(gapKinds).optional(),
};

export const wireGapChange = z
  .strictObject({ ...change, title: title.optional(), reason: reason.optional() })
  .meta({ id: 'GapChange', description: 'What the user decides. A dismissal is taken back by opening it again.' });

export const wireGapsChange = z
  .strictObject({ ...change, ids: z.array(id).min(1).max(1_000) })
  .meta({ id: 'GapsChange', description: 'The same decision for several gaps.' });

export const wireGapsChanged = z
  .object({ items: z.array(wireGap).readonly(), missing: z.array(z.string()).readonly() })
  .meta({ id: 'GapsChanged', description: 'The gaps as they are now, and ids that no gap has.' });

export const wireGapScan = z
  .object({ chat: id, ai: z.boolean().optional() })
  .meta({ id: 'GapScan', description: '`ai`: whether a model confirms the finds; without it the settings say it.' });

export const wireGapScanned = z
  .object({
    /** Messages that were read. */
    messages: count,
    /** Names that no entry knows, the most frequent first. */
    items: z.array(wireGap).readonly(),
    /** How many of them are new. */
    added: count,
    /** What a model said of them. */
    ai: z.enum(['off', 'confirmed', 'failed']),
    /** Why the model could not be asked. */
    sentence: z.string().optional(),
  })
  .meta({ id: 'GapScanned' });
export type WireGapScanned = z.output<typeof wireGapScanned>;
