import { files as bridgeFiles } from 'embedded:bridge';
import { files as consoleFiles } from 'embedded:console';
import { listen } from '../../adapters/node/http-listener';
import { askHolder, holderName } from '../../adapters/node/http-port';
import { nodeRandom } from '../../adapters/node/node-random';
import { BODY_LIMIT } from '../../server/body-limit';
import { scopes } from '../../server/contract/wire-server';
import { adminToken } from './admin-token';
import { HeadlessFacts } from './headless-facts';
import { openVault, UsageError, type OpenVault } from './open-vault';

/** What `lorehearth serve` is told. */
export interface ServeOptions {
  readonly vault: string;
  readonly port?: number | undefined;
  readonly host?: string | undefined;
  readonly token?: string | undefined;
  readonly origin: readonly string[];
  readonly data?: string | undefined;
  readonly console: boolean;
  readonly verbose?: boolean;
  /** A folder of SillyTavern on this computer, so that the extension can be looked after. */
  readonly sillytavern?: string | undefined;
}

/** A server that runs. */
export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly entries: number;
  close(): Promise<void>;
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** Indexes a vault and serves it; resolves when it listens and the first index stands. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const facts = new HeadlessFacts(options.vault, { folder: options.sillytavern, files: bridgeFiles });
  let ownPort: number | undefined;
  const vault = await openVault({
    ownPort: () => ownPort,
    program: 'lorehearth serve',
    host: facts,
    vault: options.vault,
    data: options.data,
    origins: options.origin,
    hosts: options.host === undefined ? [] : [options.host],
    consoleFiles: options.console ? consoleFiles : {},
    verbose: options.verbose === true,
  });
  try {
    const server = await listenTo(vault, options, facts);
    ownPort = server.port;
    return server;
  } catch (error) {
    await vault.close();
    throw error;
  }
}

async function listenTo(vault: OpenVault, options: ServeOptions, facts: HeadlessFacts): Promise<RunningServer> {
  warnOfOpenAddress(vault, options.host);
  await grantAdmin(vault, options.token);
  await vault.indexed;
  const settings = vault.engine.settings();
  const wished = options.port ?? settings.port;
  const listener = await listen(vault.app.fetch, {
    port: wished,
    // A port that was asked for is meant; the default may move.
    fixedPort: options.port !== undefined || settings.fixedPort,
    ...(options.host === undefined ? {} : { hosts: [options.host] }),
    bodyLimit: BODY_LIMIT,
    onError: (error) => vault.log.warn('A connection failed.', error),
  });
  const url = listener.urls[0] ?? `http://127.0.0.1:${String(listener.port)}`;
  facts.listensAt(url, wished === 0 || wished === listener.port ? undefined : await whoHolds(wished));
  return {
    url,
    port: listener.port,
    entries: vault.engine.status().entries,
    async close() {
      await listener.close();
      await vault.close();
    },
  };
}

async function whoHolds(port: number): Promise<string> {
  return `Port ${String(port)} is taken by ${holderName(await askHolder(port))}.`;
}

function warnOfOpenAddress(vault: OpenVault, host: string | undefined): void {
  if (host === undefined || LOOPBACK.has(host)) return;
  vault.log.warn(`Listening on ${host}: other machines can reach this server. Every request needs a token.`);
}

async function grantAdmin(vault: OpenVault, given: string | undefined): Promise<void> {
  if (given !== undefined && given.trim().length < 8) throw new UsageError('A token needs at least 8 characters.');
  if (given !== undefined) {
    vault.access.addFixed(given.trim(), scopes);
    return;
  }
  const { token, isNew } = await adminToken(vault, nodeRandom);
  vault.access.addFixed(token, scopes);
  // Shown once, on the stream that is not parsed: whoever starts the server needs it for the console.
  if (isNew) process.stderr.write(`Admin token (shown once): ${token}\n`);
}
