import { beforeEach, describe, expect, test } from 'vitest';
import { engineHost, generated, settled } from '../../../tests/support/engine-host';
import { imported, tavernFile, type TavernDraft } from '../../../tests/support/import-files';
import { chatOf, injectedTitles, lore, refusals, requestFor } from '../../../tests/support/lore-vault';
import { tavernBook, WatchedVault } from '../../../tests/support/watched-vault';
import { watchedBookId } from './watched-book';

const FOX = { uid: 0, comment: 'Fox', key: ['fox', 'vixen'], content: 'A red animal.' };
const DEN = { uid: 1, comment: 'Den', key: ['den'], content: 'Under the oak.' };
const OAK = { uid: 2, comment: 'Oak', key: ['oak'], content: 'An old tree.' };
const FOX_PATH = 'Lorebooks/Forest/Fox.md';
const ID = watchedBookId('Forest');

let vault: WatchedVault;
const forest = (...entries: readonly TavernDraft[]) => vault.mirror('Forest', tavernBook(entries));

beforeEach(async () => {
  vault = await WatchedVault.open(engineHost({ 'Hare.md': lore('keys: [hare]') }));
});

describe('a watched book', () => {
  test('becomes notes that are injected and name their source', async () => {
    const { report, overview } = await forest(FOX, DEN);
    expect(report).toMatchObject({ created: 2, updated: 0, failed: [] });
    expect(overview.book).toMatchObject({ id: ID, folder: 'Lorebooks/Forest', entries: 2, isComplete: true });
    expect(vault.text(FOX_PATH)).toContain('lorehearth_source: sillytavern:');
    expect(await generated(vault.host.engine, ['Mara: A vixen.'])).toEqual(['Fox']);
  });

  test('stays out of chats in which its client does not use it, wherever its notes are, and says so', async () => {
    await forest({ ...FOX, constant: true }, DEN);
    await vault.move(FOX_PATH, 'World/Reynard.md');
    const request = requestFor(chatOf('Mara: The den and a hare.'), { unusedBooks: ['Forest', 'Nowhere'] });
    const result = await vault.host.engine.generate(request, 4_000);
    expect(injectedTitles(result)).toEqual(['Hare']);
    expect(refusals(result)).toEqual({ Fox: 'unused_book', Den: 'unused_book' });
    expect(result.trace.decisions.map(({ detail }) => detail).join()).toContain('mirrored from “Forest”');
    expect(await generated(vault.host.engine, ['Mara: The den.'])).toEqual(['Fox', 'Den']);
  });

  test('that was deleted where it came from is lore like any other', async () => {
    await forest(DEN);
    await vault.watch.gone(ID);
    const request = requestFor(chatOf('Mara: The den.'), { unusedBooks: ['Forest'] });
    expect(injectedTitles(await vault.host.engine.generate(request, 4_000))).toEqual(['Den']);
  });

  test('BR-138 writes nothing for the same digest, and nothing for the same entries', async () => {
    await forest(FOX, DEN);
    const { writes } = vault.host.writer;
    expect((await forest(FOX, DEN)).report).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    const other = await vault.mirror('Forest', tavernBook([FOX, DEN]), { digest: 'another' });
    expect(other.report).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    expect(vault.host.writer.writes).toBe(writes);
  });

  test('takes over what changed, also names and keys, in the note where it is', async () => {
    await forest(FOX, DEN);
    await vault.move(FOX_PATH, 'World/Reynard.md');
    const { report } = await forest({ ...FOX, comment: 'Red fox', key: ['reynard', 'fox'], content: 'New text.' }, DEN);
    expect(report).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
    expect(vault.text('World/Reynard.md')).toMatch(/reynard[^]*title: Red fox[^]*New text\./);
    expect(await vault.paths()).toEqual(['Hare.md', 'Lorebooks/Forest/Den.md', 'World/Reynard.md']);
  });

  test('takes over that an entry is switched off', async () => {
    await forest(FOX);
    await forest({ ...FOX, disable: true });
    expect(vault.text(FOX_PATH)).toContain('enabled: false');
    expect(await generated(vault.host.engine, ['Mara: A vixen.'])).toEqual([]);
  });

  test('rewrites nothing when entries only change places', async () => {
    await vault.mirror('Forest', tavernBook([{ ...FOX, displayIndex: 0 }, { ...DEN, displayIndex: 1 }, OAK]));
    const { writes } = vault.host.writer;
    const turned = tavernBook([
      { ...OAK, displayIndex: 0 },
      { ...DEN, displayIndex: 2 },
      { ...FOX, displayIndex: 1 },
    ]);
    expect((await vault.mirror('Forest', turned)).report).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
    expect((await forest(OAK, FOX)).report).toMatchObject({ updated: 0, missing: 1 });
    expect(vault.host.writer.writes).toBe(writes);
  });

  test('leaves notes of deleted entries, and tells them', async () => {
    await forest(FOX, DEN);
    const { report, overview } = await forest(DEN);
    expect(report).toMatchObject({ missing: 1, unchanged: 1 });
    expect(overview.counts.missing).toBe(1);
    expect(await vault.states(ID)).toEqual({ Den: 'mirrored', Fox: 'missing' });
    expect(vault.text(FOX_PATH)).toContain('A red animal.');
    expect((await forest(FOX, DEN)).overview.counts.missing).toBe(0);
  });

  test('makes another note where the number of a deleted entry is given to a new one', async () => {
    await forest(FOX, DEN);
    const { report } = await forest({ ...OAK, uid: 0 }, DEN);
    expect(report).toMatchObject({ created: 1, updated: 0, missing: 1 });
    expect(vault.text(FOX_PATH)).toContain('A red animal.');
    expect(vault.text('Lorebooks/Forest/Oak.md')).toContain('An old tree.');
    expect(await vault.states(ID)).toEqual({ Oak: 'mirrored', Den: 'mirrored', Fox: 'missing' });
    expect((await forest({ ...OAK, uid: 0, content: 'Older.' }, DEN)).report).toMatchObject({ created: 0, updated: 1 });
  });

  test('makes no note again that the user removed, and tells it', async () => {
    await forest(FOX, DEN);
    await vault.remove(FOX_PATH);
    const { report, overview } = await forest({ ...FOX, content: 'New.' }, DEN, OAK);
    expect(report).toMatchObject({ created: 1, removedHere: 1 });
    expect(overview.counts.removedHere).toBe(1);
    expect(vault.text(FOX_PATH)).toBe('');
    expect(await vault.changes(ID)).toMatchObject([{ kind: 'removed', title: 'Fox' }]);
    expect((await forest(DEN, OAK)).overview.counts).toMatchObject({ removedHere: 0, missing: 0 });
  });

  test('knows a removed note again that comes back', async () => {
    await forest(FOX);
    const text = vault.text(FOX_PATH);
    await vault.remove(FOX_PATH);
    vault.host.source.set('Trash/Fox.md', text);
    await settled();
    expect((await forest({ ...FOX, content: 'New.' })).report).toMatchObject({ updated: 1, removedHere: 0 });
    expect(vault.text('Trash/Fox.md')).toContain('New.');
  });

  test('may be empty, and have entries without keys and text, which make no note', async () => {
    expect((await forest()).report).toMatchObject({ created: 0, failed: [] });
    expect((await forest({ uid: 0, comment: 'New', key: [], content: '' })).report).toMatchObject({ created: 0 });
    expect((await forest({ ...FOX, key: [] })).report).toMatchObject({ created: 1, failed: [] });
    expect((await forest({ ...FOX, key: [], content: ' ' })).report).toMatchObject({ updated: 0, missing: 0 });
    expect(vault.text(FOX_PATH)).toContain('A red animal.');
  });

  test.each([
    [
      'without numbers',
      [
        { ...FOX, uid: undefined },
        { ...DEN, uid: undefined },
      ],
      ['7', '9'],
    ],
    ['with the same number', [FOX, { ...DEN, uid: 0 }], ['7', '9']],
  ])('keeps entries %s apart by their places', async (_, entries, at) => {
    expect((await vault.mirror('Forest', tavernBook(entries, at))).report).toMatchObject({ created: 2 });
    const changed = entries.map((entry) => ({ ...entry, content: `${entry.content} More.` }));
    const { report } = await vault.mirror('Forest', tavernBook(changed, at));
    expect(report).toMatchObject({ created: 0, updated: 2 });
  });

  test('may be a list without numbers, of which entries are known by name and keys', async () => {
    const list = (...entries: readonly TavernDraft[]) => vault.mirror('Forest', { entries });
    const [fox, den] = [FOX, DEN].map(({ uid: _, ...entry }) => entry);
    await list(fox ?? {}, den ?? {});
    expect((await list({ ...den, content: 'New.' }, fox ?? {})).report).toMatchObject({ created: 0, updated: 1 });
  });

  test('of 2,000 entries is mirrored, and changed notes alone are written afterwards', async () => {
    const entries = Array.from({ length: 2_000 }, (_, uid) => ({
      ...FOX,
      uid,
      comment: 'Same',
      key: [`k${String(uid)}`],
    }));
    expect((await forest(...entries)).report.created).toBe(2_000);
    const { writes } = vault.host.writer;
    const { report } = await forest(...entries.map((entry) => (entry.uid === 7 ? { ...entry, content: 'X.' } : entry)));
    expect(report).toMatchObject({ updated: 1, unchanged: 1_999 });
    expect(vault.host.writer.writes).toBe(writes + 1);
  }, 60_000);

  test.each([
    [null, '', 'nothing'],
    [[], '', 'list'],
    [{}, 'entries', ''],
    [{ entries: 'x' }, 'entries', 'text'],
  ])('%j is none: it is said what was found and what was expected', async (data, where, found) => {
    const refused = await vault.watch.mirror({ book: 'Forest', data, digest: 'd' });
    expect(refused).toMatchObject({ kind: 'malformed', where });
    expect(refused).toMatchObject({ sentence: expect.stringMatching(/^Here is .+; .+ expected\.$/) as string });
    expect(refused).toMatchObject({ sentence: expect.stringContaining(found) as string });
    expect(await vault.watch.list()).toEqual([]);
  });

  test('loses nothing to items that are no entries', async () => {
    const { report } = await vault.mirror('Forest', { entries: { 0: FOX, 1: null, 2: 'x' } });
    expect(report).toMatchObject({ created: 1, failed: [{ title: '1' }, { title: '2' }] });
  });
});

