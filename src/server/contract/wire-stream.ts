import { z } from '@hono/zod-openapi';
import { modelErrorKinds } from '../../core/ai/model-error';

/** Schemas of the event stream and of relayed questions. */

export const wireEvents = z
  .object({
    events: z.array(z.object({ id: z.number(), kind: z.string(), data: z.unknown() })).readonly(),
    /** The `since` of the next poll. */
    next: z.number(),
  })
  .meta({ id: 'Events' });

/** A question for a model of the client, as the event `job` carries it. */
export const wireRelayJob = z
  .object({
    id: z.string(),
    profile: z.string(),
    messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), text: z.string() })).readonly(),
    form: z.object({ name: z.string(), schema: z.record(z.string(), z.unknown()) }).optional(),
    maxTokens: z.number(),
    temperature: z.number().optional(),
  })
  .meta({ id: 'RelayJob' });
export type WireRelayJob = z.output<typeof wireRelayJob>;

const tokens = z.number().int().min(0).default(0);

export const wireRelayResult = z
  .union([
    z.object({
      text: z.string().max(4_000_000),
      usage: z.object({ input: tokens, output: tokens }).optional(),
    }),
    z.object({ error: z.enum(modelErrorKinds), message: z.string().max(2_000) }),
  ])
  .meta({ id: 'RelayResult' });
export type WireRelayResult = z.input<typeof wireRelayResult>;
