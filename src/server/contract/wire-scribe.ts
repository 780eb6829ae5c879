import { z } from '@hono/zod-openapi';

/** Schemas of summaries of chats, and of notes that the AI keeps for itself. */

const count = z.number().int().min(0);
const id = z.string().min(1).max(200);
const focus = z.string().trim().max(2_000).optional();

export const wireScribeRequest = z
  .object({
    /** What the summary should tell of above all. */
    focus,
    /** The chat it was copied from. */
    parent: id.optional(),
  })
  .meta({ id: 'ScribeRequest' });

export const wireRedoRequest = z.object({ focus }).meta({ id: 'RedoRequest' });

const wireScribeJob = z
  .object({
    id: z.string(),
    chat: z.string(),
    reason: z.enum(['command', 'automatic', 'redo']),
    /** The summary that alone is written anew. */
    only: z.string().optional(),
    focus: z.string(),
    state: z.enum(['waiting', 'running', 'failed']),
    /** Summaries written, and how many there will be as far as that can be told; both 0 before it began. */
    done: count,
    total: count,
    /** How often it failed. */
    tries: count,
    /** When it is tried again; absent where that is not waited for. */
    next: z.number().optional(),
    at: z.number(),
    /** Why it failed the last time, and what to do. */
    sentence: z.string().optional(),
  })
  .meta({
    id: 'ScribeJob',
    description: 'Work on the summaries of a chat. `failed` waits for the user, or for more replies.',
  });
export type WireScribeJob = z.output<typeof wireScribeJob>;

export const wireScribeStarted = z.object({ job: wireScribeJob, sentence: z.string() }).meta({ id: 'ScribeStarted' });

export const wireSummary = z
  .object({
    id: z.string(),
    level: z.enum(['scene', 'chapter', 'arc']),
    number: count,
    title: z.string(),
    text: z.string(),
    /** Indexes of the first and the last message of which it tells. */
    from: count.optional(),
    to: count.optional(),
    /** Of a chapter or an arc: the summaries that it sums up. */
    parts: z.array(z.string()).readonly(),
    state: z.enum(['fresh', 'stale', 'gone']),
    note: z.enum(['written', 'proposed', 'rejected', 'missing', 'none']),
    path: z.string().optional(),
    /** Under `/v1/proposals`, while the note waits for the user's word. */
    proposal: z.string().optional(),
    /** Why there is no note, or an older text in it. */
    problem: z.string().optional(),
    /** Whether the model was cut off by its limit of tokens. */
    cut: z.boolean(),
    /** Whether it was taken over from the chat that this one was copied from. */
    inherited: z.boolean(),
    at: z.number(),
  })
  .meta({
    id: 'ChatSummary',
    description:
      '`stale`: messages of it were changed, and it is written anew with the next ones. `gone`: none of its messages is left.',
  });
export type WireChatSummary = z.output<typeof wireSummary>;

export const wireChatSummaries = z
  .object({
    chat: z.string(),
    name: z.string().optional(),
    /** Whether the messages of the chat are known. */
    known: z.boolean(),
    items: z.array(wireSummary).readonly(),
    /** What no summary tells yet. */
    untold: z.object({ messages: count, replies: count }),
    jobs: z.array(wireScribeJob).readonly(),
  })
  .meta({ id: 'ChatSummaries', description: 'Of each level in the order of the story.' });
export type WireChatSummaries = z.output<typeof wireChatSummaries>;

export const wireScribe = z
  .object({
    chats: z.array(z.object({ id: z.string(), name: z.string().optional(), hasSummaries: z.boolean() })).readonly(),
    jobs: z.array(wireScribeJob).readonly(),
    channel: z.object({
      state: z.enum(['usable', 'off', 'no-connection']),
      /** What is missing, and what to do. */
      complaint: z.string().optional(),
      model: z.string().optional(),
    }),
    /** Replies after which a summary is written by itself; 0 for never. */
    every: count,
  })
  .meta({
    id: 'Scribe',
    description: 'Chats that can be summed up, the one played last first, and what is under way.',
  });
export type WireScribe = z.output<typeof wireScribe>;

export const wireRecap = z
  .object({
    /** Empty where nothing is summed up yet. */
    text: z.string(),
    summaries: z.array(z.string()).readonly(),
    from: count.optional(),
    to: count.optional(),
    /** Messages at the end of which it does not tell. */
    untold: count,
  })
  .meta({ id: 'Recap', description: 'The whole story in short: arcs, the chapters of none, the scenes of none.' });
export type WireRecap = z.output<typeof wireRecap>;

export const wireNotesRequest = z
  .object({
    message: z.object({ index: count, name: z.string().max(1_000).default(''), text: z.string().max(400_000) }),
    /** What was noted with the visible messages before, by their index, oldest first. */
    notes: z
      .array(z.tuple([count, z.string().max(20_000)]))
      .max(20_000)
      .default([]),
    /** The chat it was copied from. */
    parent: id.optional(),
  })
  .meta({ id: 'NotesRequest', description: 'A reply of which a model is asked what is to be noted.' });

export const wireNotes = z
  .object({ notes: z.string() })
  .meta({ id: 'Notes', description: 'For the message alone: nothing is kept of them here. Empty for nothing.' });

export const wireChatCopy = z
  .object({ to: id })
  .meta({ id: 'ChatCopy', description: 'The chat that begins with these decisions.' });
