import { FileDocumentStore } from '../../adapters/node/file-document-store';
import { createClient } from '../../server/client';
import { PRIVATE_DOCUMENTS, storedAdminToken } from './admin-token';
import { dataFolderOf } from './data-folder';
import { UsageError } from './open-vault';

/** What `lorehearth pair` is told. */
export interface PairOptions {
  readonly code: string;
  readonly url: string;
  readonly vault?: string | undefined;
  readonly data?: string | undefined;
  readonly token?: string | undefined;
  readonly deny: boolean;
}

/** Approves or denies a pairing that waits on a running server; returns a sentence for the user. */
export async function decidePairing(options: PairOptions): Promise<string> {
  const token = await tokenFor(options);
  const client = createClient({ fetch: globalThis.fetch, base: options.url, token: () => token });
  const decision = options.deny ? 'deny' : 'approve';
  const response = await client.v1.pairings[':code']
    .$post({ param: { code: options.code }, json: { decision } })
    .catch(() => {
      throw new UsageError(
        `No server answers at ${options.url}. Start it with "lorehearth serve", or give its address with --url.`,
      );
    });
  if (response.status !== 200) throw new UsageError((await response.json()).detail);
  const waiting = await response.json();
  return `${options.deny ? 'Denied' : 'Allowed'}: ${waiting.client}${waiting.origin === undefined ? '' : ` from ${waiting.origin}`}.`;
}

async function tokenFor(options: PairOptions): Promise<string> {
  const given = options.token ?? process.env['LOREHEARTH_TOKEN'];
  if (given !== undefined) return given;
  if (options.vault === undefined && options.data === undefined) {
    throw new UsageError('Give the vault with --vault, or the admin token with --token or LOREHEARTH_TOKEN.');
  }
  const folder = dataFolderOf(options.vault ?? '.', options.data);
  const stored = await storedAdminToken(new FileDocumentStore(folder, { privateDocuments: PRIVATE_DOCUMENTS }));
  if (stored === undefined)
    throw new UsageError('This vault has no admin token yet. Start "lorehearth serve" for it first.');
  return stored;
}
