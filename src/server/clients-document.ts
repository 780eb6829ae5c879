import { z } from 'zod';
import { scopes } from './contract/wire-server';

/** The version that is written into the document `clients`. */
const CLIENTS_VERSION = 1;

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

const clientsDocument = z.object({ version: z.number(), clients: z.array(z.unknown()) });

/** What a stored document gave. A document of a newer version is not understood and must not be written over. */
export type ClientsReading =
  | { readonly kind: 'clients'; readonly clients: readonly StoredClient[]; readonly unreadable: number }
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'not-clients' };

/** Reads the document. A client that is not understood is left out: it has no access then, which is the safe side. */
export function readClients(value: unknown): ClientsReading {
  const document = clientsDocument.safeParse(value);
  if (!document.success) return { kind: 'not-clients' };
  if (document.data.version > CLIENTS_VERSION) return { kind: 'newer', version: document.data.version };
  const read = document.data.clients.map((client) => storedClient.safeParse(client));
  const clients = read.flatMap((one) => (one.success ? [one.data] : []));
  return { kind: 'clients', clients, unreadable: read.length - clients.length };
}

/** The document that holds the clients. */
export function writeClients(clients: readonly StoredClient[]): unknown {
  return { version: CLIENTS_VERSION, clients };
}
