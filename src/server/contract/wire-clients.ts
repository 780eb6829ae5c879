import { z } from '@hono/zod-openapi';
import { scopes } from './wire-server';

/** Schemas of the programs that may use the server. Tokens go out once, when they are made. */

const scopeList = z.array(z.enum(scopes)).readonly();

/** What a client says of itself. */
export const wireClientReport = z.object({
  /** Version of the client. */
  version: z.string(),
  /** Version of the program that the client runs in, e.g. SillyTavern. */
  hostVersion: z.string().optional(),
  /** Milliseconds since 1970. */
  at: z.number(),
});
export type WireClientReport = z.output<typeof wireClientReport>;

const versionName = z.string().trim().min(1).max(100);

export const wireOwnReport = z
  .object({ version: versionName, hostVersion: versionName.optional() })
  .meta({ id: 'OwnReport' });

export const wireClient = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: scopeList,
    /** Pages that it was paired from. */
    origins: z.array(z.string()).readonly(),
    createdAt: z.number(),
    lastSeen: z.number().optional(),
    /** Given when the program was started, for this run: it is neither renamed nor revoked here. */
    fixed: z.boolean(),
    /** Whether the request was made with its token. */
    own: z.boolean(),
    report: wireClientReport.optional(),
  })
  .meta({ id: 'Client' });
export type WireClient = z.output<typeof wireClient>;

export const wireClients = z
  .object({
    items: z.array(wireClient).readonly(),
    /** What a token that is made by this client may allow. */
    grantable: scopeList,
  })
  .meta({ id: 'Clients' });
export type WireClients = z.output<typeof wireClients>;

const name = z.string().trim().min(1, 'Write a name.').max(100);

export const wireNewClient = z
  .object({ name, scopes: z.array(z.enum(scopes)).min(1, 'Choose what the token may do.') })
  .meta({ id: 'NewClient' });

export const wireGranted = z
  .object({
    client: wireClient,
    /** Cannot be shown again. */
    token: z.string(),
  })
  .meta({ id: 'Granted' });

export const wireClientChange = z.strictObject({ name }).meta({ id: 'ClientChange' });
