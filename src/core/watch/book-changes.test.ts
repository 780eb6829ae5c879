import { beforeEach, describe, expect, test } from 'vitest';
import { engineHost, settled } from '../../../tests/support/engine-host';
import type { TavernDraft } from '../../../tests/support/import-files';
import { lore } from '../../../tests/support/lore-vault';
import { tavernBook, WatchedVault } from '../../../tests/support/watched-vault';
import { watchedBookId } from './watched-book';

const FOX = { uid: 0, comment: 'Fox', key: ['fox', 'vixen'], content: 'A red animal.', automationId: 'a7', odd: [1] };
const DEN = { uid: 1, comment: 'Den', key: ['den'], content: 'Under the oak.' };
const FOX_PATH = 'Lorebooks/Forest/Fox.md';
const ID = watchedBookId('Forest');

let vault: WatchedVault;
const forest = (...entries: readonly TavernDraft[]) => vault.mirror('Forest', tavernBook(entries), { writeBack: true });
const counts = async () => (await vault.watch.list())[0]?.counts;

beforeEach(async () => {
  vault = await WatchedVault.open();
  await forest(FOX, DEN);
});

describe('what the vault changed', () => {
  test('is nothing after a mirroring', async () => {
    expect(await vault.changes(ID)).toEqual([]);
    expect(await counts()).toEqual({ changedHere: 0, conflicts: 0, missing: 0, removedHere: 0 });
    expect(await vault.watch.changes('unknown')).toBeUndefined();
  });

  test('is told field by field, with the whole entry, in which all else stays as it was written', async () => {
    await vault.edit(FOX_PATH, 'A red animal.', 'My own text.');
    await vault.edit(FOX_PATH, '- vixen', '- reynard');
    const [change, ...others] = await vault.changes(ID);
    expect(others).toEqual([]);
    expect(change).toMatchObject({ uid: '0', at: '0', title: 'Fox', path: FOX_PATH, kind: 'changed' });
    expect(change?.fields).toEqual([
      { field: 'keys', mine: 'fox, reynard', theirs: 'fox, vixen' },
      { field: 'body', mine: 'My own text.\n', theirs: 'A red animal.\n' },
    ]);
    expect(change?.entry).toEqual({ keysecondary: [], ...FOX, key: ['fox', 'reynard'], content: 'My own text.' });
    expect((await counts())?.changedHere).toBe(1);
  });

  test('is no change any more once the book says it, and the next change of the book arrives', async () => {
    await vault.edit(FOX_PATH, 'A red animal.', 'My own text.');
    await vault.edit(FOX_PATH, 'tags:', 'priority: 30\nsummary: A fox.\ntags:');
    const [change] = await vault.changes(ID);
    await vault.mirror('Forest', { entries: { 0: change?.entry, 1: DEN } });
    expect(await vault.changes(ID)).toEqual([]);
    expect(vault.text(FOX_PATH)).toMatch(/priority: 30\nsummary: A fox\.[^]*My own text\./);
    const { report } = await vault.mirror('Forest', {
      entries: { 0: { ...change?.entry, content: 'Newer.' }, 1: DEN },
    });
    expect(report).toMatchObject({ updated: 1, conflicts: 0 });
    expect(vault.text(FOX_PATH)).toContain('Newer.');
  });

  test('replaces a field under the name that the book gives it', async () => {
    const { key, ...rest } = FOX;
    await forest({ ...rest, keys: key }, DEN);
    await vault.edit(FOX_PATH, '- vixen', '- reynard');
    const [change] = await vault.changes(ID);
    expect(change?.entry).toMatchObject({ key: ['fox', 'reynard'] });
    expect(change?.entry).not.toHaveProperty('keys');
  });

  test('is told of notes without a lore tag too, but nothing is to be written', async () => {
    await vault.edit(FOX_PATH, 'lorebook', 'draft');
    const [change] = await vault.changes(ID);
    expect(change).toMatchObject({ kind: 'changed', fields: [{ field: 'tags', mine: 'draft', theirs: 'lorebook' }] });
    expect(change).not.toHaveProperty('entry');
  });

  test('is a new entry where a note is written into the folder, which then is that note', async () => {
    vault.host.source.set('Lorebooks/Forest/Oak.md', lore('keys: [oak]', 'An old tree.'));
    await settled();
    const [change] = await vault.changes(ID);
    expect(change).toMatchObject({ uid: '2', at: '2', title: 'Oak', kind: 'new', entry: { uid: 2, key: ['oak'] } });
    const { report } = await vault.mirror('Forest', { entries: { 0: FOX, 1: DEN, 2: change?.entry } });
    expect(report).toMatchObject({ created: 0, updated: 1 });
    expect(vault.text('Lorebooks/Forest/Oak.md')).toContain('lorehearth_source');
    expect(await vault.changes(ID)).toEqual([]);
  });

  test('is no new entry where nothing goes back', async () => {
    await vault.mirror('Forest', tavernBook([FOX, DEN]), { writeBack: false, digest: 'x' });
    vault.host.source.set('Lorebooks/Forest/Oak.md', lore('keys: [oak]'));
    await settled();
    expect(await vault.changes(ID)).toEqual([]);
  });
});

