import { z } from 'zod';
import { listOf } from '../core/base/json-value';
import { scopes } from './contract/wire-server';

const storedClient = z.object({
  id: z.string().min(1),
  name: z.string(),
  /** SHA-256 of the token: the token itself is nowhere kept. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  scopes: z.array(z.enum(scopes)).readonly(),
  origins: z.array(z.string()).readonly().catch([]),
  createdAt: z.number().catch(0),
  lastSeen: z.number().optional().catch(undefined),
});
/** A client as it is stored. */
export type StoredClient = z.output<typeof storedClient>;

/** The clients of a stored list. One that is not understood is left out: it has no access then, which is the safe side. */
export function readClients(value: unknown): {
  readonly clients: readonly StoredClient[];
  /** Those that are not understood. */
  readonly unreadable: number;
} {
  const read = listOf(value).map((client) => storedClient.safeParse(client));
  const clients = read.flatMap((one) => (one.success ? [one.data] : []));
  return { clients, unreadable: read.length - clients.length };
}
