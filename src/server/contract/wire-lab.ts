import { z } from '@hono/zod-openapi';
import { wireCoverage } from './wire-coverage';

/** Schemas of chats that are played again. */

const count = z.number().int().min(0);

const sceneOfLab = z.union([
  z.object({ text: z.string().min(1).max(1_000_000) }),
  /** A chat that a client told of. */
  z.object({ chat: z.string().min(1).max(200) }),
  /** The text of a chat file of SillyTavern (`.jsonl`), or lines `Name: text`. */
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
