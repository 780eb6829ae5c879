import { z } from '@hono/zod-openapi';
import { channelModes } from '../../core/ai/channels/ai-settings';
import { channelIds } from '../../core/ai/channels/channel-table';
import { modelErrorKinds } from '../../core/ai/model-error';

/** Schemas of channels and connections. Keys go in and never come out. */

const origin = z.enum(['own', 'search', 'default']);

const wireChannelSettings = z.object({
  mode: z.enum(channelModes).optional(),
  connection: z.string().optional(),
  model: z.string().optional(),
  maxTokens: z.number().optional(),
  timeoutMs: z.number().optional(),
  temperature: z.number().optional(),
  dailyTokens: z.number().optional(),
});

const wireChannel = z
  .object({
    id: z.enum(channelIds),
    label: z.string(),
    sentence: z.string(),
    needsTools: z.boolean(),
    /** What is set for this channel alone. */
    own: wireChannelSettings,
    state: z.enum(['usable', 'off', 'no-connection']),
    /** What is missing, and what to do. */
    complaint: z.string().optional(),
    place: z
      .object({ mode: z.enum(['direct', 'sillytavern']), connection: z.string(), model: z.string().optional() })
      .optional(),
    maxTokens: z.number(),
    timeoutMs: z.number(),
    temperature: z.number().optional(),
    dailyTokens: z.number().optional(),
    /** Where each value comes from. */
    origins: z.record(z.string(), origin),
    usedToday: z.number(),
  })
  .meta({ id: 'Channel' });

const wireConnection = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.string(),
    baseUrl: z.string(),
    apiVersion: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    form: z.string().optional(),
    hasKey: z.boolean(),
  })
  .meta({ id: 'Connection' });

const wireConnectionState = z
  .object({
    connection: z.string(),
    state: z.enum(['closed', 'open', 'probing']),
    failures: z.number(),
    /** Milliseconds since 1970. */
    opensAgainAt: z.number().optional(),
    lastError: z.string().optional(),
    waiting: z.number(),
  })
  .meta({ id: 'ConnectionState', description: 'The breaker of a connection and who waits for it.' });

export const wireChannels = z
  .object({
    channels: z.array(wireChannel).readonly(),
    connections: z.array(wireConnection).readonly(),
    states: z.array(wireConnectionState).readonly(),
    /** Clients of SillyTavern that can ask a model for us now. */
    relays: z.number(),
    presets: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          kind: z.string(),
          baseUrl: z.string(),
          needsKey: z.boolean(),
          sentence: z.string(),
        }),
      )
      .readonly(),
    /** The built-in instructions of selections. */
    instructions: z.string(),
  })
  .meta({ id: 'Channels' });
export type WireChannels = z.output<typeof wireChannels>;

export const wireChannelTest = z
  .object({
    isOk: z.boolean(),
    sentence: z.string(),
    error: z.enum(modelErrorKinds).optional(),
    milliseconds: z.number(),
    callsTools: z.boolean().optional(),
  })
  .meta({ id: 'ChannelTest' });