describe('a conflict', () => {
  beforeEach(async () => {
    await vault.edit(FOX_PATH, 'A red animal.', 'My own text.');
    await vault.edit(FOX_PATH, 'tags:', 'summary: Mine.\ntags:');
    const { report } = await forest({ ...FOX, content: 'Their text.' }, DEN);
    expect(report).toMatchObject({ conflicts: 1, updated: 0 });
  });
  const settle = (keep: 'mine' | 'theirs') => vault.watch.resolve(ID, '0', keep);

  test('shows both sides, leaves the note alone and stays until it is settled', async () => {
    for (let time = 0; time < 2; time++) {
      expect(await vault.changes(ID)).toMatchObject([
        { kind: 'conflict', fields: [{ field: 'body', mine: 'My own text.\n', theirs: 'Their text.\n' }] },
      ]);
      expect(vault.text(FOX_PATH)).toContain('My own text.');
      await forest({ ...FOX, content: 'Their text.' }, { ...DEN, content: `Other ${String(time)}.` });
    }
    expect((await counts())?.conflicts).toBe(1);
  });

  test('settled for the vault is a change of the vault; undone, it is a conflict again', async () => {
    expect(await settle('mine')).toMatchObject({
      kind: 'settled',
      overview: { counts: { conflicts: 0, changedHere: 1 } },
    });
    const [change] = await vault.changes(ID);
    expect(change).toMatchObject({ kind: 'changed', entry: { content: 'My own text.' } });
    await vault.mirror('Forest', { entries: { 0: change?.entry, 1: DEN } });
    expect(await vault.changes(ID)).toEqual([]);
    await vault.watch.undo(ID);
    expect(await vault.changes(ID)).toMatchObject([
      { kind: 'conflict', fields: [{ mine: 'My own text.\n', theirs: 'Their text.\n' }] },
    ]);
  });

  test('settled for the book takes its words, leaves what only the vault has, and can be undone', async () => {
    expect(await settle('theirs')).toMatchObject({ kind: 'settled', overview: { counts: { conflicts: 0 } } });
    expect(vault.text(FOX_PATH)).toMatch(/summary: Mine\.[^]*Their text\./);
    expect(await vault.watch.undo(ID)).toMatchObject({ restored: [FOX_PATH] });
    expect(vault.text(FOX_PATH)).toContain('My own text.');
    expect((await counts())?.conflicts).toBe(1);
  });

  test('is not settled over a lock, nor where there is none', async () => {
    await vault.edit(FOX_PATH, 'tags:', 'locked: true\ntags:');
    expect(await settle('theirs')).toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('locked') as string,
    });
    expect(vault.text(FOX_PATH)).toContain('My own text.');
    expect(await vault.watch.resolve(ID, '1', 'mine')).toEqual({ kind: 'missing' });
    expect(await vault.watch.resolve(ID, '7', 'mine')).toEqual({ kind: 'missing' });
    expect(await vault.watch.resolve('unknown', '0', 'mine')).toEqual({ kind: 'missing' });
  });
});

