import { CollectingLog } from '../../src/adapters/memory/collecting-log';
import { ManualTime } from '../../src/adapters/memory/manual-time';
import { MemoryDocumentStore } from '../../src/adapters/memory/memory-document-store';
import { plainHasher } from '../../src/adapters/memory/plain-hasher';
import { scriptedModels } from '../../src/adapters/memory/scripted-models';
import { SeededRandom } from '../../src/adapters/memory/seeded-random';
import { NodeSecretStore } from '../../src/adapters/node/node-secret-store';
import { ModelError } from '../../src/core/ai/model-error';
import { GuardedDocuments } from '../../src/core/documents/guarded-documents';
import { VaultList } from '../../src/core/vaults/vault-list';
import { adminToken } from '../../src/hosts/headless/admin-token';
import { HookGrants } from '../../src/hosts/obsidian/hook-grants';
import { openAccessTokens } from '../../src/server/access-tokens';
import { BehavingModel } from '../ai/ai-host';
import { engineHost, settled, type EngineHost } from '../support/engine-host';
import { imported, tavernFile } from '../support/import-files';
import { readAnswer } from '../support/librarian-host';
import { chatOf, lore, requestFor } from '../support/lore-vault';
import { tavernBook } from '../support/watched-vault';

const notes = {
  'Lore/Fox.md': lore('keys: [fox]\nsummary: A fox.', 'The fox guards the pass. It never sleeps.'),
  'Lore/Bell.md': lore('keys: [bell]', 'The bell of the harbor.'),
};

/** What a run left behind. */
export interface FullRun {
  readonly store: MemoryDocumentStore;
  readonly log: CollectingLog;
}

/** Uses everything once that stores something, in every host, and closes. */
export async function fullRun(): Promise<FullRun> {
  const store = new MemoryDocumentStore();
  const model = new BehavingModel(() => 'The keep fell long ago.');
  const host = engineHost(notes, store, {}, { models: scriptedModels({ m: model }) });
  const { engine, log } = host;
  await engine.open();
  await settled();
  await setUp(host);
  await playAndTell(host);
  await changeNotes(host);
  await letGrow(host, model);
  host.time.advance(60_000);
  await settled();
  await engine.close();
  await storeBesideTheEngine(store, log);
  return { store, log };
}

async function setUp({ engine }: EngineHost): Promise<void> {
  await engine.changeSettings({ scanDepth: 7, generationsKept: 9 });
  const connections = [{ id: 'c', name: 'C', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9' }];
  const channel = { mode: 'direct', connection: 'c', model: 'm' };
  const channels = { scribe: channel, search: channel, librarian: channel, suggest: channel };
  const problems = await engine.ai.change({ connections, channels });
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
}

async function playAndTell(host: EngineHost): Promise<void> {
  const { engine, source, time } = host;
  const chat = { id: 'chat', parent: undefined, name: 'Harbor night', isGroup: false };
  for (const generationId of ['a', 'b'])
    await engine.generate(
      requestFor(chatOf('Mara: the fox and the bell'), { generationId, chat, leavesRecordsToHost: true }),
      9_000,
    );
  const fox = engine.entryByPath('Lore/Fox.md')?.id ?? '';
  await engine.changeChat('chat', { pins: [fox] });
  await engine.graph.keepPlaces([{ id: fox, x: 3, y: 4 }]);
  await engine.health.ignore({ code: 'key-short', path: undefined }, true);
  source.rename('Lore/Bell.md', 'Lore/Old bell.md');
  await settled();
  time.advance(60_000);
  await settled();
  await engine.analytics.reset();
  await engine.generate(
    requestFor(chatOf('Mara: the fox', 'Vesk: yes', 'Mara: the fox'), { generationId: 'c', chat }),
    9_000,
  );
  await tell(host, 'chat');
  const gap = {
    title: 'Orsk',
    kind: 'missing',
    chat: 'chat',
    origin: 'user',
    evidence: [],
    reason: 'Who is it?',
    urgency: 'medium',
  } as const;
  await engine.gaps.noteForUser(gap);
  const other = await engine.gaps.noteForUser({ ...gap, title: 'Skell' });
  if (other.kind === 'kept') await engine.gaps.decide([other.gap.id], { status: 'dismissed' });
}

async function tell({ engine }: EngineHost, chat: string): Promise<void> {
  const lines = ['Where is Orsk?', 'Orsk is gone.', 'And the bell?', 'It rang.'];
  const messages = lines.map((text, index) => ({
    ...{ index, text },
    ...(index % 2 === 0 ? { name: 'Mara', role: 'user' as const } : { name: 'Vesk', role: 'assistant' as const }),
  }));
  await engine.transcripts.keep(
    { chat, name: 'Harbor night', names: [], from: 0, before: undefined, messages },
    undefined,
    false,
  );
}

async function changeNotes({ engine }: EngineHost): Promise<void> {
  const patch = { kind: 'create', folder: 'Lore', title: 'Keep', body: 'The keep.' } as const;
  const made = await engine.edits.propose(patch, { tool: 'user' });
  if (made.kind === 'proposal') await engine.edits.accept(made.proposal.id);
  await engine.edits.propose({ ...patch, title: 'Tower' }, { tool: 'user' });
  await imported(engine, [tavernFile('Forest', [{ comment: 'Den', key: ['den'] }])]);
  const data = tavernBook([{ uid: 1, comment: 'Brook', key: ['brook'], content: 'A brook.' }]);
  await engine.watch.mirror({ book: 'Watched', data, digest: 'd' });
  await settled();
}

async function letGrow(host: EngineHost, model: BehavingModel): Promise<void> {
  const { engine } = host;
  const started = await engine.librarian.start({ task: { kind: 'free' }, title: 'Of the keep' });
  if (started.kind !== 'session') throw new Error(JSON.stringify(started));
  const answering = await engine.librarian.tell(started.session.id, 'What of the keep?');
  const read = readAnswer(answering);
  await pass(host);
  await read;
  engine.librarian.protocols.keep('c\nm', 'text');
  const scribe = await engine.scribe.summarize('chat');
  if (scribe.kind !== 'job') throw new Error(JSON.stringify(scribe));
  await pass(host);
  const growth = await engine.growth.start({ tool: 'new-lore', chat: 'chat', range: 'new' });
  if (growth.kind !== 'job') throw new Error(JSON.stringify(growth));
  await pass(host);
  // A summary that failed for good stays in the queue.
  await tell(host, 'other');
  model.behavior = () => new ModelError('auth', 'The key is not accepted.');
  await engine.scribe.summarize('other');
  await pass(host);
}

/** Lets questions to the model be asked and answered. */
async function pass({ time }: EngineHost): Promise<void> {
  for (let round = 0; round < 60; round++) {
    await settled();
    time.advance(500);
  }
}

async function storeBesideTheEngine(files: MemoryDocumentStore, log: CollectingLog): Promise<void> {
  const store = new GuardedDocuments(files);
  const time = new ManualTime();
  const random = new SeededRandom();
  const access = await openAccessTokens({ store, hasher: plainHasher, random, clock: time, timer: time, log });
  await access.create('SillyTavern', ['generate']);
  await access.close();
  await adminToken({ store, log }, random);
  await new NodeSecretStore({ store, environment: {}, log }).write('key-c', 'not a real key');
  const place = { kind: 'folder', folder: '/second', host: '', port: 0, https: false, selfSigned: false } as const;
  await new VaultList(store, log).set([{ id: 'second', name: 'Second', enabled: false, ...place }]);
  const grants = await HookGrants.open(store, log);
  await grants.decide({ id: 'dice', name: 'Dice' }, ['read-chat'], true);
}