describe('folders of watched books', () => {
  test('are their own beside one that has the name by chance, and beside one without a note so far', async () => {
    vault.host.source.set('Lorebooks/Forest/Mine.md', 'Mine.');
    await settled();
    expect((await forest()).overview.book.folder).toBe('Lorebooks/Forest 2');
    expect((await vault.mirror('forest', tavernBook([FOX]))).overview.book.folder).toBe('Lorebooks/forest 3');
  });

  test('can be chosen, also later for new notes', async () => {
    const data = tavernBook([FOX]);
    expect((await vault.mirror('Forest', data, { folder: '/World/Woods/' })).overview.book.folder).toBe('World/Woods');
    const more = tavernBook([FOX, DEN]);
    await vault.mirror('Forest', more, { folder: 'Elsewhere' });
    expect(await vault.paths()).toEqual(['Elsewhere/Den.md', 'Hare.md', 'World/Woods/Fox.md']);
    expect(await vault.watch.mirror({ book: 'Other', data, digest: 'd', folder: '../x' })).toMatchObject({
      kind: 'refused',
    });
  });
});

describe('notes that are there already', () => {
  test('BR-137 of an import of the same book are taken, and none is made twice', async () => {
    await imported(vault.host.engine, [tavernFile('Forest', [FOX, DEN])]);
    await settled();
    const { report, overview } = await forest(FOX, { ...DEN, content: 'Under a root.' });
    expect(report).toMatchObject({ created: 0 });
    expect(overview.book.folder).toBe('Lorebooks/Forest');
    const again = await imported(vault.host.engine, [
      tavernFile('Forest', [FOX, { ...DEN, content: 'Under a root.' }]),
    ]);
    expect(again.created).toEqual([]);
    expect((await vault.paths()).length).toBe(3);
  });

  test('BR-137 written by hand in the book’s folder become the entry’s own', async () => {
    vault.host.source.set('World/Fox.md', lore('keys: [fox, vixen]\nmood: wild', 'A red animal.'));
    vault.host.source.set('World/Den.md', lore('keys: [burrow]', 'Something else.'));
    await settled();
    const { report } = await vault.mirror('Forest', tavernBook([FOX, DEN]), { folder: 'World' });
    expect(report).toMatchObject({ created: 1, updated: 1 });
    expect(vault.text('World/Fox.md')).toMatch(/mood: wild[^]*lorehearth_source: sillytavern:/);
    expect(await vault.paths()).toEqual(['Hare.md', 'World/Den 2.md', 'World/Den.md', 'World/Fox.md']);
  });
});

