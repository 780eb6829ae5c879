import { z } from 'zod';

/** What lets the lore grow, or keeps it in shape, with the help of a model. */
export const growthTools = ['new-lore', 'keys', 'summaries', 'review'] as const;
export type GrowthTool = (typeof growthTools)[number];

const name = z.string().min(1).max(1_000);

/** Which entries are meant: all that fit everything that is said. */
const entryScope = z.object({
  /** Public ids; an empty list means none. */
  entries: z.array(name).max(20_000).readonly().optional(),
  /** This folder and those below it; '' for the whole vault. */
  folder: z.string().max(1_000).optional(),
  tag: name.optional(),
  type: name.optional(),
});
export type EntryScope = z.output<typeof entryScope>;

const scope = entryScope.default({});

/** What is to be done. */
export const growthRequest = z.discriminatedUnion('tool', [
  z.object({
    tool: z.literal('new-lore'),
    chat: name,
    /** `new`: what was not read yet. */
    range: z.enum(['new', 'all']).default('new'),
  }),
  z.object({ tool: z.literal('keys'), scope }),
  z.object({ tool: z.literal('summaries'), scope }),
  z.object({ tool: z.literal('review'), scope, question: z.string().max(4_000).default('') }),
]);
export type GrowthRequest = z.output<typeof growthRequest>;
export type RequestOf<Tool extends GrowthTool> = Extract<GrowthRequest, { readonly tool: Tool }>;
