import { startPatternWebWorker } from '../../adapters/obsidian/web-pattern-worker';
import { StoppablePatternRunner } from '../../adapters/patterns/stoppable-pattern-runner';
import { files as bridgeFiles } from 'embedded:bridge';
import { files as consoleFiles } from 'embedded:console';
import { FileSystemAdapter, type Plugin } from 'obsidian';
import { lazyModels } from '../../adapters/models/lazy-models';
import { lockFolder, ownerSentence, type Locking } from '../../adapters/node/folder-lock';
import { installBridge } from '../../adapters/node/bridge-installer';
import { findBridge } from '../../adapters/node/installed-bridge';
import { listen } from '../../adapters/node/http-listener';
import { nodeClock } from '../../adapters/node/node-clock';
import { nodeHasher } from '../../adapters/node/node-hasher';
import { nodePause } from '../../adapters/node/node-pause';
import { nodeRandom } from '../../adapters/node/node-random';
import { nodeTimer } from '../../adapters/node/node-timer';
import { consoleLog } from '../../adapters/obsidian/console-log';
import { createRequestUrlFetch } from '../../adapters/obsidian/request-url-fetch';
import { PluginDocumentStore } from '../../adapters/obsidian/plugin-document-store';
import { vaultBase } from '../../adapters/obsidian/vault-base';
import { PluginSecrets, secretStoreOf } from '../../adapters/obsidian/secret-storage';
import { VaultNoteSource } from '../../adapters/obsidian/vault-note-source';
import { VaultNoteWriter } from '../../adapters/obsidian/vault-note-writer';
import { createVaultOpener } from '../../adapters/remote/vault-opener';
import { GptTokenCounter } from '../../adapters/tokens/gpt-token-counter';
import { GuardedDocuments } from '../../core/documents/guarded-documents';
import { createEngine } from '../../core/engine/create-engine';
import { openAccessTokens } from '../../server/access-tokens';
import { createApp } from '../../server/app';
import { BODY_LIMIT } from '../../server/body-limit';
import { createClient } from '../../server/client';
import { scopes } from '../../server/contract/wire-server';
import { ClientStreams } from '../../server/events/client-streams';
import { Pairings } from '../../server/pairing';
import { HookGrants } from './hook-grants';
import { obsidianFacts } from './host-facts';
import { LocalServer } from './local-server';
import { RunningHost } from './running-host';
import { readTavernFolder } from './tavern-folder';

const CONSOLE_TOKEN = 'console-token';
const TOKEN_BYTES = 32;
/** Requests need an address, also where nothing listens. */
const IN_PROCESS = 'http://lorehearth.invalid';

/** Builds everything that a vault needs in the app. Nothing listens and nothing of the vault is read before `open`. */
export async function createHost(plugin: Plugin): Promise<RunningHost> {
  const { vault, fileManager, secretStorage } = plugin.app;
  const locking = await lockData(plugin);
  const heldBy =
    locking.kind === 'held'
      ? `${ownerSentence(locking.owner)} Nothing is stored from here: stop it, then turn Lorehearth off and on again.`
      : undefined;
  const ports = {
    clock: nodeClock,
    timer: nodeTimer,
    random: nodeRandom,
    log: consoleLog,
    store: new GuardedDocuments(new PluginDocumentStore(plugin), heldBy),
  };
  const source = new VaultNoteSource({ ...ports, vault });
  const secrets = new PluginSecrets(secretStorage, plugin.manifest.id, consoleLog);
  const patterns = new StoppablePatternRunner(startPatternWebWorker, nodeTimer);
  const engine = createEngine({
    newAbort: () => new AbortController(),
    minutesEast: () => -new Date().getTimezoneOffset(),
    version: plugin.manifest.version,
    pause: nodePause,
    ...ports,
    source,
    writer: new VaultNoteWriter({ vault, fileManager }),
    vaults: createVaultOpener({
      log: consoleLog,
      ownFolder: vaultBase(vault),
      ownPort: () => (server.state.kind === 'listening' ? server.state.port : undefined),
    }),
    secrets: secretStoreOf(secrets),
    models: lazyModels({ fetch: createRequestUrlFetch((url, init) => window.fetch(url, init)), clock: nodeClock }),
    tokens: new GptTokenCounter(),
    patterns,
  });
  const access = await openAccessTokens({ ...ports, hasher: nodeHasher });
  const grants = await HookGrants.open(ports.store, ports.log);
  const pairings = new Pairings({ ...ports, access });
  const version = plugin.manifest.version;
  const streams = new ClientStreams(engine, nodeTimer);
  const install = (folder: string, user: string | undefined) =>
    installBridge({ folder, files: bridgeFiles, ...(user !== undefined && { user }) });
  const tavernUser = (): string | undefined => readTavernFolder(plugin.app).user || undefined;
  const facts = obsidianFacts({
    state: () => server.state,
    folder: () => readTavernFolder(plugin.app).folder,
    find: (folder) => findBridge(folder, tavernUser(), bridgeFiles),
    install: (folder) => install(folder, tavernUser()),
  });
  const app = createApp({ ...ports, engine, streams, access, pairing: pairings, version, consoleFiles, host: facts });
  const client = createClient({ fetch: app.inProcess, base: IN_PROCESS, token: () => '' });
  const consoleToken = readConsoleToken(secrets);
  access.addFixed(consoleToken, scopes, 'Web console');
  const server = new LocalServer({
    ...ports,
    vault: source.name,
    listen: (port) =>
      listen(app.fetch, {
        port,
        // Waiting and moving on are the local server's part: it shows them.
        fixedPort: true,
        limits: { retryMs: 0 },
        bodyLimit: BODY_LIMIT,
        onError: (error) => consoleLog.warn('A connection failed.', error),
      }),
  });
  const release = locking.kind === 'locked' ? () => locking.release() : () => Promise.resolve();
  const served = { server, streams, access, pairings, grants, consoleToken, install, release };
  return new RunningHost({ ...ports, engine, client, ...served });
}

/** A headless server may use the plugin's folder too. A vault that is on no disk has nobody to share it with. */
function lockData({ app, manifest }: Plugin): Promise<Locking> {
  const { adapter, configDir } = app.vault;
  const folder = manifest.dir ?? `${configDir}/plugins/${manifest.id}`;
  if (!(adapter instanceof FileSystemAdapter))
    return Promise.resolve({ kind: 'locked', release: () => Promise.resolve() });
  return lockFolder(adapter.getFullPath(folder), 'Obsidian', { timer: nodeTimer, log: consoleLog });
}

/** The console's token belongs to this device: a new device makes its own. */
function readConsoleToken(secrets: PluginSecrets): string {
  const known = secrets.read(CONSOLE_TOKEN);
  if (known !== undefined) return known;
  const token = nodeRandom.token(TOKEN_BYTES);
  secrets.write(CONSOLE_TOKEN, token);
  return token;
}
