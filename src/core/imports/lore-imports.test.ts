import { beforeEach, describe, expect, test } from 'vitest';
import { CollectingLog } from '../../adapters/memory/collecting-log';
import { ManualTime } from '../../adapters/memory/manual-time';
import { MemoryNoteWriter } from '../../adapters/memory/memory-note-writer';
import { SeededRandom } from '../../adapters/memory/seeded-random';
import { MemoryNoteSource } from '../../adapters/memory/memory-note-source';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';
import { engineHost, settled, type EngineHost } from '../../../tests/support/engine-host';
import {
  actionsOf,
  imported,
  planned,
  tavernFile,
  textFile,
  type TavernDraft,
} from '../../../tests/support/import-files';
import { lore } from '../../../tests/support/lore-vault';
import { countActions, plannedNotes, type ImportPlan } from './import-plan';
import { LoreImports } from './lore-imports';

const FOX = { uid: 0, comment: 'Fox', key: ['fox', 'vixen'], content: 'A red animal.' };
const DEN = { uid: 1, comment: 'Den', key: ['den'], content: 'Under the oak.' };
const book = (...entries: readonly TavernDraft[]) => tavernFile('Forest', entries);
const FOX_PATH = 'Lorebooks/Forest/Fox.md';

let host: EngineHost;
const textOf = (path: string): string => host.source.text(path) ?? '';
const edit = async (path: string, from: string, to: string): Promise<void> => {
  expect(textOf(path)).toContain(from);
  host.source.set(path, textOf(path).replace(from, to));
  await settled();
};

beforeEach(async () => {
  host = engineHost({ 'Hare.md': lore('keys: [hare]'), 'Mine.md': 'No lore.\n' });
  await host.engine.open();
});

async function pathsOf(source: MemoryNoteSource): Promise<readonly string[]> {
  const listing = await source.list();
  return listing.kind === 'notes' ? listing.notes.map(({ path }) => path) : [];
}

