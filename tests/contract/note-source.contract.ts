import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LARGEST_NOTE, type NoteSource } from '../../src/core/ports/note-source';
import { fatesOf, Listener } from './listener';

/** A vault that a suite may change at will. */
export interface VaultUnderTest {
  readonly source: NoteSource;
  /** Makes or changes a file, with the folders it needs. */
  write(path: string, content: string): Promise<void>;
  writeMany(paths: readonly string[], content: string): Promise<void>;
  /** Removes a file or a folder. */
  remove(path: string): Promise<void>;
  /** Renames a file or a folder. */
  rename(from: string, to: string): Promise<void>;
  /** Puts the whole vault out of reach, as a pulled drive does, and brings it back. */
  detach(): Promise<void>;
  attach(): Promise<void>;
  /** Makes a folder unreadable without removing it, and readable again. */
  breakFolder(path: string): Promise<void>;
  mendFolder(path: string): Promise<void>;
  /** Lets enough time pass for a wrong report to be made. */
  settle(): Promise<void>;
  dispose(): Promise<void>;
}

/** What every source of notes has to do. */
export function describeNoteSource(title: string, openVault: () => Promise<VaultUnderTest>): void {
  describe(title, { timeout: 60_000 }, () => {
    let vault: VaultUnderTest;
    beforeEach(async () => {
      vault = await openVault();
    });
    afterEach(() => vault.dispose());

    describeListing(() => vault);
    describeReading(() => vault);
    describeWatching(() => vault);
  });
}

async function listedPaths(source: NoteSource): Promise<string[]> {
  const listing = await source.list();
  if (listing.kind === 'unreachable') throw new Error(listing.reason);
  return listing.notes.map((note) => note.path);
}

function describeListing(vault: () => VaultUnderTest): void {
  it('lists nothing in an empty vault', async () => {
    expect(await vault().source.list()).toEqual({ kind: 'notes', notes: [], unreadable: [] });
  });

  it('has a name', () => {
    expect(vault().source.name).not.toBe('');
  });

  it('lists Markdown notes in all folders, whatever the case of their ending', async () => {
    await vault().writeMany(['B.md', 'a/deep/er/C.MD', 'a/Note.Md', 'a/picture.png', 'a/md', 'x.md.txt'], 'text');
    expect(await listedPaths(vault().source)).toEqual(['B.md', 'a/Note.Md', 'a/deep/er/C.MD']);
  });

  it('lists names with spaces, signs and other scripts as they are', async () => {
    const paths = ['100% true (2).md', 'Ünïcödé/灯台.md', "it's #1 [old].md"];
    await vault().writeMany(paths, 'text');
    expect(await listedPaths(vault().source)).toEqual([...paths].sort());
  });

  it('leaves out hidden files and folders and installed packages', async () => {
    const hidden = ['.obsidian/x.md', 'a/.trash/y.md', 'node_modules/p/README.md', 'a/node_modules/z.md', '.hidden.md'];
    await vault().writeMany([...hidden, 'node_modules.md', 'my.folder/n.md'], 'text');
    expect(await listedPaths(vault().source)).toEqual(['my.folder/n.md', 'node_modules.md']);
  });

  it('tells the size in bytes and a time for every note', async () => {
    await vault().write('N.md', 'aé灯😀');
    const listing = await vault().source.list();
    expect(listing).toMatchObject({ kind: 'notes', notes: [{ path: 'N.md', size: 10 }] });
    expect(listing.kind === 'notes' && listing.notes[0]?.modified).toBeGreaterThan(0);
  });

  it('lists 5,000 notes', async () => {
    const paths = Array.from({ length: 5_000 }, (_, index) => `f${String(index % 40)}/n${String(index)}.md`);
    await vault().writeMany(paths, 'text');
    expect(await listedPaths(vault().source)).toHaveLength(5_000);
  });

  it('says that a vault out of reach is unreachable, never that it is empty', async () => {
    await vault().write('N.md', 'text');
    await vault().detach();
    expect(await vault().source.list()).toEqual({ kind: 'unreachable', reason: expect.stringMatching(/\S/) as string });
  });

  it('lists the other folders when one cannot be read', async () => {
    await vault().writeMany(['good/A.md', 'bad/B.md'], 'text');
    await vault().breakFolder('bad');
    expect(await vault().source.list()).toMatchObject({
      kind: 'notes',
      notes: [{ path: 'good/A.md' }],
      unreadable: [{ path: 'bad', reason: expect.stringMatching(/\S/) as string }],
    });
    await vault().mendFolder('bad');
    expect(await vault().source.list()).toMatchObject({
      notes: [{ path: 'bad/B.md' }, { path: 'good/A.md' }],
      unreadable: [],
    });
  });
}

