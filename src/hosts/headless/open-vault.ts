import { mkdir, stat } from 'node:fs/promises';
import { lazyModels } from '../../adapters/models/lazy-models';
import { FileDocumentStore } from '../../adapters/node/file-document-store';
import { lockFolder, ownerSentence, type FolderLock } from '../../adapters/node/folder-lock';
import { FolderNoteSource } from '../../adapters/node/folder-note-source';
import { FolderNoteWriter } from '../../adapters/node/folder-note-writer';
import { nodeClock } from '../../adapters/node/node-clock';
import { nodeHasher } from '../../adapters/node/node-hasher';
import { nodePause } from '../../adapters/node/node-pause';
import { NodeSecretStore } from '../../adapters/node/node-secret-store';
import { nodeRandom } from '../../adapters/node/node-random';
import { nodeTimer } from '../../adapters/node/node-timer';
import { stderrLog } from '../../adapters/node/stderr-log';
import { startPatternThread } from '../../adapters/node/thread-pattern-worker';
import { StoppablePatternRunner } from '../../adapters/patterns/stoppable-pattern-runner';
import { createVaultOpener } from '../../adapters/remote/vault-opener';
import { GptTokenCounter } from '../../adapters/tokens/gpt-token-counter';
import { GuardedDocuments } from '../../core/documents/guarded-documents';
import { createEngine } from '../../core/engine/create-engine';
import type { LoreEngine } from '../../core/engine/lore-engine';
import type { DocumentStore } from '../../core/ports/document-store';
import type { Log } from '../../core/ports/log';
import { openAccessTokens, type AccessTokens } from '../../server/access-tokens';
import { createApp, type App } from '../../server/app';
import type { HostFacts } from '../../server/doctor/host-facts';
import { ClientStreams } from '../../server/events/client-streams';
import { Pairings } from '../../server/pairing';
import { BorrowedDocuments } from './borrowed-documents';
import { dataFolderOf } from './data-folder';
import { PRIVATE_DOCUMENTS } from './admin-token';

/** What a headless run is told. */
export interface VaultOptions {
  readonly vault: string;
  /** Folder for settings and tokens. */
  readonly data?: string | undefined;
  readonly origins?: readonly string[];
  readonly hosts?: readonly string[];
  /** Files of the web console by name; empty for none. */
  readonly consoleFiles?: Readonly<Record<string, string>>;
  readonly verbose?: boolean;
  /**
   * The command writes notes or keeps running, so that it needs the data folder for itself: it does not start where
   * another program uses it. Without it such a folder is only read.
   */
  readonly program?: string;
  /** What is known of the run, for the doctor. */
  readonly host?: HostFacts;
  /** The port on which the vault is served now: the host does not read itself. */
  readonly ownPort?: () => number | undefined;
}

/** A vault with its engine and server, not yet listening. */
export interface OpenVault {
  readonly engine: LoreEngine;
  readonly app: App;
  readonly access: AccessTokens;
  readonly store: DocumentStore;
  readonly log: Log;
  /** Resolves when the first index stands. */
  readonly indexed: Promise<void>;
  close(): Promise<void>;
}

/** A mistake of the user that ends the program with a sentence and no stack. */
export class UsageError extends Error {}

/** Builds everything that a vault needs; the index is read in the background. */
export async function openVault(options: VaultOptions): Promise<OpenVault> {
  await requireFolder(options.vault);
  const log = stderrLog({ debug: options.verbose === true });
  const { store, lock } = await openData(dataFolderOf(options.vault, options.data), options.program, log);
  const ports = { store, clock: nodeClock, timer: nodeTimer, random: nodeRandom, log };
  const source = new FolderNoteSource(options.vault, log);
  const patterns = new StoppablePatternRunner(startPatternThread, nodeTimer);
  const engine = createEngine({
    newAbort: () => new AbortController(),
    minutesEast: () => -new Date().getTimezoneOffset(),
    version: __LOREHEARTH_VERSION__,
    pause: nodePause,
    ...ports,
    source,
    writer: new FolderNoteWriter(options.vault),
    vaults: createVaultOpener({ log, ownFolder: options.vault, ...(options.ownPort && { ownPort: options.ownPort }) }),
    secrets: new NodeSecretStore({ store, environment: process.env, log }),
    models: lazyModels({ fetch: (url, init) => fetch(url, init), clock: nodeClock }),
    tokens: new GptTokenCounter(),
    patterns,
  });
  const access = await openAccessTokens({ ...ports, hasher: nodeHasher });
  const pairing = new Pairings({ ...ports, access });
  const streams = new ClientStreams(engine, nodeTimer);
  const app = createApp({
    ...ports,
    engine,
    streams,
    access,
    pairing,
    version: __LOREHEARTH_VERSION__,
    consoleFiles: options.consoleFiles ?? {},
    hosts: options.hosts ?? [],
    origins: options.origins ?? [],
    ...(options.host && { host: options.host }),
  });
  return {
    engine,
    app,
    access,
    store,
    log,
    indexed: engine.open(),
    async close() {
      streams.close();
      pairing.close();
      await engine.close();
      await access.close();
      await lock?.release();
    },
  };
}

/** The documents of a data folder, and the lock that keeps others from writing them. */
async function openData(
  folder: string,
  program: string | undefined,
  log: Log,
): Promise<{ readonly store: GuardedDocuments; readonly lock: FolderLock | undefined }> {
  await mkdir(folder, { recursive: true }).catch(() => undefined);
  const files = new FileDocumentStore(folder, { privateDocuments: PRIVATE_DOCUMENTS });
  const locking = await lockFolder(folder, program ?? 'a lorehearth command', { timer: nodeTimer, log });
  if (locking.kind === 'locked') return { store: new GuardedDocuments(files), lock: locking };
  const held = ownerSentence(locking.owner);
  if (program !== undefined)
    throw new UsageError(`${held} Stop it first, or give this run a data folder of its own with --data.`);
  log.debug(`${held} It is only read.`);
  return { store: new GuardedDocuments(new BorrowedDocuments(files)), lock: undefined };
}

async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (!found) throw new UsageError(`There is no folder "${folder}". Give the vault's folder with --vault.`);
  if (!found.isDirectory()) throw new UsageError(`"${folder}" is a file. Give the vault's folder with --vault.`);
}