describe('a first import', () => {
  test('is planned without writing anything', async () => {
    const plan = await planned(host.engine, [book(FOX, DEN)]);
    expect(actionsOf(plan)).toEqual({ Fox: 'create', Den: 'create' });
    expect(plan.files[0]).toMatchObject({ formats: ['sillytavern'], books: [{ folder: 'Lorebooks/Forest' }] });
    expect(host.writer.writes).toBe(0);
    expect(await host.engine.imports.list()).toEqual([]);
  });

  test('makes a note of each entry, which the index knows when it is done', async () => {
    const report = await imported(host.engine, [book(FOX, DEN)]);
    expect(report).toMatchObject({ created: [FOX_PATH, 'Lorebooks/Forest/Den.md'], failed: [], isCancelled: false });
    expect(host.engine.entryByPath(FOX_PATH)).toMatchObject({ title: 'Fox', text: 'A red animal.' });
    expect(textOf(FOX_PATH)).toContain('lorehearth_source: sillytavern:');
    expect(await host.engine.imports.list()).toMatchObject([{ state: 'done', created: 2, files: ['Forest.json'] }]);
  });

  test('BR-139 has a folder of its own beside one that has its name by chance', async () => {
    host.source.set('lorebooks/FOREST/fox.md', 'Mine.');
    const report = await imported(host.engine, [book(FOX, { ...DEN, comment: 'FOX' })]);
    expect(report.created).toEqual(['lorebooks/Forest 2/Fox.md', 'lorebooks/Forest 2/FOX 2.md']);
    expect(textOf('lorebooks/FOREST/fox.md')).toBe('Mine.');
    const hare = { uid: 2, comment: 'Hare', key: ['hare'], content: 'Quick.' };
    const again = await imported(host.engine, [book(FOX, hare)]);
    expect(again.created).toEqual(['lorebooks/Forest 2/Hare.md']);
  });

  test('never overwrites, also where names differ in letter case alone', async () => {
    await imported(host.engine, [book(FOX)]);
    host.source.set('Lorebooks/Forest/den.md', 'Mine.');
    const report = await imported(host.engine, [book(FOX, DEN)]);
    expect(report.created).toEqual(['Lorebooks/Forest/Den 2.md']);
    expect(textOf('Lorebooks/Forest/den.md')).toBe('Mine.');
  });

  test('BR-142 leaves notes of the same name in other folders alone', async () => {
    host.source.set('Diary/Fox.md', 'Dear diary.\r\n');
    const report = await imported(host.engine, [book(FOX)]);
    expect(report.created).toEqual([FOX_PATH]);
    expect(textOf('Diary/Fox.md')).toBe('Dear diary.\r\n');
  });

  test('gives way to a note that is made between plan and writing', async () => {
    const plan = await planned(host.engine, [book(FOX)]);
    host.source.set(FOX_PATH, 'Mine.');
    const result = await host.engine.imports.apply(plan);
    expect(result).toMatchObject({ report: { created: ['Lorebooks/Forest/Fox 2.md'] } });
    expect(textOf(FOX_PATH)).toBe('Mine.');
  });

  test('tells entries that the vault seems to have, and leaves them out when that is wished', async () => {
    const hare = { comment: 'Rabbit', key: ['Hare '] };
    const plan = await planned(host.engine, [book(hare, { uid: 1, comment: 'hare', key: ['x'] })]);
    expect(plannedNotes(plan)).toMatchObject([
      { action: 'duplicate', duplicateOf: 'Hare.md', path: 'Lorebooks/Forest/Rabbit.md' },
      { action: 'duplicate', duplicateOf: 'Hare.md' },
    ]);
    const skipped = await host.engine.imports.plan([book(hare)], { duplicates: 'skip' });
    const report = skipped.kind === 'plan' ? await host.engine.imports.apply(skipped.plan) : undefined;
    expect(report).toMatchObject({ report: { created: [], id: undefined } });
    expect(host.writer.writes).toBe(0);
  });

  test('puts the same file twice in once, and two versions of an entry side by side', async () => {
    const report = await imported(host.engine, [book(FOX), book(FOX), book({ ...FOX, content: 'Another text.' })]);
    expect(report.created).toEqual([FOX_PATH, 'Lorebooks/Forest/Fox 2.md']);
    await settled();
    await edit('Lorebooks/Forest/Fox 2.md', 'Another text.', 'My own text.');
    const again = await imported(host.engine, [book(FOX), book({ ...FOX, content: 'Another text.' })]);
    expect(again).toMatchObject({ created: [], updated: [] });
  });

  test.each([
    ['{"broken":', 'json'],
    ['', 'empty'],
    ['{"name":"x"}', 'other'],
  ])('says what is wrong with a file of %j', async (text) => {
    const plan = await planned(host.engine, [textFile('a.json', text), book(FOX)]);
    expect(plan.files[0]).toMatchObject({ name: 'a.json', books: [], problems: [expect.stringMatching(/\S{3}.*\./)] });
    expect(actionsOf(plan)).toEqual({ Fox: 'create' });
  });

  test.each(['../x', '.hidden', 'a/../b', 'C:\\x'])('is refused into the folder %s', async (folder) => {
    expect(await host.engine.imports.plan([book(FOX)], { folder })).toMatchObject({ kind: 'refused' });
  });

  test('goes where it is told', async () => {
    const plan = await planned(host.engine, [book(FOX)], 'Lore/Imported/');
    expect(plannedNotes(plan)).toMatchObject([{ path: 'Lore/Imported/Forest/Fox.md' }]);
    await host.engine.changeSettings({ importFolder: '' });
    expect(plannedNotes(await planned(host.engine, [book(FOX)]))).toMatchObject([{ path: 'Forest/Fox.md' }]);
  });

  test('is refused while the vault is not known yet or out of reach', async () => {
    const unopened = engineHost();
    expect(await unopened.engine.imports.plan([book(FOX)])).toMatchObject({ kind: 'refused' });
    host.source.failListing('The drive is gone.');
    expect(await host.engine.imports.plan([book(FOX)])).toMatchObject({ sentence: 'The drive is gone.' });
  });

  test('reports notes that cannot be written', async () => {
    host.writer.refuse('The disk is full.');
    const report = await imported(host.engine, [book(FOX)]);
    expect(report).toMatchObject({ created: [], failed: [{ path: FOX_PATH, sentence: 'The disk is full.' }] });
    expect(await host.engine.imports.list()).toEqual([]);
  });

  test('writes nothing when the way back cannot be kept', async () => {
    const plan = await planned(host.engine, [book(FOX)]);
    host.store.failWriting(new Error('full'));
    expect(await host.engine.imports.apply(plan)).toMatchObject({ kind: 'refused' });
    expect(host.writer.writes).toBe(0);
  });

  test('can be ended; what was written stays and can be undone', async () => {
    const before = await pathsOf(host.source);
    const entries = Array.from({ length: 50 }, (_, uid) => ({
      uid,
      comment: `E${String(uid)}`,
      key: [`k${String(uid)}`],
    }));
    const plan = await planned(host.engine, [book(...entries)]);
    const abort = new AbortController();
    const result = await host.engine.imports.apply(plan, {
      signal: abort.signal,
      onProgress: (done) => done === 10 && abort.abort(),
    });
    const report = result.kind === 'report' ? result.report : undefined;
    expect(report?.isCancelled).toBe(true);
    expect(report?.created.length).toBeGreaterThanOrEqual(10);
    expect(report?.created.length).toBeLessThan(50);
    await host.engine.imports.undo(report?.id ?? '');
    expect(await pathsOf(host.source)).toEqual(before);
  });
});

