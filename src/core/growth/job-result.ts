import { z } from 'zod';

const count = z.number().int().min(0);

/** A message in which a key stands. */
const keyHit = z.object({
  chat: z.string(),
  chatName: z.string(),
  /** Index in the full chat. */
  message: count,
  speaker: z.string(),
  /** The key as it is written. */
  key: z.string(),
  quote: z.string(),
  /** Where the key stands in the quote, the end excluded. */
  start: count,
  end: count,
});
export type KeyHit = z.output<typeof keyHit>;

/** What two lists of keys hit in stored chats. Lists of hits are cut, counts are not. */
export const keyHits = z
  .object({
    messages: count,
    chats: count,
    /** Messages that the keys of today hit, and those that the proposed ones would. */
    before: count,
    after: count,
    gained: count,
    lost: count,
    gainedHits: z.array(keyHit).readonly(),
    lostHits: z.array(keyHit).readonly(),
    keptHits: z.array(keyHit).readonly(),
    /** Whether older messages were left out. */
    isCut: z.boolean(),
  })
  .meta({
    id: 'KeyHits',
    description:
      'Messages of stored chats that the keys of today hit, and those that the proposed ones would. Lists are cut, counts are not.',
  });
export type KeyHits = z.output<typeof keyHits>;

const keyReason = z.object({ key: z.string(), change: z.enum(['added', 'kept', 'removed']), reason: z.string() });
export type KeyReason = z.output<typeof keyReason>;

/** What came of a job, one after the other. */
export const jobResult = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('proposal'),
    /** Id of the proposal. */
    proposal: z.string(),
    title: z.string(),
    path: z.string(),
    keys: z.array(keyReason).readonly().optional(),
    hits: keyHits.optional(),
  }),
  /** The chat says something new of an entry that is there. */
  z.object({ kind: z.literal('update'), title: z.string(), path: z.string(), why: z.string(), text: z.string() }),
  /** Nothing is proposed, and why. */
  z.object({ kind: z.literal('left'), title: z.string(), path: z.string().optional(), sentence: z.string() }),
  /** It could not be done. */
  z.object({ kind: z.literal('failed'), title: z.string(), path: z.string().optional(), sentence: z.string() }),
]);
export type Result = z.output<typeof jobResult>;
