import { z } from '@hono/zod-openapi';
import { isNotePath } from './note-path';

/** Schemas of the lab: lore tests, chats played again, coverage. */

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
        kind: z.enum(['fires', 'never', 'at', 'tokens']),
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

const sceneOfLab = z.union([
  z.object({ text: z.string().min(1).max(1_000_000) }),
  /** A chat that a client told of. */
  z.object({ chat: z.string().min(1).max(200) }),
  /** The text of a chat file of SillyTavern (`.jsonl`). */
  z.object({ file: z.string().min(1).max(8_000_000) }),
]);

export const wireSimulateRequest = z
  .object({ scene: sceneOfLab, settings: z.record(z.string(), z.unknown()).optional() })
  .meta({ id: 'SimulateRequest' });
export type WireSimulateRequest = z.input<typeof wireSimulateRequest>;

const simulatedEntry = z.object({
  id: z.string(),
  title: z.string(),
  path: z.string(),
  tokens: count,
  /** Why it is in, in a sentence. */
  why: z.string(),
  /** Whether it was not in the turn before. */
  came: z.boolean(),
});

const wireSimulatedTurn = z.object({
  /** Index of the reply. */
  turn: count,
  /** Who speaks last before it, and what is said. */
  message: z.object({ name: z.string(), text: z.string() }),
  entries: z.array(simulatedEntry).readonly(),
  went: z.array(z.object({ id: z.string(), title: z.string(), path: z.string(), why: z.string() })).readonly(),
  tokens: count,
  budget: count.optional(),
});
export type WireSimulatedTurn = z.output<typeof wireSimulatedTurn>;

const wireCoverage = z.object({
  turns: count,
  items: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        path: z.string(),
        found: count,
        injected: count,
        /** Turns in which it was found and gave way to others. */
        collided: count,
        silentKeys: z.array(z.string()).readonly(),
      }),
    )
    .readonly(),
});
export type WireCoverage = z.output<typeof wireCoverage>;

export const wireLabEvent = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('turn'), place: count, turns: count, turn: wireSimulatedTurn }),
    z.object({ kind: z.literal('done'), coverage: wireCoverage }),
    z.object({ kind: z.literal('error'), message: z.string() }),
  ])
  .meta({ id: 'LabEvent', description: '`turn` for each turn in order, then `done` or `error`.' });
export type WireLabEvent = z.output<typeof wireLabEvent>;

export const wireLabChats = z
  .object({ items: z.array(z.object({ id: z.string(), name: z.string().optional(), messages: count })).readonly() })
  .meta({ id: 'LabChats', description: 'Chats that can be played again, the one that changed last first.' });
export type WireLabChats = z.output<typeof wireLabChats>;