describe('importing again', () => {
  beforeEach(() => imported(host.engine, [book(FOX, DEN)]).then(() => settled()));

  test('changes nothing when nothing changed', async () => {
    const writes = host.writer.writes;
    const plan = await planned(host.engine, [book(FOX, DEN)]);
    expect(actionsOf(plan)).toEqual({ Fox: 'unchanged', Den: 'unchanged' });
    await imported(host.engine, [book(FOX, DEN)]);
    expect(host.writer.writes).toBe(writes);
  });

  test('takes over what changed in the file, in the lines where it stands', async () => {
    await edit(FOX_PATH, 'tags:', '# mine\ncolour: red\ntags:');
    const report = await imported(host.engine, [book({ ...FOX, key: ['fox', 'reynard'], content: 'New text.' }, DEN)]);
    expect(report.updated).toEqual([FOX_PATH]);
    expect(textOf(FOX_PATH)).toContain('---\n# mine\ncolour: red\ntags:');
    expect(textOf(FOX_PATH)).toContain('reynard');
    expect(textOf(FOX_PATH)).toMatch(/---\nNew text\.\n$/);
  });

  test('keeps what the user changed, silently where the file did not', async () => {
    await edit(FOX_PATH, 'A red animal.', 'My own text.');
    expect(actionsOf(await planned(host.engine, [book(FOX, DEN)]))).toEqual({ Fox: 'unchanged', Den: 'unchanged' });
    await imported(host.engine, [book({ ...FOX, key: ['fox', 'reynard'] }, DEN)]);
    expect(textOf(FOX_PATH)).toContain('My own text.');
    expect(textOf(FOX_PATH)).toContain('reynard');
  });

  test('shows both values where both changed, every time, and keeps the user’s', async () => {
    await edit(FOX_PATH, 'A red animal.', 'My own text.');
    const other = book({ ...FOX, content: 'Their text.' }, DEN);
    for (let time = 0; time < 2; time++) {
      const plan = await planned(host.engine, [other]);
      expect(plannedNotes(plan)[0]).toMatchObject({
        action: 'conflict',
        conflicts: [{ field: 'body', mine: 'My own text.\n', theirs: 'Their text.\n' }],
      });
      await imported(host.engine, [other]);
      expect(textOf(FOX_PATH)).toContain('My own text.');
    }
  });

  test('finds notes that were moved and renamed', async () => {
    host.source.rename(FOX_PATH, 'World/Reynard.md');
    await settled();
    const report = await imported(host.engine, [book({ ...FOX, content: 'New.' }, DEN)]);
    expect(report).toMatchObject({ created: [], updated: ['World/Reynard.md'] });
  });

  test('makes notes again that were removed', async () => {
    host.source.remove(FOX_PATH);
    await settled();
    expect(await imported(host.engine, [book(FOX, DEN)])).toMatchObject({ created: [FOX_PATH] });
  });

  test('tells entries that the file does not have any more; their notes stay', async () => {
    const plan = await planned(host.engine, [book(FOX)]);
    expect(plan.files[0]?.books[0]?.missing).toMatchObject([{ path: 'Lorebooks/Forest/Den.md' }]);
    await imported(host.engine, [book(FOX)]);
    expect(textOf('Lorebooks/Forest/Den.md')).not.toBe('');
  });

  test('leaves locked notes and notes that cannot be read alone', async () => {
    await edit(FOX_PATH, 'tags:', 'locked: true\ntags:');
    await edit('Lorebooks/Forest/Den.md', 'keys:', 'keys: [\nx:');
    const before = [textOf(FOX_PATH), textOf('Lorebooks/Forest/Den.md')];
    const other = [
      { ...FOX, content: 'New.' },
      { ...DEN, content: 'New.' },
    ];
    const plan = await planned(host.engine, [book(...other)]);
    expect(plannedNotes(plan)).toMatchObject(
      [{ kept: /locked/ }, { kept: /cannot be read/ }].map(({ kept }) => ({
        action: 'unchanged',
        kept: expect.stringMatching(kept) as string,
      })),
    );
    await imported(host.engine, [book(...other)]);
    expect([textOf(FOX_PATH), textOf('Lorebooks/Forest/Den.md')]).toEqual(before);
  });

  test('overwrites no note that changes between plan and writing', async () => {
    const plan = await planned(host.engine, [book({ ...FOX, content: 'New.' })]);
    host.source.set(FOX_PATH, `${textOf(FOX_PATH)}More.\n`);
    expect(await host.engine.imports.apply(plan)).toMatchObject({
      report: { updated: [], failed: [{ path: FOX_PATH }] },
    });
    expect(textOf(FOX_PATH)).toContain('More.');
  });

  test('works without a memory too: equal notes are known, others are conflicts', async () => {
    const again = engineHost(host.source, new MemoryDocumentStore());
    await again.engine.open();
    await edit(FOX_PATH, 'A red animal.', 'My own text.');
    const plan = await planned(again.engine, [book(FOX, DEN)]);
    expect(actionsOf(plan)).toEqual({ Fox: 'conflict', Den: 'unchanged' });
    await imported(again.engine, [book(FOX, DEN)]);
    expect(textOf(FOX_PATH)).toContain('My own text.');
  });
});

