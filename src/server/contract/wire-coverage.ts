import { z } from '@hono/zod-openapi';
import { keyTroubles } from '../../core/lab/key-troubles';
import { wireOperation } from './wire-edits';

/** Schemas of what is counted over many chats: coverage, and what keys are good for. */

const count = z.number().int().min(0);
const entryRef = z.object({ id: z.string(), title: z.string(), path: z.string() });

/** What turns did with the lore. */
export const wireCoverage = z.object({
  turns: count,
  items: z
    .array(
      entryRef.extend({
        /** Whether it needs no key to go in. */
        forced: z.boolean(),
        found: count,
        injected: count,
        /** Turns in which it was found and gave way to others. */
        collided: count,
        /** Turns in which there was no room for it. */
        squeezed: count,
        silentKeys: z.array(z.string()).readonly(),
      }),
    )
    .readonly(),
  /** Entries, by their ids, that went into exactly the same turns; the most turns first. */
  together: z.array(z.object({ entries: z.array(z.string()).readonly(), turns: count })).readonly(),
  /** Words that woke several entries at once; the most turns first. */
  shared: z.array(z.object({ words: z.string(), entries: z.array(z.string()).readonly(), turns: count })).readonly(),
});
export type WireCoverage = z.output<typeof wireCoverage>;

const failedRun = z.object({ kind: z.literal('error'), message: z.string() });

/** Chats over which something is counted. */
const chatSources = {
  chats: z.union([z.literal('all'), z.array(z.string().min(1).max(200)).max(1_000)]).default('all'),
  /** Chat files of SillyTavern, or lines `Name: text`. */
  pasted: z
    .array(z.object({ name: z.string().min(1).max(300), text: z.string().min(1).max(8_000_000) }))
    .max(200)
    .default([]),
};

export const wireCoverageRequest = z
  .object({
    ...chatSources,
    /** Whether turns count that were really played, as they were decided then. */
    kept: z.boolean().default(false),
    /** Whether the turns of the lore tests count. */
    tests: z.boolean().default(false),
  })
  .meta({ id: 'CoverageRequest' });
export type WireCoverageRequest = z.input<typeof wireCoverageRequest>;

const progress = z.object({
  kind: z.literal('progress'),
  done: count,
  total: count,
  /** What is under way. */
  what: z.string(),
});

/** Chats that could not be used, and why. */
const leftOut = z.array(z.object({ name: z.string(), sentence: z.string() })).readonly();

export const wireCoverageEvent = z
  .discriminatedUnion('kind', [
    progress,
    z.object({ kind: z.literal('done'), coverage: wireCoverage, chats: count, leftOut }),
    failedRun,
  ])
  .meta({ id: 'CoverageEvent', description: '`progress` now and then, and `done` or `error`.' });
export type WireCoverageEvent = z.output<typeof wireCoverageEvent>;

export const wireKeysRequest = z.object(chatSources).meta({ id: 'KeysRequest' });
export type WireKeysRequest = z.input<typeof wireKeysRequest>;

const keyFinding = z.object({
  kind: z.enum(keyTroubles),
  entry: entryRef,
  key: z.string(),
  /** Times that it was found, or would be if it were compared less strictly. */
  hits: count,
  sentence: z.string(),
  /** The entry whose key is the longer one. */
  other: entryRef.optional(),
  /** A change of the note that mends it, to be proposed. */
  fix: z.object({ label: z.string(), operations: z.array(wireOperation).readonly() }).optional(),
});
export type WireKeyFinding = z.output<typeof keyFinding>;

export const wireKeysEvent = z
  .discriminatedUnion('kind', [
    progress,
    z.object({
      kind: z.literal('done'),
      items: z.array(keyFinding).readonly(),
      /** Messages that were searched. */
      messages: count,
      leftOut,
    }),
    failedRun,
  ])
  .meta({ id: 'KeysEvent', description: '`progress` now and then, and `done` or `error`.' });
export type WireKeysEvent = z.output<typeof wireKeysEvent>;
