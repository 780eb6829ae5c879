import { z } from '@hono/zod-openapi';

/** Schemas of the doctor: each hop between the vault and the reply, and what to do where it is broken. */

/** `waiting`: nothing has happened yet that could be judged. */
export const checkStates = ['ok', 'waiting', 'warning', 'failed'] as const;
export type CheckState = (typeof checkStates)[number];

/** What mends a check. Each client offers what it can do. */
const wireFix = z.union([
  /** Change settings to these values. */
  z.object({ kind: z.literal('settings'), label: z.string(), values: z.record(z.string(), z.unknown()) }),
  /** Look at a panel; `search` is what to look for there. */
  z.object({ kind: z.literal('panel'), label: z.string(), panel: z.string(), search: z.string().optional() }),
  /** Call a route that takes no body. */
  z.object({ kind: z.literal('call'), label: z.string(), route: z.enum(['refresh', 'example', 'update-bridge']) }),
  /** Copy the SillyTavern extension into a folder of SillyTavern: the host asks which. */
  z.object({ kind: z.literal('install-bridge'), label: z.string(), command: z.string() }),
  /** Copy a command or an address. */
  z.object({ kind: z.literal('copy'), label: z.string(), text: z.string() }),
]);
export type WireFix = z.output<typeof wireFix>;

export const wireCheck = z
  .object({
    id: z.string(),
    title: z.string(),
    state: z.enum(checkStates),
    /** What was found, and what to do. */
    sentence: z.string(),
    fixes: z.array(wireFix).readonly(),
  })
  .meta({ id: 'Check' });
export type WireCheck = z.output<typeof wireCheck>;

export const wireDoctorReport = z
  .object({
    checks: z.array(wireCheck).readonly(),
    /** Milliseconds since 1970. */
    at: z.number(),
    /** Whether the example entry is in the vault. */
    hasExample: z.boolean(),
    /** Whether the first steps are to be shown. */
    wantsSteps: z.boolean(),
  })
  .meta({ id: 'DoctorReport' });
export type WireDoctorReport = z.output<typeof wireDoctorReport>;

export const wireExample = z
  .object({ path: z.string(), keys: z.array(z.string()).readonly() })
  .meta({ id: 'ExampleEntry' });

export const wireEntryFormat = z.object({ markdown: z.string() }).meta({ id: 'EntryFormat' });

export const wireBridgeUpdate = z
  .object({ version: z.string().optional(), sentence: z.string() })
  .meta({ id: 'BridgeUpdate' });