describe('undo', () => {
  test('gives back the vault as it was, also after a restart', async () => {
    await imported(host.engine, [book(FOX, DEN)]);
    await settled();
    const before = textOf(FOX_PATH);
    const second = await imported(host.engine, [book({ ...FOX, content: 'New.' }, DEN, { uid: 2, comment: 'Oak' })]);
    await host.engine.close();
    host = { ...engineHost(host.source, host.store), source: host.source };
    await host.engine.open();
    const report = await host.engine.imports.undo(second.id ?? '');
    expect(report).toMatchObject({ removed: ['Lorebooks/Forest/Oak.md'], restored: [FOX_PATH], kept: [], gone: [] });
    expect(textOf(FOX_PATH)).toBe(before);
    expect(await host.engine.imports.undo(second.id ?? '')).toBeUndefined();
    expect(await host.engine.imports.list()).toMatchObject([{ state: 'undone' }, { state: 'done' }]);
    expect(actionsOf(await planned(host.engine, [book(FOX, DEN)]))).toEqual({ Fox: 'unchanged', Den: 'unchanged' });
  });

  test('leaves what the user changed, follows what he moved, and tells what he removed', async () => {
    const oak = { uid: 2, comment: 'Oak', key: ['oak'] };
    const { id } = await imported(host.engine, [book(FOX, DEN, oak)]);
    await edit(FOX_PATH, 'A red animal.', 'My own text.');
    host.source.rename('Lorebooks/Forest/Den.md', 'World/Den.md');
    host.source.remove('Lorebooks/Forest/Oak.md');
    await settled();
    expect(await host.engine.imports.undo(id ?? '')).toMatchObject({
      removed: ['World/Den.md'],
      gone: ['Lorebooks/Forest/Oak.md'],
      kept: [{ path: FOX_PATH, sentence: expect.stringContaining('changed') as string }],
    });
    expect(textOf(FOX_PATH)).toContain('My own text.');
  });

  test('takes folders away that it made, and no others', async () => {
    host.source.set('Lorebooks/Mine.md', 'x');
    const { id } = await imported(host.engine, [book(FOX)]);
    await host.engine.imports.undo(id ?? '');
    expect([host.writer.hasFolder('Lorebooks/Forest'), host.writer.hasFolder('Lorebooks')]).toEqual([false, true]);
  });

  test('works for an import that was cut short', async () => {
    const before = await pathsOf(host.source);
    const plan = await planned(host.engine, [book(FOX, DEN)]);
    const documents = new Map<string, unknown>();
    await host.engine.imports.apply(plan, {
      onProgress: () => {
        for (const name of host.store.names) documents.set(name, JSON.parse(host.store.text(name) ?? ''));
      },
    });
    const restarted = engineHost(host.source, new MemoryDocumentStore(Object.fromEntries(documents)));
    await restarted.engine.open();
    const [run] = await restarted.engine.imports.list();
    expect(run?.state).toBe('under-way');
    await restarted.engine.imports.undo(run?.id ?? '');
    expect(await pathsOf(host.source)).toEqual(before);
  });

  test('knows the last twenty imports', async () => {
    for (let at = 0; at < 22; at++) await imported(host.engine, [book({ ...FOX, content: `Text ${String(at)}.` })]);
    const runs = await host.engine.imports.list();
    expect(runs).toHaveLength(20);
    expect(new Set(runs.map(({ slot }) => slot)).size).toBe(20);
    expect(await host.engine.imports.undo(runs[19]?.id ?? '')).toMatchObject({ kept: [{}] });
    expect(await host.engine.imports.undo(runs[0]?.id ?? '')).toMatchObject({ restored: [FOX_PATH] });
  });
});