describe('a book with another name', () => {
  test('keeps folder, notes and what is known of them', async () => {
    await forest(FOX, DEN);
    await vault.edit(FOX_PATH, 'A red animal.', 'My own text.');
    const { writes } = vault.host.writer;
    const more = tavernBook([FOX, DEN, OAK]);
    const { report, overview } = await vault.mirror('Woods', more, { renamedFrom: 'Forest' });
    expect(report).toMatchObject({ created: 1, updated: 0, conflicts: 0 });
    expect(overview.book).toMatchObject({ id: watchedBookId('Woods'), book: 'Woods', folder: 'Lorebooks/Forest' });
    expect(vault.host.writer.writes).toBe(writes + 1);
    expect((await vault.watch.list()).map(({ book }) => book.book)).toEqual(['Woods']);
    expect(await vault.watch.undo(watchedBookId('Woods'))).toMatchObject({ removed: ['Lorebooks/Forest/Oak.md'] });
    expect(await vault.watch.undo(watchedBookId('Woods'))).toMatchObject({ removed: ['Lorebooks/Forest/Den.md'] });
  });

  test('that nobody knew under the old one is a new book', async () => {
    const { report } = await vault.mirror('Woods', tavernBook([FOX]), { renamedFrom: 'Forest' });
    expect(report).toMatchObject({ created: 1 });
  });
});

