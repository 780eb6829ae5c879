import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CollectingLog } from '../../src/adapters/memory/collecting-log';
import { ManualTime } from '../../src/adapters/memory/manual-time';
import { MemoryDocumentStore } from '../../src/adapters/memory/memory-document-store';
import { plainHasher } from '../../src/adapters/memory/plain-hasher';
import { SeededRandom } from '../../src/adapters/memory/seeded-random';
import { NodeSecretStore } from '../../src/adapters/node/node-secret-store';
import { SpendLedger } from '../../src/core/ai/guard/spend-ledger';
import { formOf, type DeclaredDocument } from '../../src/core/documents/declared-document';
import { GuardedDocuments } from '../../src/core/documents/guarded-documents';
import { ReadOnlyDocument } from '../../src/core/documents/read-only-document';
import { readVersion } from '../../src/core/documents/read-version';
import { storedDocuments } from '../../src/core/documents/stored-documents';
import { indexOptions } from '../../src/core/engine/index-options';
import { IndexSnapshot } from '../../src/core/engine/index-snapshot';
import { KeptRecords } from '../../src/core/engine/kept-records';
import { Renames } from '../../src/core/engine/renames';
import { TurnArchive } from '../../src/core/engine/turn-archive';
import { GapLearning } from '../../src/core/gaps/gap-learning';
import { chatMarks } from '../../src/core/growth/new-lore/chat-marks';
import { readUndoRecord } from '../../src/core/imports/undo-record';
import { ProtocolNotes } from '../../src/core/librarian/protocol-notes';
import { readSteps } from '../../src/core/watch/undo-steps';
import { VaultList } from '../../src/core/vaults/vault-list';
import { storedAdminToken } from '../../src/hosts/headless/admin-token';
import { HookGrants } from '../../src/hosts/obsidian/hook-grants';
import { openAccessTokens } from '../../src/server/access-tokens';
import { engineHost, settled, type EngineHost } from '../support/engine-host';
import { settingsWith } from '../support/lore-vault';
import { copies, newestCopies } from './copies';

const documents: readonly DeclaredDocument[] = Object.values(storedDocuments);

let host: EngineHost;
beforeAll(async () => {
  host = engineHost({}, new MemoryDocumentStore(newestCopies()));
  await host.engine.open();
  await settled();
});
afterAll(() => host.engine.close());

interface Here {
  readonly store: MemoryDocumentStore;
  readonly log: CollectingLog;
  readonly time: ManualTime;
}

/** What each document says to the part that reads it, for documents that no use case shows as a whole. */
const parts: Readonly<Record<string, readonly [read: (here: Here) => unknown, meaning: unknown]>> = {
  clients: [
    async ({ store, log, time }) => {
      const ports = { store, log, hasher: plainHasher, random: new SeededRandom(), clock: time, timer: time };
      return (await openAccessTokens(ports)).list().map(({ name, scopes }) => [name, scopes]);
    },
    [['SillyTavern', ['generate']]],
  ],
  headless: [async (here) => (await storedAdminToken(here))?.length, 43],
  secrets: [({ store, log }) => new NodeSecretStore({ store, environment: {}, log }).read('key-c'), 'not a real key'],
  'plugin-grants': [async ({ store, log }) => (await HookGrants.open(store, log)).allowed('dice'), ['read-chat']],
  vaults: [
    async ({ store, log }) => {
      const list = new VaultList(store, log);
      await list.load();
      return list.all.map(({ id, name, kind, folder, enabled }) => [id, name, kind, folder, enabled]);
    },
    [['second', 'Second', 'folder', '/second', false]],
  ],
  renames: [
    async ({ store, log }) => {
      const renames = new Renames(store, log);
      await renames.load();
      return renames.current('f968f2f01e2b2183');
    },
    '9b1acf18f2523748',
  ],
  records: [
    async ({ store, log }) => {
      const records = new KeptRecords(store, log);
      await records.load();
      return records.of('chat').map(([turn, { g, e }]) => [turn, g, e.length]);
    },
    [[1, 'b', 2]],
  ],
  index: [
    async ({ store, log, time }) => {
      const snapshot = new IndexSnapshot({ store, log, timer: time, clock: time, version: 'another' });
      const saved = await snapshot.load(indexOptions(settingsWith({}), vaultId(store), 'Vault'));
      return saved.outdated
        .map(({ path }) => path)
        .filter((path) => !path.startsWith('Sessions/'))
        .sort();
    },
    ['Lore/Fox.md', 'Lore/Keep.md', 'Lore/Old bell.md', 'Lorebooks/Forest/Den.md', 'Lorebooks/Watched/Brook.md'],
  ],
  generations: [({ store, log, time }) => turnsIn({ store, log, timer: time }), ['a', 'b', 'c']],
  turns: [
    ({ log, time }) => {
      const { generations: _, ...older } = newestCopies();
      return turnsIn({ store: new MemoryDocumentStore(older), log, timer: time });
    },
    ['old a', 'old b', 'old c'],
  ],
  'gap-learning': [
    async ({ store, log }) => {
      const learning = new GapLearning(store, log);
      await learning.load();
      return ['Skell', 'Orsk'].map((name) => learning.isDismissed([name]));
    },
    [true, false],
  ],
  spend: [
    async ({ store, log, time }) => {
      const ledger = new SpendLedger({ store, log, clock: time, timer: time });
      await ledger.load();
      return [ledger.usedToday('scribe'), ledger.ofChat('chat').suggest?.requests];
    },
    [110, 2],
  ],
  growth: [
    async ({ store, log }) => {
      const marks = chatMarks(store, log);
      await marks.load();
      return marks.items.map(({ id, read }) => [id, read.map(([index]) => index)]);
    },
    [['chat', [0, 1, 2, 3]]],
  ],
  'librarian-models': [
    async ({ store, log }) => {
      const notes = new ProtocolNotes(store, log);
      await notes.load();
      return notes.of('c\nm');
    },
    'text',
  ],
  'import-undo': [
    async ({ store, log }) => {
      const [run] = await host.engine.imports.list();
      return (await readUndoRecord({ store, log }, 0, run?.id ?? ''))?.notes.map(({ path }) => path);
    },
    ['Lorebooks/Forest/Den.md'],
  ],
  'watched-undo': [
    async ({ store, log }) => {
      const steps = await readSteps({ store, log, book: 'st-c1a46ed028f86e60', slot: 0 });
      return steps.map(({ kind, notes }) => [kind, notes.map(({ path }) => path)]);
    },
    [['mirrored', ['Lorebooks/Watched/Brook.md']]],
  ],
};