describe('large books', () => {
  test('of 5,000 entries of one name come in and are known again, in steps between which the host has its turn', async () => {
    const entries = Array.from({ length: 5_000 }, (_, uid) => ({ uid, comment: 'Same', key: [`k${String(uid)}`] }));
    const source = new MemoryNoteSource();
    let turns = 0;
    const imports = new LoreImports({
      source,
      writer: new MemoryNoteWriter(source),
      store: new MemoryDocumentStore(),
      clock: new ManualTime(),
      random: new SeededRandom(),
      log: new CollectingLog(),
      entries: () => [],
      settings: () => ({ loreTag: 'lorebook', importFolder: 'Lorebooks', bookDefinitions: '' }),
      pause: () => {
        turns++;
        return Promise.resolve();
      },
    });
    const plan = async (): Promise<ImportPlan> => {
      const result = await imports.plan([book(...entries)], {});
      if (result.kind === 'refused') throw new Error(result.sentence);
      return result.plan;
    };
    const result = await imports.apply(await plan(), {});
    const created = result.kind === 'report' ? result.report.created : [];
    expect([created.length, created.at(-1)]).toEqual([5_000, 'Lorebooks/Forest/Same 5000.md']);
    expect(turns).toBeGreaterThan(5_000);
    expect(countActions(plannedNotes(await plan())).unchanged).toBe(5_000);
  }, 60_000);
});
