import { z } from '@hono/zod-openapi';

/** Schemas of what a client tells of a chat's messages, apart from turns. */

const count = z.number().int().min(0);
const id = z.string().min(1).max(200);
const print = z.string().max(64);

const wireTranscriptMessage = z.object({
  /** Index in the full chat. */
  index: count,
  role: z.enum(['user', 'assistant', 'system']),
  name: z.string().max(1_000).default(''),
  /** The text without reasoning. */
  text: z.string(),
});

export const wireTranscriptRequest = z
  .object({
    /** The chat it was copied from. */
    parent: id.optional(),
    name: z.string().max(1_000).optional(),
    /** Index from which on the messages stand in place of what was there; 0 for the whole chat. */
    from: count.default(0),
    /** Fingerprint of the visible messages before `from`, as the client has them. */
    before: print.optional(),
    messages: z.array(wireTranscriptMessage).max(100_000).readonly(),
    /** Whether more of the same chat follows at once, so that nothing is looked for yet. */
    more: z.boolean().default(false),
    /** Names of the characters and personas of the chat, which are no gaps. */
    names: z.array(z.string().max(1_000)).max(200).readonly().default([]),
  })
  .meta({
    id: 'TranscriptRequest',
    description:
      'The visible messages of a chat, oldest first, all of them or those from an index on. Then `before` is the fingerprint of what stands before: begin with an empty text, and for each visible message take the content hash of it, the index and the content hash of the JSON list of role, name and text, joined by spaces.',
  });
export type WireTranscriptRequest = z.output<typeof wireTranscriptRequest>;
/** What a client may send of a chat's messages. */
export type TranscriptRequestBody = z.input<typeof wireTranscriptRequest>;

export const wireTranscriptAnswer = z
  .object({
    /** Whether it was taken; it was not where it did not fit to what is known. */
    kept: z.boolean(),
    /** Messages that are kept now. */
    messages: count,
    /** Fingerprint of everything that is known now. */
    print,
    /** Index from which on the next request should send messages. */
    wants: z.object({ from: count }),
  })
  .meta({
    id: 'TranscriptAnswer',
    description: 'Where `kept` is false nothing was changed: send again, from `wants.from` on.',
  });
export type WireTranscriptAnswer = z.output<typeof wireTranscriptAnswer>;