/** What each document says to the user. */
const uses: Readonly<Record<string, readonly [read: () => unknown, meaning: unknown]>> = {
  data: [() => [host.engine.settings().scanDepth, host.engine.settings().generationsKept], [7, 9]],
  ai: [async () => (await host.engine.ai.overview()).settings.channels.search.model, 'm'],
  chats: [() => host.engine.chat('chat').pins, ['8569420fe16aa23a']],
  transcripts: [
    async () => (await host.engine.transcripts.of('chat'))?.messages.map(({ name, text }) => `${name}: ${text}`),
    ['Mara: Where is Orsk?', 'Vesk: Orsk is gone.', 'Mara: And the bell?', 'Vesk: It rang.'],
  ],
  scribe: [
    async () => (await host.engine.scribe.told('chat')).summaries.map(({ text }) => text),
    ['The keep fell long ago.'],
  ],
  'scribe-queue': [() => host.engine.scribe.jobs('other').map(({ state }) => state), ['failed']],
  gaps: [
    () => host.engine.gaps.all.map(({ title, status }) => [title, status]),
    [
      ['Orsk', 'open'],
      ['Skell', 'dismissed'],
    ],
  ],
  analytics: [async () => (await host.engine.analytics.report({})).turns.turns, 1],
  'analytics-undo': [() => host.engine.analytics.resetAt, Date.UTC(2024, 0, 1, 0, 1)],
  graph: [() => host.engine.graph.places(), [{ id: '8569420fe16aa23a', x: 3, y: 4 }]],
  proposals: [
    async () => (await host.engine.edits.list()).filter(({ status }) => status === 'open').map(({ path }) => path),
    ['Lore/Tower.md'],
  ],
  changes: [
    async () => (await host.engine.edits.changes()).map(({ path, kind }) => [path, kind]).at(-1),
    ['Lore/Keep.md', 'create'],
  ],
  health: [() => host.engine.health.ignored, [{ code: 'key-short', path: undefined }]],
  'growth-jobs': [async () => (await host.engine.growth.list()).map(({ request }) => request.tool), ['new-lore']],
  librarian: [
    async () => {
      const [head] = await host.engine.librarian.list();
      return [head?.title, (await host.engine.librarian.get(head?.id ?? ''))?.messages.length];
    },
    ['Of the keep', 2],
  ],
  imports: [
    async () => (await host.engine.imports.list()).map(({ files, state }) => [files, state]),
    [[['Forest.json'], 'done']],
  ],
  watched: [async () => (await host.engine.watch.list()).map(({ book }) => book.book), ['Watched']],
};

