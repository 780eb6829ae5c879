import { CollectingLog } from '../../adapters/memory/collecting-log';
import { InProcessPatternRunner } from '../../adapters/memory/in-process-pattern-runner';
import { ManualTime } from '../../adapters/memory/manual-time';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';
import { MemoryNoteSource } from '../../adapters/memory/memory-note-source';
import { MemoryNoteWriter } from '../../adapters/memory/memory-note-writer';
import { MemorySecretStore } from '../../adapters/memory/memory-secret-store';
import { scriptedModels } from '../../adapters/memory/scripted-models';
import { plainHasher } from '../../adapters/memory/plain-hasher';
import { SeededRandom } from '../../adapters/memory/seeded-random';
import { WordTokenCounter } from '../../adapters/memory/word-token-counter';
import type { ModelMaker } from '../../core/ai/model-maker';
import { createEngine } from '../../core/engine/create-engine';
import type { LoreEngine } from '../../core/engine/lore-engine';
import type { SecretStore } from '../../core/ports/secret-store';
import type { VaultOpener } from '../../core/ports/vault-opener';
import { openAccessTokens } from '../access-tokens';
import { createApp, type AppParts } from '../app';
import type { Refusal } from '../connection';
import type { Scope } from '../contract/wire-server';
import { ClientStreams } from '../events/client-streams';
import { Pairings } from '../pairing';

const PORT = 27_673;

/** Two lore notes and one that is none. */
export const vaultNotes: Readonly<Record<string, string>> = {
  'Lore/Silver Keep.md': '---\ntags: [lorebook]\nkeys: [silver keep]\n---\nThe keep guards the northern pass.\n',
  'Lore/100% Proof & Co.md': '---\ntags: [lorebook]\nkeys: [distillery]\n---\nA distillery by the quay.\n',
  'Orte/港の記録.md': '---\ntags: [lorebook]\nkeys: [港]\n---\nRecords of the harbor.\n',
  'Lore/Şölen.md': '---\ntags: [lorebook]\nkeys: [şölen]\ncolour: red\n---\nA feast.\n',
  'Diary.md': 'Nothing of interest.\n',
};

/** A request as a client sends it. */
export interface Sent {
  readonly method?: string;
  readonly token?: string;
  readonly origin?: string;
  readonly host?: string;
  readonly remoteAddress?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a text is sent as it is. */
  readonly body?: unknown;
  readonly refusal?: Refusal;
}

export interface TestServerOptions extends Partial<Pick<AppParts, 'consoleFiles' | 'hosts' | 'origins' | 'host'>> {
  readonly notes?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What earlier runs stored, by name. */
  readonly documents?: Readonly<Record<string, unknown>>;
  /** The models that connections lead to; none without it. */
  readonly models?: ModelMaker;
  readonly secrets?: SecretStore;
  /** Opens further vaults; there are none without it. */
  readonly vaults?: VaultOpener;
  /** What the engine does otherwise than the real one. */
  readonly engine?: Partial<LoreEngine>;
}

/** A server with the real engine on a vault in memory. */
export async function testServer(options: TestServerOptions = {}) {
  const time = new ManualTime();
  const log = new CollectingLog();
  const store = new MemoryDocumentStore(options.documents);
  const random = new SeededRandom();
  const source = new MemoryNoteSource(options.notes ?? vaultNotes, 'Vault');
  const real = createEngine({
    newAbort: () => new AbortController(),
    secrets: options.secrets ?? new MemorySecretStore(),
    models: options.models ?? scriptedModels(),
    patterns: new InProcessPatternRunner(),
    ...(options.vaults && { vaults: options.vaults }),
    source,
    writer: new MemoryNoteWriter(source),
    store,
    tokens: new WordTokenCounter(),
    clock: time,
    timer: time,
    random,
    log,
  });
  await real.open();
  const problems = await real.changeSettings(options.settings ?? {});
  if (problems.length > 0) throw new Error(problems.map((problem) => problem.message).join(' '));
  const engine = Object.assign(real, options.engine);
  const access = await openAccessTokens({ store, hasher: plainHasher, random, clock: time, timer: time, log });
  const pairing = new Pairings({ access, clock: time, timer: time, random });
  const { consoleFiles = {}, hosts = [], origins = [] } = options;
  const streams = new ClientStreams(engine, time);
  const parts = {
    engine,
    streams,
    access,
    pairing,
    clock: time,
    random,
    log,
    version: '1.2.3',
    consoleFiles,
    hosts,
    origins,
    ...(options.host && { host: options.host }),
  };
  const app = createApp(parts);
  return {
    app,
    engine,
    access,
    pairing,
    streams,
    time,
    log,
    store,
    source,
    /** Sends a request over the network's door. */
    send: (path: string, sent: Sent = {}) => send(app, path, sent),
    /** A token with these scopes. */
    token: async (...scopes: readonly Scope[]) => (await access.create('Test', scopes)).token,
  };
}

export type TestServer = Awaited<ReturnType<typeof testServer>>;

/** The Request holds what a browser's realm leaves in it: neither Host nor Origin nor the headers of a preflight. */
function send(app: ReturnType<typeof createApp>, path: string, sent: Sent): Promise<Response> {
  const { method = sent.body === undefined ? 'GET' : 'POST', token, origin, host, body, refusal } = sent;
  const inRequest: Record<string, string> = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...sent.headers,
  };
  const received: Record<string, string> = {
    ...inRequest,
    host: host ?? `127.0.0.1:${String(PORT)}`,
    ...(origin !== undefined && { origin }),
  };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const request = new Request(`http://127.0.0.1:${String(PORT)}${path}`, {
    method,
    headers: Object.fromEntries(Object.entries(inRequest).filter(([name]) => !name.startsWith('access-control'))),
    ...(body !== undefined && { body: text }),
  });
  return app.fetch(request, {
    kind: 'network',
    port: PORT,
    remoteAddress: sent.remoteAddress ?? '127.0.0.1',
    header: (name) => received[name],
    ...(refusal !== undefined && { refusal }),
  });
}

/** The body of a problem answer. */
export async function problemOf(response: Response): Promise<Record<string, unknown>> {
  const type = response.headers.get('content-type');
  if (type !== 'application/problem+json') throw new Error(`Not a problem but ${String(type)}.`);
  return (await response.json()) as Record<string, unknown>;
}

/** The body of a JSON answer. */
export async function jsonOf(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>;
}
