import { FileDocumentStore } from '../../adapters/node/file-document-store';
import { stderrLog } from '../../adapters/node/stderr-log';
import { createClient, type LorehearthClient } from '../../server/client';
import { PRIVATE_DOCUMENTS, storedAdminToken } from './admin-token';
import { dataFolderOf } from './data-folder';
import { UsageError } from './open-vault';

/** How a command reaches a server that runs. */
export interface RunningServerOptions {
  readonly url: string;
  /** The vault that is served; its data folder holds the token. */
  readonly vault?: string | undefined;
  readonly data?: string | undefined;
  readonly token?: string | undefined;
}

/** A client with the rights of the admin. Rejects with a `UsageError` when there is no token. */
export async function runningServerClient(options: RunningServerOptions): Promise<LorehearthClient> {
  const token = await tokenFor(options);
  return createClient({ fetch: globalThis.fetch, base: options.url, token: () => token });
}

/** Waits for an answer; rejects with a `UsageError` when no server answers. */
export async function answered<Reply>(asked: Promise<Reply>, { url }: RunningServerOptions): Promise<Reply> {
  try {
    return await asked;
  } catch {
    throw new UsageError(
      `No server answers at ${url}. Start it with "lorehearth serve", or give its address with --url.`,
    );
  }
}

async function tokenFor({ vault, data, token }: RunningServerOptions): Promise<string> {
  const given = token ?? process.env['LOREHEARTH_TOKEN'];
  if (given !== undefined) return given;
  if (vault === undefined && data === undefined) {
    throw new UsageError('Give the vault with --vault, or the admin token with --token or LOREHEARTH_TOKEN.');
  }
  const folder = dataFolderOf(vault ?? '.', data);
  const store = new FileDocumentStore(folder, { privateDocuments: PRIVATE_DOCUMENTS });
  const stored = await storedAdminToken({ store, log: stderrLog() });
  if (stored === undefined)
    throw new UsageError('This vault has no admin token yet. Start "lorehearth serve" for it first.');
  return stored;
}