describe('an old copy', () => {
  test.each(Object.entries(uses))('of %s means what it meant', async (_, [read, meaning]) => {
    expect(await read()).toEqual(meaning);
  });

  test.each(Object.entries(parts))('of %s is read as what it was', async (_, [read, meaning]) => {
    const here = { store: new MemoryDocumentStore(newestCopies()), log: new CollectingLog(), time: new ManualTime() };
    expect(await read(here)).toEqual(meaning);
    expect(here.log.warnings).toEqual([]);
  });

  test('is there of every document, and read without a word', () => {
    expect([...Object.keys(uses), ...Object.keys(parts)].sort()).toEqual(documents.map(({ name }) => name).sort());
    expect(host.engine.documents.notices).toEqual([]);
    expect(host.log.warnings.map(({ message }) => message)).toEqual([]);
  });
});

const rows = documents.flatMap((document) => copies(document).map((copy) => ({ ...copy, document })));
const kept = rows.filter(({ document }) => document.role === 'kept');

describe('a stored file', () => {
  test.each(rows)('$file v$version is migrated twice as once', ({ document, file, value }) => {
    const form = formOf(document, file);
    if (!form) throw new Error(`No form for ${file}.`);
    const once = readVersion(document, form, value);
    if (once.kind !== 'current') throw new Error(JSON.stringify(once));
    expect(once.value['version']).toBe(document.version);
    expect(readVersion(document, form, once.value)).toEqual(once);
    for (const step of form.steps) expect(step(step(once.value))).toEqual(step(once.value));
  });

  test.each(kept)('$file of a newer version is not written over, whoever tries', async ({ file, value }) => {
    const store = new MemoryDocumentStore({ [file]: { ...Object(value), version: 999 } });
    const before = store.text(file);
    const guarded = new GuardedDocuments(store);
    await expect(guarded.write(file, { version: 1 })).rejects.toThrow(ReadOnlyDocument);
    expect(store.text(file)).toBe(before);
    expect(guarded.notices).toMatchObject([{ kind: 'newer', sentence: expect.stringContaining('update') as string }]);
  });

  test.each(kept)('$file that is broken is set aside, and what is written then is new', async ({ file }) => {
    const store = new MemoryDocumentStore();
    store.setText(file, '{"version":1,"da');
    const guarded = new GuardedDocuments(store);
    await guarded.write(file, { version: 1 });
    expect(store.names.map((name) => store.text(name)).sort()).toEqual(['{"version":1,"da', '{"version":1}']);
    expect(guarded.notices).toMatchObject([{ kind: 'set-aside' }]);
  });
});

describe('with everything of version 999', () => {
  test('an engine opens, tells once of each document, and writes none of them', async () => {
    const newer = Object.fromEntries(
      Object.entries(newestCopies()).map(([name, value]) => [name, { ...Object(value), version: 999 }]),
    );
    const store = new MemoryDocumentStore(newer);
    const before = store.names.map((name) => [name, store.text(name)]);
    const { engine, time, log } = engineHost(
      { 'Lore/Fox.md': '---\ntags: [lorebook]\nkeys: [fox]\n---\nText.' },
      store,
    );
    await engine.open();
    await settled();
    expect(engine.settings().scanDepth).toBe(7);
    await expect(engine.changeSettings({ scanDepth: 3 })).rejects.toThrow(ReadOnlyDocument);
    await expect(engine.changeChat('chat', { pins: [] })).rejects.toThrow(ReadOnlyDocument);
    await expect(engine.gaps.decide([], { status: 'open' })).rejects.toThrow(ReadOnlyDocument);
    await expect(engine.analytics.reset()).rejects.toThrow(ReadOnlyDocument);
    await expect(engine.librarian.start({ task: { kind: 'free' } })).rejects.toThrow(ReadOnlyDocument);
    time.advance(120_000);
    await settled();
    await engine.close();
    const rebuilt = documents.filter(({ role }) => role === 'rebuilt');
    const isRebuilt = (name: string): boolean => rebuilt.some((document) => formOf(document, name));
    expect(store.names.map((name) => [name, store.text(name)]).filter(([name = '']) => !isRebuilt(name))).toEqual(
      before.filter(([name = '']) => !isRebuilt(name)),
    );
    const told = engine.documents.notices.map(({ name }) => name);
    expect(new Set(told).size).toBe(told.length);
    expect(told).toContain('data');
    expect(log.warnings.filter(({ message }) => message.includes('could not be stored'))).toEqual([]);
  });
});

function vaultId(store: MemoryDocumentStore): string {
  const data = JSON.parse(store.text('data') ?? '{}') as { readonly vaultId?: string };
  return data.vaultId ?? '';
}

async function turnsIn(ports: ConstructorParameters<typeof TurnArchive>[0]): Promise<readonly string[]> {
  return (await new TurnArchive(ports).load()).map(({ result }) => result.trace.id);
}