const TEXTS = [
  ['an empty note', ''],
  ['Windows line ends', '---\r\nkeys: a\r\n---\r\nOne\r\nTwo\r\n'],
  ['a byte order mark', '\ufeff---\nkeys: a\n---\nText\n'],
  ['every script', 'Gull Point, Маяк, 灯台, مصباح, 😀, e\u0301'],
] as const;

function describeReading(vault: () => VaultUnderTest): void {
  it.each(TEXTS)('reads %s as it is', async (_, text) => {
    await vault().write('N.md', text);
    const size = new TextEncoder().encode(text).length;
    expect(await vault().source.read('N.md')).toMatchObject({ kind: 'text', text, stat: { path: 'N.md', size } });
  });

  it('tells the same stat when it lists and when it reads', async () => {
    await vault().write('a/N.md', 'text');
    const listing = await vault().source.list();
    const note = await vault().source.read('a/N.md');
    expect(listing.kind === 'notes' && listing.notes[0]).toEqual(note.kind === 'text' && note.stat);
  });

  it.each(['N.md', 'no/folder/N.md', 'picture.png', '.obsidian/N.md', ''])('says that %j is missing', async (path) => {
    await vault().writeMany(['Other.md', 'picture.png', '.obsidian/N.md'], 'text');
    expect(await vault().source.read(path)).toEqual({ kind: 'missing' });
  });

  it('reads a file of definitions, which it does not list', async () => {
    await vault().writeMany(['Lore/fields.yaml', 'Lore/more.YML', '.hidden/fields.yaml', 'N.md'], 'fields: []');
    expect(await vault().source.read('Lore/fields.yaml')).toMatchObject({ kind: 'text', text: 'fields: []' });
    expect(await vault().source.read('Lore/more.YML')).toMatchObject({ kind: 'text', text: 'fields: []' });
    expect(await vault().source.read('.hidden/fields.yaml')).toEqual({ kind: 'missing' });
    const listing = await vault().source.list();
    expect(listing.kind === 'notes' && listing.notes.map((note) => note.path)).toEqual(['N.md']);
  });

  it('says that a note is missing that lies below another note', async () => {
    await vault().write('A.md', 'text');
    expect(await vault().source.read('A.md/B.md')).toEqual({ kind: 'missing' });
  });

  it('does not read a note of 10 MB', async () => {
    await vault().write('Big.md', 'x'.repeat(10 * 1024 * 1024));
    expect(await vault().source.read('Big.md')).toEqual({ kind: 'too-large', size: 10 * 1024 * 1024 });
  });

  it('reads the largest note that is allowed', async () => {
    await vault().write('Big.md', 'x'.repeat(LARGEST_NOTE));
    expect(await vault().source.read('Big.md')).toMatchObject({ kind: 'text', stat: { size: LARGEST_NOTE } });
  });

  it('says that a file with zero bytes is binary', async () => {
    await vault().write('Image.md', 'PNG\0\0\u0001data');
    expect(await vault().source.read('Image.md')).toEqual({ kind: 'binary' });
  });

  it.each(['../N.md', 'a/../../N.md', '/etc/N.md'])('BR-120 does not read %s', async (path) => {
    const note = await vault().source.read(path);
    expect(note).toEqual({ kind: 'unreadable', reason: expect.stringMatching(/^[^/\\]+$/) as string });
  });

  it('never says that a note is missing while the vault is out of reach', async () => {
    await vault().write('N.md', 'text');
    await vault().source.list();
    await vault().detach();
    expect(await vault().source.read('N.md')).toMatchObject({ kind: 'unreadable' });
    await vault().attach();
    expect(await vault().source.read('N.md')).toMatchObject({ kind: 'text' });
  });

  it('never says that a note is missing while its folder cannot be read', async () => {
    await vault().write('bad/deep/N.md', 'text');
    await vault().breakFolder('bad');
    expect(await vault().source.read('bad/deep/N.md')).toMatchObject({ kind: 'unreadable' });
  });

  it('reads many notes at the same time', async () => {
    const paths = Array.from({ length: 300 }, (_, index) => `n${String(index)}.md`);
    await vault().writeMany(paths, 'text');
    const notes = await Promise.all(paths.map((path) => vault().source.read(path)));
    expect(notes.map((note) => note.kind === 'text' && note.stat.path)).toEqual(paths);
  });
}