describe('other differences can be settled', () => {
  test('a change of the vault is given up', async () => {
    await vault.edit(FOX_PATH, 'A red animal.', 'My own text.');
    expect(await vault.watch.resolve(ID, '0', 'theirs')).toMatchObject({ kind: 'settled' });
    expect(vault.text(FOX_PATH)).toContain('A red animal.');
    expect(await vault.changes(ID)).toEqual([]);
  });

  test('a removed note is made again, or told no longer', async () => {
    await vault.remove(FOX_PATH);
    await vault.watch.resolve(ID, '0', 'mine');
    expect(await vault.changes(ID)).toEqual([]);
    expect((await forest({ ...FOX, content: 'New.' }, DEN)).report).toMatchObject({ created: 0 });
    expect(await vault.changes(ID)).toEqual([]);
    expect(await vault.watch.resolve(ID, '0', 'theirs')).toMatchObject({ kind: 'settled' });
    expect(vault.text(FOX_PATH)).toContain('New.');
    expect(await vault.states(ID)).toEqual({ Fox: 'mirrored', Den: 'mirrored' });
  });

  test('the note of a deleted entry is kept for good, or removed and brought back', async () => {
    await forest(DEN);
    expect(await vault.changes(ID)).toMatchObject([{ kind: 'missing', uid: '0', path: FOX_PATH }]);
    const text = vault.text(FOX_PATH);
    await vault.watch.resolve(ID, '0', 'theirs');
    expect(vault.text(FOX_PATH)).toBe('');
    expect(await vault.watch.undo(ID)).toMatchObject({ restored: [FOX_PATH] });
    expect(vault.text(FOX_PATH)).toBe(text);
    await settled();
    await vault.watch.resolve(ID, '0', 'mine');
    expect(await vault.changes(ID)).toEqual([]);
    expect(vault.text(FOX_PATH)).toBe(text);
  });
});

describe('undo of a watched book', () => {
  test('goes back step by step, also after a restart, and takes no entry out of the book', async () => {
    const first = vault.text(FOX_PATH);
    await forest({ ...FOX, content: 'Second.' }, DEN);
    await vault.host.engine.close();
    vault = await WatchedVault.open(engineHost(vault.host.source, vault.host.store));
    expect(await vault.watch.steps()).toMatchObject([{ book: { id: ID }, step: { created: 0, updated: 1 } }]);
    expect(await vault.watch.undo(ID)).toMatchObject({ restored: [FOX_PATH], removed: [] });
    expect(vault.text(FOX_PATH)).toBe(first);
    expect(await vault.changes(ID)).toMatchObject([{ kind: 'changed', entry: { content: 'A red animal.' } }]);
    expect(await vault.watch.undo(ID)).toMatchObject({ removed: ['Lorebooks/Forest/Den.md', FOX_PATH].reverse() });
    expect(await vault.paths()).toEqual([]);
    expect(await vault.changes(ID)).toEqual([]);
    expect(await vault.watch.steps()).toEqual([]);
    expect(await vault.watch.undo(ID)).toBeUndefined();
  });

  test('knows ten steps; what is older goes back at once', async () => {
    for (let at = 0; at < 14; at++) await forest({ ...FOX, content: `Text ${String(at)}.` }, DEN);
    let steps = 0;
    while (await vault.watch.undo(ID)) steps += 1;
    expect(steps).toBe(10);
    expect(await vault.paths()).toEqual([]);
  });

  test('does not fill the list of imports', async () => {
    for (let at = 0; at < 3; at++) await forest({ ...FOX, content: `Text ${String(at)}.` }, DEN);
    expect(await vault.host.engine.imports.list()).toEqual([]);
    expect(await vault.watch.steps()).toHaveLength(1);
  });
});
