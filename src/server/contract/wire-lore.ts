import { z } from '@hono/zod-openapi';

/** Schemas of index content: entries, problems, search. */

const count = z.number().int().min(0);

export const wireProblem = z
  .object({
    code: z.string(),
    severity: z.enum(['error', 'warning', 'info']),
    path: z.string(),
    line: z.number().int().min(1),
    text: z.string(),
    message: z.string(),
  })
  .meta({ id: 'EntryProblem' });
export type WireProblem = z.output<typeof wireProblem>;

export const wireEntry = z
  .object({
    id: z.string(),
    title: z.string(),
    path: z.string(),
    /** Name of the vault. */
    vault: z.string(),
    /** Id of the further vault; `own` for that of the host. */
    vaultId: z.string().optional(),
    /** Whether it is of an earlier time, since its vault cannot be reached. */
    stale: z.boolean().optional(),
    keys: z.array(z.string()).readonly(),
    refineKeys: z.array(z.string()).readonly(),
    excludeKeys: z.array(z.string()).readonly(),
    tags: z.array(z.string()).readonly(),
    type: z.string().optional(),
    enabled: z.boolean(),
    constant: z.boolean(),
    never: z.boolean(),
    priority: z.number(),
    order: z.number(),
    tokens: count,
    problems: z.array(wireProblem).readonly(),
    use: z.object({ injected: count, state: z.string() }).optional(),
  })
  .meta({ id: 'Entry', description: '`use`: turns that it went into so far, and its state as in EntryUse.' });
export type WireEntry = z.output<typeof wireEntry>;

export const wireEntryDetail = wireEntry
  .extend({
    text: z.string(),
    links: z.array(z.string()).readonly(),
    contentHash: z.string(),
    properties: z.record(z.string(), z.unknown()),
    /** The lines of the note that begin with `@@` and are read as decorators, as written. */
    decorators: z.array(z.string()).readonly(),
    otherProperties: z.record(z.string(), z.array(z.string()).readonly()),
  })
  .meta({ id: 'EntryDetail' });
export type WireEntryDetail = z.output<typeof wireEntryDetail>;

const wireFacet = z.array(z.object({ value: z.string(), count })).readonly();

export const wireEntryFacets = z.object({ types: wireFacet, tags: wireFacet, folders: wireFacet }).meta({
  id: 'EntryFacets',
  description: 'What all entries of the index can be narrowed by, the most frequent values first, at most 200 of each.',
});
export type WireEntryFacets = z.output<typeof wireEntryFacets>;

export const wireEntryPage = z
  .object({ items: z.array(wireEntry).readonly(), total: count, offset: count, facets: wireEntryFacets })
  .meta({ id: 'EntryPage' });

const wireEntryName = z
  .object({
    id: z.string(),
    title: z.string(),
    path: z.string(),
    aliases: z.array(z.string()).readonly(),
    enabled: z.boolean(),
  })
  .meta({ id: 'EntryName' });
export type WireEntryName = z.output<typeof wireEntryName>;

export const wireEntryNames = z
  .object({ items: z.array(wireEntryName).readonly(), total: count, offset: count })
  .meta({ id: 'EntryNames' });

export const wireSearchRequest = z
  .object({
    queries: z.array(z.string().min(1).max(4_000)).min(1).max(8),
    limit: z.number().int().min(1).max(100).default(10),
  })
  .meta({ id: 'SearchRequest' });

export const wireSearchAnswer = z
  .object({
    hits: z
      .array(z.object({ id: z.string(), title: z.string(), path: z.string(), score: z.number(), excerpt: z.string() }))
      .readonly(),
  })
  .meta({ id: 'SearchAnswer' });