function describeWatching(vault: () => VaultUnderTest): void {
  async function watching(): Promise<Listener> {
    const listener = new Listener(vault().source);
    await vault().source.list();
    return listener;
  }

  it('reports new, changed and removed notes', async () => {
    await vault().writeMany(['Old.md', 'Gone.md'], 'text');
    const listener = await watching();
    await vault().write('New.md', 'text');
    await vault().write('Old.md', 'longer text');
    await vault().remove('Gone.md');
    await listener.until({ 'New.md': 'there', 'Old.md': 'there', 'Gone.md': 'gone' });
    listener.stop();
  });

  it('reports a change of a note that keeps its length', async () => {
    await vault().write('N.md', 'abc');
    const listener = await watching();
    await vault().write('N.md', 'xyz');
    await listener.until({ 'N.md': 'there' });
    listener.stop();
  });

  it('reports what happens in a folder that did not exist before', async () => {
    const listener = await watching();
    await vault().write('a/b/c/N.md', 'text');
    await listener.until({ 'a/b/c/N.md': 'there' });
    listener.forget();
    await vault().write('a/b/c/N.md', 'more text');
    await listener.until({ 'a/b/c/N.md': 'there' });
    listener.stop();
  });

  it('reports both halves of a rename in one batch', async () => {
    await vault().writeMany(['A.md', 'Other.md'], 'text');
    const listener = await watching();
    await vault().rename('A.md', 'B.md');
    await listener.until({ 'A.md': 'gone', 'B.md': 'there' });
    const batch = listener.batches.find((changes) => fatesOf(changes).has('A.md'));
    expect(Object.fromEntries(fatesOf(batch ?? []))).toEqual({ 'A.md': 'gone', 'B.md': 'there' });
    listener.stop();
  });

  it('BR-146 reports the rename of a folder for every note in it, in one batch', async () => {
    await vault().writeMany(['old/A.md', 'old/deep/B.md', 'Other.md'], 'text');
    const listener = await watching();
    await vault().rename('old', 'new');
    const fates = {
      'old/A.md': 'gone',
      'old/deep/B.md': 'gone',
      'new/A.md': 'there',
      'new/deep/B.md': 'there',
    } as const;
    await listener.until(fates);
    const batch = listener.batches.find((changes) => fatesOf(changes).has('old/A.md'));
    expect(Object.fromEntries(fatesOf(batch ?? []))).toEqual(fates);
    listener.stop();
  });

  it('reports the removal of a folder for every note in it', async () => {
    await vault().writeMany(['old/A.md', 'old/deep/B.md', 'Other.md'], 'text');
    const listener = await watching();
    await vault().remove('old');
    await listener.until({ 'old/A.md': 'gone', 'old/deep/B.md': 'gone' });
    expect(listener.fates().has('Other.md')).toBe(false);
    listener.stop();
  });

  it('reports the removal of the last note', async () => {
    await vault().write('N.md', 'text');
    const listener = await watching();
    await vault().remove('N.md');
    await listener.until({ 'N.md': 'gone' });
    listener.stop();
  });

  it('reports nothing about files that are no notes of the vault', async () => {
    const listener = await watching();
    await vault().writeMany(['picture.png', '.obsidian/app.md', 'node_modules/x/README.md'], 'text');
    await vault().settle();
    await vault().write('N.md', 'text');
    await listener.until({ 'N.md': 'there' });
    expect([...listener.fates().keys()]).toEqual(['N.md']);
    listener.stop();
  });

  it('reports nothing after it was stopped, and can be stopped twice', async () => {
    const stopped = await watching();
    const other = await watching();
    stopped.stop();
    stopped.stop();
    await vault().write('N.md', 'text');
    await other.until({ 'N.md': 'there' });
    await vault().settle();
    expect(stopped.batches).toEqual([]);
    other.stop();
  });

  it('tells two listeners the same', async () => {
    const first = await watching();
    const second = await watching();
    await vault().write('N.md', 'text');
    await Promise.all([first.until({ 'N.md': 'there' }), second.until({ 'N.md': 'there' })]);
    first.stop();
    second.stop();
  });

  it('reports no removal while the vault is out of reach, and only what differs when it is back', async () => {
    await vault().writeMany(['A.md', 'b/B.md'], 'text');
    const listener = await watching();
    await vault().write('Ready.md', 'text');
    await listener.until({ 'Ready.md': 'there' });
    // A change may be reported twice.
    await vault().settle();
    listener.forget();
    await vault().detach();
    await vault().settle();
    expect(listener.batches).toEqual([]);
    await vault().attach();
    await vault().write('b/B.md', 'other text');
    await listener.until({ 'b/B.md': 'there' });
    expect(Object.fromEntries(listener.fates())).toEqual({ 'b/B.md': 'there' });
    listener.stop();
  });

  it('reports no removal for a folder that cannot be read', async () => {
    await vault().writeMany(['bad/A.md', 'bad/deep/B.md', 'Other.md'], 'text');
    const listener = await watching();
    await vault().breakFolder('bad');
    await vault().write('Other.md', 'other text');
    await listener.until({ 'Other.md': 'there' });
    await vault().settle();
    expect([...listener.fates().values()]).not.toContain('gone');
    listener.stop();
  });
}