describe('a book that is gone or not watched any more', () => {
  test('keeps its notes; it is mirrored again when it is back', async () => {
    await forest(FOX);
    expect(await vault.watch.gone(ID)).toMatchObject({ book: { isGone: true } });
    expect(vault.text(FOX_PATH)).not.toBe('');
    expect((await forest(FOX)).overview.book.isGone).toBe(false);
    expect(await vault.watch.gone('unknown')).toBeUndefined();
  });

  test('finds its notes when it is watched again, also after it was renamed, and makes removed ones', async () => {
    await forest(FOX, DEN);
    await vault.mirror('Woods', tavernBook([FOX, DEN]), { renamedFrom: 'Forest' });
    await vault.watch.stop(watchedBookId('Woods'));
    expect(await vault.watch.list()).toEqual([]);
    await vault.remove(FOX_PATH);
    const { report } = await vault.mirror('Woods', tavernBook([FOX, DEN]));
    expect(report).toMatchObject({ created: 1, updated: 0, unchanged: 1 });
  });
});

describe('what can fail', () => {
  test('is told, and tried again with the same digest', async () => {
    vault.host.writer.refuse('The disk is full.');
    const { report } = await forest(FOX);
    expect(report).toMatchObject({ created: 0, failed: [{ title: 'Fox', sentence: 'The disk is full.' }] });
    expect(await vault.states(ID)).toEqual({ Fox: 'kept' });
    vault.host.writer.refuse(undefined);
    expect((await forest(FOX)).report).toMatchObject({ created: 1, failed: [] });
  });

  test('writes nothing when the way back cannot be kept, or the vault is out of reach', async () => {
    vault.host.store.failWriting(new Error('full'));
    const request = { book: 'Forest', data: tavernBook([FOX]), digest: 'd' };
    expect(await vault.watch.mirror(request)).toMatchObject({ kind: 'refused' });
    vault.host.store.failWriting(undefined);
    vault.host.source.failListing('The drive is gone.');
    expect(await vault.watch.mirror(request)).toMatchObject({ sentence: 'The drive is gone.' });
    expect(vault.host.writer.writes).toBe(0);
  });

  test('leaves locked notes alone, and says so', async () => {
    await forest(FOX);
    await vault.edit(FOX_PATH, 'tags:', 'locked: true\ntags:');
    const { report } = await forest({ ...FOX, content: 'New.' });
    expect(report).toMatchObject({
      updated: 0,
      failed: [{ title: 'Fox', sentence: expect.stringContaining('locked') as string }],
    });
    expect(vault.text(FOX_PATH)).toContain('A red animal.');
  });

  test('is no reason to take a note that cannot be read for a removed one', async () => {
    await forest(FOX);
    vault.host.source.failReading(FOX_PATH, 'busy');
    const { report } = await forest({ ...FOX, content: 'New.' });
    expect(report).toMatchObject({ created: 0, removedHere: 0 });
    vault.host.source.failReading(FOX_PATH, undefined);
  });

  test('survives a restart, also the loss of what is remembered', async () => {
    await forest(FOX, DEN);
    for (const name of ['watched', 'imports']) {
      await vault.host.engine.close();
      vault.host.store.setText(name, '{"broken":');
      vault = await WatchedVault.open(engineHost(vault.host.source, vault.host.store));
      expect((await forest(FOX, DEN)).report).toMatchObject({ created: 0, unchanged: 2 });
    }
  });

  test('leaves what a newer version wrote alone', async () => {
    await vault.host.engine.close();
    await vault.host.store.write('watched', { version: 2, books: [] });
    vault = await WatchedVault.open(engineHost(vault.host.source, vault.host.store));
    expect(await vault.watch.mirror({ book: 'Forest', data: tavernBook([FOX]), digest: 'd' })).toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('newer') as string,
    });
    expect(vault.host.store.text('watched')).toContain('"version":2');
  });
});
