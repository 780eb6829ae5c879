import { z } from '@hono/zod-openapi';
import { isNotePath } from './note-path';

/** Schemas of lore tests. */

const count = z.number().int().min(0);

export const wireTestRequest = z
  .object({
    /** The note whose tests are run, or by which `this` is meant where a source is given. */
    path: z
      .string()
      .max(1_000)
      .refine((path) => isNotePath(path) || /\.ya?ml$/i.test(path), {
        error: 'Not the path of a note inside the vault.',
      })
      .optional(),
    /** Tests in YAML, run instead of those of the vault. */
    source: z.string().max(4_000_000).optional(),
  })
  .meta({ id: 'LoreTestRequest', description: 'Without `path` and `source` every test of the vault is run.' });

const wireTestResult = z.object({
  name: z.string(),
  path: z.string(),
  line: z.number().int().min(1),
  state: z.enum(['passed', 'failed', 'broken']),
  /** Why it could not be run. */
  sentence: z.string().optional(),
  checks: z
    .array(
      z.object({
        kind: z.enum(['fires', 'never', 'at', 'refused', 'tokens']),
        subject: z.string(),
        met: z.boolean(),
        why: z.string(),
      }),
    )
    .readonly(),
  /** Titles of what went in. */
  injected: z.array(z.string()).readonly(),
  tokens: count,
});
export type WireTestResult = z.output<typeof wireTestResult>;

export const wireTestRun = z
  .object({
    items: z.array(wireTestResult).readonly(),
    /** What could not be read as a test. */
    problems: z.array(z.object({ path: z.string(), line: z.number().int().min(1), message: z.string() })).readonly(),
    passed: count,
    /** Failed, broken, or not readable. */
    failed: count,
  })
  .meta({ id: 'LoreTestRun' });
export type WireTestRun = z.output<typeof wireTestRun>;

const redTest = z.object({ name: z.string(), path: z.string(), line: z.number().int().min(1) });

export const wireTestState = z
  .object({
    /** Left out while all tests were not run since the server started. */
    last: z
      .object({
        passed: count,
        failed: count,
        /** Tests that did not pass. */
        red: z.array(redTest).readonly(),
      })
      .optional(),
  })
  .meta({ id: 'LoreTestState', description: 'How all lore tests went when they were run last.' });
export type WireTestState = z.output<typeof wireTestState>;

export const wireTestEvent = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('result'), done: count, total: count, result: wireTestResult }),
    z.object({ kind: z.literal('done'), run: wireTestRun }),
    z.object({ kind: z.literal('error'), message: z.string() }),
  ])
  .meta({ id: 'LoreTestEvent', description: '`result` for each test in order, then `done` or `error`.' });
export type WireTestEvent = z.output<typeof wireTestEvent>;
