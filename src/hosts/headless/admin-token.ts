import { SECRETS_DOCUMENT } from '../../adapters/node/node-secret-store';
import { readStored } from '../../core/documents/read-stored';
import { storedDocuments } from '../../core/documents/stored-documents';
import type { DocumentStore } from '../../core/ports/document-store';
import type { Log } from '../../core/ports/log';
import type { RandomSource } from '../../core/ports/random';

/** Documents that only the owner of the data folder may read. */
export const PRIVATE_DOCUMENTS: readonly string[] = [
  ...[storedDocuments.headless.name, storedDocuments.clients.name, SECRETS_DOCUMENT],
];

const DOCUMENT = storedDocuments.headless;
const TOKEN_BYTES = 32;

/** The token that the headless host itself answers to with every scope. */
export interface AdminToken {
  readonly token: string;
  /** Made by this call: nobody knows it yet. */
  readonly isNew: boolean;
}

/** Where the token is kept. */
interface TokenPorts {
  readonly store: DocumentStore;
  readonly log: Log;
}

/** The admin token of a data folder; made and stored on first use. Errors: `ReadOnlyDocument`. */
export async function adminToken(ports: TokenPorts, random: RandomSource): Promise<AdminToken> {
  const known = await storedAdminToken(ports);
  if (known !== undefined) return { token: known, isNew: false };
  const token = random.token(TOKEN_BYTES);
  await ports.store.write(DOCUMENT.name, { version: DOCUMENT.version, adminToken: token });
  return { token, isNew: true };
}

/** The admin token, if the data folder holds one. */
export async function storedAdminToken(ports: TokenPorts): Promise<string | undefined> {
  const { value } = await readStored(DOCUMENT, ports);
  const token = value?.['adminToken'];
  return typeof token === 'string' && token !== '' ? token : undefined;
}
