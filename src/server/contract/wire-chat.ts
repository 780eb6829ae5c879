import { z } from '@hono/zod-openapi';
import { positions, roles } from '../../core/lore/entry-fields';

/** Schemas of what the user decides for one chat. */

const words = z.array(z.string().min(1).max(1_000)).max(2_000);

const place = {
  position: z.enum(positions),
  depth: z.number().int().min(0).max(10_000),
  role: z.enum(roles),
};
const text = z.string().max(200_000);

const wireChatText = z
  .object({
    text,
    position: place.position.optional(),
    depth: place.depth.optional(),
    role: place.role.optional(),
  })
  .meta({
    id: 'ChatText',
    description: 'A text for every turn of a chat. Where its place is absent, the settings say it.',
  });

const wireChatTextChange = z
  .object({
    text: text.optional(),
    position: place.position.nullable().optional(),
    depth: place.depth.nullable().optional(),
    role: place.role.nullable().optional(),
  })
  .meta({ id: 'ChatTextChange', description: 'A part that is null goes back to the settings.' });

const wireChatEntry = z.object({ id: z.string(), title: z.string().optional(), path: z.string().optional() });

export const wireChatState = z
  .object({
    id: z.string(),
    parent: z.string().optional(),
    name: z.string().optional(),
    pins: z.array(wireChatEntry).readonly(),
    blocks: z.array(wireChatEntry).readonly(),
    books: z.array(z.string()).readonly(),
    context: z.record(z.string(), z.array(z.string()).readonly()),
    notebook: wireChatText,
    notepad: wireChatText,
    changed: z.number(),
  })
  .meta({ id: 'ChatState', description: 'What the user decided for a chat. A branch begins with a copy.' });
export type WireChatState = z.output<typeof wireChatState>;

export const wireChatChange = z
  .strictObject({
    /** The chat this one was copied from; its decisions are where one begins that is seen for the first time. */
    parent: z.string().min(1).max(200).optional(),
    /** Entries by public id, path, file name, alias or title. */
    pin: words.optional(),
    unpin: words.optional(),
    block: words.optional(),
    unblock: words.optional(),
    books: words.optional(),
    context: z.record(z.string().min(1).max(200), z.union([z.string(), words, z.null()])).optional(),
    notebook: wireChatTextChange.optional(),
    notepad: wireChatTextChange.optional(),
  })
  .meta({
    id: 'ChatChange',
    description:
      'Pinning takes back a block and the other way round. A context field that is null or empty is cleared.',
  });
export type WireChatChange = z.output<typeof wireChatChange>;

export const wireContextField = z
  .object({
    name: z.string(),
    label: z.string(),
    contextKey: z.string(),
    multi: z.boolean(),
    operator: z.string(),
    tolerance: z.string().optional(),
    values: z.array(z.string()).readonly(),
  })
  .meta({ id: 'ContextField' });
