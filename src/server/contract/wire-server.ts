import { z } from '@hono/zod-openapi';
import { wireToolOffer } from './wire-tools';

/** Schemas of the server itself: health, pairing, clients, settings, errors. */

const count = z.number().int().min(0);

/** What a token allows, from little to much. */
export const scopes = ['generate', 'read', 'write', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** RFC 9457 problem document with our stable code. */
export const wireHttpProblem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    code: z.string(),
    detail: z.string(),
    fields: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .readonly()
      .optional(),
  })
  .meta({ id: 'Problem' });
export type WireHttpProblem = z.output<typeof wireHttpProblem>;

export const wireHealth = z
  .object({
    name: z.literal('lorehearth'),
    api: z.literal(1),
    pairing: z.boolean(),
    version: z.string().optional(),
    vault: z.string().optional(),
    entries: count.optional(),
    indexing: z.boolean().optional(),
  })
  .meta({ id: 'Health', description: 'Pages of unlisted origins see only name, api and pairing.' });
export type WireHealth = z.output<typeof wireHealth>;

export const wireStatus = z
  .object({
    version: z.string(),
    vault: z.string(),
    index: z.union([
      z.object({ kind: z.literal('indexing'), done: count, total: count }),
      z.object({ kind: z.literal('ready') }),
      z.object({ kind: z.literal('unreachable'), reason: z.string() }),
    ]),
    entries: count,
    guides: count,
    quarantined: count,
    skipped: count,
    problems: z.object({ error: count, warning: count, info: count }),
    tokensExact: z.boolean(),
    /** Stored documents that are only read, or that were set aside. */
    documents: z
      .array(z.object({ name: z.string(), kind: z.enum(['newer', 'set-aside', 'held']), sentence: z.string() }))
      .readonly()
      .optional(),
    /** What the next request for a reply should be like; see the answer to a generation. */
    wants: z.object({ messages: count, deadlineMs: count.optional() }).optional(),
    /** Lore gaps that are open. */
    gaps: count.optional(),
    /** The tools that clients may offer to the AI that writes. */
    tools: wireToolOffer.optional(),
    lastTurn: z
      .object({ id: z.string(), chat: z.string(), turn: count, at: z.number(), injected: count, tokens: count })
      .optional(),
    clients: z
      .array(
        z.object({ name: z.string(), scopes: z.array(z.enum(scopes)).readonly(), lastSeen: z.number().optional() }),
      )
      .readonly(),
  })
  .meta({ id: 'Status' });
export type WireStatus = z.output<typeof wireStatus>;

export const wireRefreshed = wireStatus
  .pick({ vault: true, index: true, entries: true, quarantined: true, skipped: true, problems: true })
  .meta({ id: 'Refreshed' });

export const wirePairRequest = z.object({ client: z.string().trim().min(1).max(100) }).meta({ id: 'PairRequest' });

export const wirePairStarted = z
  .object({
    id: z.string(),
    /** Six digits, shown on both sides. */
    code: z.string(),
    expiresAt: z.number(),
  })
  .meta({ id: 'PairStarted' });

export const wirePairState = z
  .union([
    z.object({ state: z.literal('pending'), expiresAt: z.number() }),
    z.object({ state: z.literal('approved'), token: z.string(), scopes: z.array(z.enum(scopes)).readonly() }),
    z.object({ state: z.literal('denied') }),
    z.object({ state: z.literal('expired') }),
  ])
  .meta({ id: 'PairState' });

export const wireWaitingPairing = z
  .object({
    id: z.string(),
    code: z.string(),
    client: z.string(),
    origin: z.string().optional(),
    expiresAt: z.number(),
  })
  .meta({ id: 'WaitingPairing' });

export const wireSettings = z
  .object({
    values: z.record(z.string(), z.unknown()),
    /** Rows of the settings table, for forms. */
    table: z.record(z.string(), z.record(z.string(), z.unknown())),
    /** The sections of the table, in the order in which they are shown. */
    sections: z.array(z.object({ id: z.string(), title: z.string(), sentence: z.string() })).readonly(),
    /** Whether the token may change settings. */
  })
  .meta({ id: 'Settings' });

const settingProblem = z.object({ name: z.string(), message: z.string() });

export const wireSettingsCheck = z
  .object({
    /** One for each setting whose value is not allowed. */
    problems: z.array(settingProblem).readonly(),
    /** Names that no setting has: of a newer version, or misspelled. */
    unknown: z.array(z.string()).readonly(),
    /** Values that are allowed and differ from those that hold. */
    changes: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'SettingsCheck' });
