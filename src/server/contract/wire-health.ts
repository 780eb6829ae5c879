import { z } from '@hono/zod-openapi';
import { isNotePath } from './note-path';
import { wireProblem } from './wire-lore';

/** Schemas of the health report. */

const count = z.number().int().min(0);
const severity = z.enum(['error', 'warning', 'info']);
const code = z.string().min(1).max(100);

const wireHealthProblem = wireProblem
  .extend({
    /** The same as long as the note says the same at the same place. */
    id: z.string(),
    title: z.string(),
    /** Id of the entry. */
    entry: z.string().optional(),
    /** The setting to look at. */
    setting: z.string().optional(),
    /** What mends it, on a button. */
    fix: z.string().optional(),
    /** How far the user put it aside. */
    ignored: z.enum(['kind', 'note']).optional(),
  })
  .meta({
    id: 'HealthProblem',
    description: '`path` is empty for what is wrong with settings or with the vault as a whole.',
  });
export type WireHealthProblem = z.output<typeof wireHealthProblem>;

export const wireHealthQuery = z.object({
  severity: severity.optional(),
  code: code.optional(),
  path: z.string().max(1_000).optional(),
  /** Whether those that the user put aside are told too. */
  ignored: z.enum(['true', 'false']).optional(),
});

const wireUnusedNote = z.object({
  path: z.string(),
  state: z.enum(['skipped', 'quarantined', 'guide']),
  reason: z.string().optional(),
  problems: z.array(wireProblem).readonly(),
});

export const wireHealthReport = z
  .object({
    problems: z.array(wireHealthProblem).readonly(),
    unused: z.array(wireUnusedNote).readonly(),
    counts: z.object({ error: count, warning: count, info: count, ignored: count }),
    codes: z.array(z.object({ code: z.string(), title: z.string(), severity, count })).readonly(),
  })
  .meta({
    id: 'HealthReport',
    description:
      '`counts` and `codes` are those of all problems that are not put aside, whatever the query narrows the list to.',
  });
export type WireHealthReport = z.output<typeof wireHealthReport>;

export const wireFixRequest = z
  .object({ problems: z.array(z.string().min(1).max(100)).min(1).max(500) })
  .meta({ id: 'FixRequest', description: 'Ids of problems that have a fix.' });

export const wireFixAnswer = z
  .object({
    items: z
      .array(z.object({ problem: z.string(), proposal: z.string().optional(), sentence: z.string().optional() }))
      .readonly(),
  })
  .meta({ id: 'FixAnswer', description: 'The proposal that mends each problem, or why there is none.' });

const path = z
  .string()
  .max(1_000)
  .refine((text) => text === '' || isNotePath(text), { error: 'Not the path of a note inside the vault.' });

export const wireIgnoreRequest = z.object({ code, path: path.optional(), ignored: z.boolean() }).meta({
  id: 'IgnoreRequest',
  description: 'Puts a kind of problem aside, in one note or (without `path`) everywhere, or takes that back.',
});

export const wireIgnored = z
  .object({ items: z.array(z.object({ code: z.string(), path: z.string().optional() })).readonly() })
  .meta({ id: 'Ignored', description: 'Everything that is put aside, the newest first.' });
