import { z } from '@hono/zod-openapi';
import { channelIds } from '../../core/ai/channels/channel-table';
import { jobStates } from '../../core/growth/job';
import { jobResult, type KeyHit, type KeyHits } from '../../core/growth/job-result';
import { growthTools } from '../../core/growth/growth-request';

/** Schemas of work on the lore that takes many questions to a model. */

const count = z.number().int().min(0);
const id = z.string().min(1).max(200);
const name = z.string().min(1).max(1_000);

const scope = z
  .object({
    /** Public ids. */
    entries: z.array(name).max(20_000).readonly().optional(),
    /** This folder and those below it. */
    folder: z.string().max(1_000).optional(),
    tag: name.optional(),
    type: name.optional(),
  })
  .default({})
  .meta({ id: 'EntryScope', description: 'The entries that fit everything that is said; all where nothing is.' });

export const wireGrowthRequest = z
  .discriminatedUnion('tool', [
    z.object({
      tool: z.literal('new-lore'),
      chat: id,
      /** `new`: what was not read yet. */
      range: z.enum(['new', 'all']).default('new'),
    }),
    z.object({ tool: z.literal('keys'), scope }),
    z.object({ tool: z.literal('summaries'), scope }),
    z.object({ tool: z.literal('review'), scope, question: z.string().max(4_000).default('') }),
  ])
  .meta({
    id: 'GrowthRequest',
    description:
      '`new-lore`: what a chat established and the lore lacks. `keys`: better keys. `summaries`: summaries for entries without one. `review`: whether entries agree with each other, as a report.',
  });
export type WireGrowthRequest = z.output<typeof wireGrowthRequest>;
/** What a client may send as a request. */
export type GrowthRequestBody = z.input<typeof wireGrowthRequest>;

const growthTool = z.object({
  tool: z.enum(growthTools),
  /** The channel whose model does it. */
  channel: z.enum(channelIds),
  channelLabel: z.string(),
  state: z.enum(['usable', 'off', 'no-connection']),
  /** What it lacks, and what to do. */
  complaint: z.string().optional(),
  /** The provider's name of the model; absent where a profile has its own. */
  model: z.string().optional(),
});
export type WireGrowthTool = z.output<typeof growthTool>;

export const wireGrowth = z
  .object({
    tools: z.array(growthTool).readonly(),
    /** Chats that can be read, the one that changed last first. */
    chats: z.array(z.object({ id: z.string(), name: z.string(), messages: count, unread: count })).readonly(),
    entries: count,
    withoutSummary: count,
    /** After so many messages a chat is read by itself; 0 for never. */
    every: count,
  })
  .meta({ id: 'Growth', description: 'What could be done, and whether a model is there for it.' });
export type WireGrowth = z.output<typeof wireGrowth>;

export const wireGrowthEstimate = z
  .object({
    title: z.string(),
    /** Entries that it looks at; 0 for a chat. */
    entries: count,
    requests: count,
    input: count,
    /** A guess. */
    output: count,
    /** In the currency of the price table; absent where the model has no price. */
    cost: z.number().optional(),
    warnings: z.array(z.string()).readonly(),
  })
  .meta({
    id: 'GrowthEstimate',
    description: 'What it would take, in tokens and, where the model has a price, in money.',
  });
export type WireGrowthEstimate = z.output<typeof wireGrowthEstimate>;

export type WireKeyHits = KeyHits;
export type WireKeyHit = KeyHit;

/** A proposal in it is to be looked at and decided under `/v1/proposals`. */
const growthResult = jobResult.meta({
  id: 'GrowthResult',
  description:
    '`update`: the chat says something new of an entry that is there. `left`: nothing is proposed, and why. `failed`: the model could not do it.',
});
export type WireGrowthResult = z.output<typeof growthResult>;

const jobHead = z.object({
  id: z.string(),
  tool: z.enum(growthTools),
  /** What it is about. */
  title: z.string(),
  at: z.number(),
  changed: z.number(),
  /** Whether nobody asked for it: a chat grew long enough. */
  automatic: z.boolean(),
  state: z.enum(jobStates),
  /** Why it is paused, or how it ended; empty for nothing to say. */
  sentence: z.string(),
  /** Steps in all and those that are done; more may come while it runs. */
  steps: count,
  done: count,
  proposals: count,
  updates: count,
  left: count,
  failed: count,
  /** Tokens so far. */
  input: count,
  output: count,
  /** What it cost so far; absent where the model has no price. */
  cost: z.number().optional(),
});
export type WireGrowthJobHead = z.output<typeof jobHead>;

export const wireGrowthJob = jobHead.extend({ results: z.array(growthResult).readonly() }).meta({ id: 'GrowthJob' });
export type WireGrowthJob = z.output<typeof wireGrowthJob>;

export const wireGrowthJobs = z
  .object({ items: z.array(jobHead).readonly() })
  .meta({ id: 'GrowthJobs', description: 'Newest first. One runs at a time.' });
