import { files as bridgeFiles } from 'embedded:bridge';
import { FileDocumentStore } from '../../adapters/node/file-document-store';
import { stderrLog } from '../../adapters/node/stderr-log';
import { createClient, type LorehearthClient } from '../../server/client';
import type { WireDoctorReport } from '../../server/contract/wire-doctor';
import { PRIVATE_DOCUMENTS, storedAdminToken } from './admin-token';
import { dataFolderOf } from './data-folder';
import { HeadlessFacts } from './headless-facts';
import { openVault, UsageError } from './open-vault';

/** What `lorehearth doctor` is told. */
export interface DoctorOptions {
  readonly vault: string;
  readonly url: string;
  readonly data?: string | undefined;
  readonly token?: string | undefined;
  /** Asks the model too, which can cost something. */
  readonly askModel: boolean;
  readonly sillytavern?: string | undefined;
}

/** Checks every hop: of the server that runs, or, without one, of the vault and its folders. */
export async function examineVault(options: DoctorOptions): Promise<WireDoctorReport> {
  return (await isRunning(options.url)) ? ofServer(options) : ofVault(options);
}

async function isRunning(url: string): Promise<boolean> {
  try {
    const health = await createClient({ fetch: globalThis.fetch, base: url, token: () => '' }).health.$get();
    // Another program may answer there too.
    const { name }: { readonly name: string } = await health.json();
    return name === 'lorehearth';
  } catch {
    return false;
  }
}

async function ofServer(options: DoctorOptions): Promise<WireDoctorReport> {
  const token = await tokenFor(options);
  return ask(createClient({ fetch: globalThis.fetch, base: options.url, token: () => token }), options);
}

async function tokenFor({ vault, data, token }: DoctorOptions): Promise<string> {
  const given = token ?? process.env['LOREHEARTH_TOKEN'];
  if (given !== undefined) return given;
  const store = new FileDocumentStore(dataFolderOf(vault, data), { privateDocuments: PRIVATE_DOCUMENTS });
  const stored = await storedAdminToken({ store, log: stderrLog() });
  if (stored !== undefined) return stored;
  throw new UsageError('A server runs, but this vault has no admin token. Give it with --token or LOREHEARTH_TOKEN.');
}

async function ofVault(options: DoctorOptions): Promise<WireDoctorReport> {
  const host = new HeadlessFacts(options.vault, { folder: options.sillytavern, files: bridgeFiles });
  const vault = await openVault({ vault: options.vault, data: options.data, host });
  try {
    await vault.indexed;
    return await ask(createClient({ fetch: vault.app.inProcess, base: 'http://127.0.0.1', token: () => '' }), options);
  } finally {
    await vault.close();
  }
}

async function ask(client: LorehearthClient, { askModel, url }: DoctorOptions): Promise<WireDoctorReport> {
  const response = askModel ? await client.v1.doctor.$post() : await client.v1.doctor.$get();
  if (response.status === 200) return response.json();
  const { detail } = await response.json();
  const other =
    response.status === 401 ? ` The server at ${url} may serve another vault; --url names another one.` : '';
  throw new UsageError(`${detail}${other}`);
}
