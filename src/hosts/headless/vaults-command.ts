import { resolve } from 'node:path';
import type { LorehearthClient } from '../../server/client';
import type {
  WireFoundVault,
  WireNewVault,
  WireVault,
  WireVaults,
  WireVaultTest,
} from '../../server/contract/wire-vaults';
import { UsageError } from './open-vault';
import { answered, runningServerClient, type RunningServerOptions } from './running-server-client';

/** Where `lorehearth vaults add` finds the vault. */
export interface NewVaultOptions extends RunningServerOptions {
  readonly name: string;
  /** A folder of this computer; without one the vault is reached at `host` and `port`. */
  readonly folder?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly kind?: string | undefined;
  readonly https: boolean;
  readonly selfSigned: boolean;
  readonly key?: string | undefined;
}

/** Which ports `lorehearth vaults scan` looks at. */
export interface ScanOptions extends RunningServerOptions {
  readonly host: string;
  readonly from: number;
  readonly to: number;
}

/** The vaults of a running server, in order of precedence. */
export async function listVaults(options: RunningServerOptions): Promise<WireVaults> {
  return vaultsOf(await runningServerClient(options), options);
}

/** Has a running server read a further vault. */
export async function addVault(options: NewVaultOptions): Promise<WireVault> {
  const json = newVault(options);
  const client = await runningServerClient(options);
  const reply = await answered(client.v1.vaults.$post({ json }), options);
  if (reply.status === 201) return reply.json();
  throw await refusal(reply);
}

/** Has a running server read a further vault no longer; it is named by its id or its name. */
export async function removeVault(wanted: string, options: RunningServerOptions): Promise<WireVault> {
  const client = await runningServerClient(options);
  const vault = named((await vaultsOf(client, options)).items, wanted);
  const reply = await answered(client.v1.vaults[':id'].$delete({ param: { id: vault.id } }), options);
  if (reply.status === 200) return vault;
  throw await refusal(reply);
}

/** Tries to reach all further vaults, or one. */
export async function testVaults(
  wanted: string | undefined,
  options: RunningServerOptions,
): Promise<readonly WireVaultTest[]> {
  const client = await runningServerClient(options);
  if (wanted === undefined) {
    const reply = await answered(client.v1.vaults.test.$post({ json: {} }), options);
    if (reply.status === 200) return (await reply.json()).items;
    throw await refusal(reply);
  }
  const { id } = named((await vaultsOf(client, options)).items, wanted);
  const reply = await answered(client.v1.vaults[':id'].test.$post({ param: { id } }), options);
  if (reply.status === 200) return [await reply.json()];
  throw await refusal(reply);
}

/** Looks for vaults on ports of a computer, as the running server sees it. */
export async function scanVaults({ host, from, to, ...options }: ScanOptions): Promise<readonly WireFoundVault[]> {
  const client = await runningServerClient(options);
  const reply = await answered(client.v1.vaults.scan.$post({ json: { host, from, to } }), options);
  if (reply.status === 200) return (await reply.json()).found;
  throw await refusal(reply);
}

async function vaultsOf(client: LorehearthClient, options: RunningServerOptions): Promise<WireVaults> {
  const reply = await answered(client.v1.vaults.$get(), options);
  if (reply.status === 200) return reply.json();
  throw await refusal(reply);
}

function newVault({ name, folder, host, port, kind, https, selfSigned, key }: NewVaultOptions): WireNewVault {
  const secret = key ?? process.env['LOREHEARTH_VAULT_KEY'];
  const withKey = secret === undefined ? {} : { key: secret };
  if (host === undefined) {
    if (folder === undefined)
      throw new UsageError('Give a folder with --folder, or another program with --host and --port.');
    return { name, kind: 'folder', folder: resolve(folder), ...withKey };
  }
  const remote = kind ?? 'lorehearth';
  if (remote !== 'lorehearth' && remote !== 'local-rest-api') {
    throw new UsageError('Give "lorehearth" or "local-rest-api" with --kind.');
  }
  const inner = folder === undefined ? {} : { folder };
  return { name, kind: remote, host, ...(port !== undefined && { port }), https, selfSigned, ...inner, ...withKey };
}

function named(vaults: readonly WireVault[], wanted: string): WireVault {
  const further = vaults.filter(({ kind }) => kind !== 'own');
  const meant = further.filter(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase());
  const [first, second] = meant;
  if (first === undefined)
    throw new UsageError(`There is no further vault "${wanted}". "lorehearth vaults list" names all.`);
  if (second !== undefined)
    throw new UsageError(`Several vaults are called "${wanted}". Give an id of "lorehearth vaults list".`);
  return first;
}

interface Refused {
  json(): Promise<{
    readonly detail: string;
    readonly fields?: readonly { readonly path: string; readonly message: string }[] | undefined;
  }>;
}

async function refusal(reply: Refused): Promise<UsageError> {
  const { detail, fields = [] } = await reply.json();
  return new UsageError([detail, ...fields.map(({ path, message }) => `${path}: ${message}`)].join('\n'));
}
