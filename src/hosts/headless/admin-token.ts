import { SECRETS_DOCUMENT } from '../../adapters/node/node-secret-store';
import type { DocumentStore } from '../../core/ports/document-store';
import type { RandomSource } from '../../core/ports/random';

/** Documents that only the owner of the data folder may read. */
export const PRIVATE_DOCUMENTS: readonly string[] = ['headless', 'clients', SECRETS_DOCUMENT];

const DOCUMENT = 'headless';
const TOKEN_BYTES = 32;

/** The token that the headless host itself answers to with every scope. */
export interface AdminToken {
  readonly token: string;
  /** Made by this call: nobody knows it yet. */
  readonly isNew: boolean;
}

/** The admin token of a data folder; made and stored on first use. */
export async function adminToken(store: DocumentStore, random: RandomSource): Promise<AdminToken> {
  const known = await storedAdminToken(store);
  if (known !== undefined) return { token: known, isNew: false };
  const token = random.token(TOKEN_BYTES);
  await store.write(DOCUMENT, { version: 1, adminToken: token });
  return { token, isNew: true };
}

/** The admin token, if the data folder holds one. */
export async function storedAdminToken(store: DocumentStore): Promise<string | undefined> {
  const stored = await store.read(DOCUMENT);
  if (stored.kind !== 'found' || typeof stored.value !== 'object' || stored.value === null) return undefined;
  const token: unknown = Reflect.get(stored.value, 'adminToken');
  return typeof token === 'string' && token !== '' ? token : undefined;
}
