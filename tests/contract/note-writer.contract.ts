import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NoteWriter } from '../../src/core/ports/note-writer';

/** A vault that a suite may write into. */
export interface WriterUnderTest {
  readonly writer: NoteWriter;
  /** The text of the note at a path; undefined where there is none. */
  text(path: string): Promise<string | undefined>;
  /** Makes or changes a file behind the writer's back. */
  put(path: string, text: string): Promise<void>;
  hasFolder(path: string): Promise<boolean>;
  /** What is in the vault, and beside it where that can be looked at. */
  all(): Promise<readonly string[]>;
  dispose(): Promise<void>;
}

const OUTSIDE = [
  '../N.md',
  'a/../../N.md',
  '/N.md',
  'C:/N.md',
  'a\\..\\..\\N.md',
  '.hidden/N.md',
  'a//N.md',
  '',
  'N.txt',
  'N',
];

/** What every writer of notes has to do. */
export function describeNoteWriter(title: string, open: () => Promise<WriterUnderTest>): void {
  describe(title, () => {
    let vault: WriterUnderTest;
    beforeEach(async () => {
      vault = await open();
    });
    afterEach(() => vault.dispose());

    describeCreating(() => vault);
    describeChanging(() => vault);
    describeMoving(() => vault);
  });
}

function describeCreating(vault: () => WriterUnderTest): void {
  it.each(['text\n', '', '\ufeff---\r\nkeys: a\r\n---\r\n灯台 😀 e\u0301\r\n'])(
    'makes a note with the text %j',
    async (text) => {
      expect(await vault().writer.create('N.md', text)).toEqual({ kind: 'written', folders: [] });
      expect(await vault().text('N.md')).toBe(text);
    },
  );

  it('makes the folders that the note needs and tells which', async () => {
    await vault().put('a/Other.md', 'x');
    const path = 'a/Ünï 灯台/c/N (1).md';
    expect(await vault().writer.create(path, 'x')).toEqual({
      kind: 'written',
      folders: ['a/Ünï 灯台', 'a/Ünï 灯台/c'],
    });
    expect(await vault().text(path)).toBe('x');
    expect(await vault().writer.create('a/Ünï 灯台/c/M.md', 'x')).toEqual({ kind: 'written', folders: [] });
  });

  it('makes many notes side by side in one new folder', async () => {
    const paths = Array.from({ length: 20 }, (_, at) => `new/deep/N${String(at)}.md`);
    const results = await Promise.all(paths.map((path) => vault().writer.create(path, path)));
    expect(results.map(({ kind }) => kind)).toEqual(paths.map(() => 'written'));
    expect(results.flatMap((result) => (result.kind === 'written' ? result.folders : []))).toEqual(['new', 'new/deep']);
    expect(await Promise.all(paths.map((path) => vault().text(path)))).toEqual(paths);
  });

  it('never overwrites a note', async () => {
    await vault().put('N.md', 'old');
    expect(await vault().writer.create('N.md', 'new')).toEqual({ kind: 'exists' });
    expect(await vault().text('N.md')).toBe('old');
  });

  it('lets one of two that make the same note win', async () => {
    const results = await Promise.all(['1', '2'].map((text) => vault().writer.create('N.md', text)));
    expect(results.map(({ kind }) => kind).sort()).toEqual(['exists', 'written']);
  });

  it('refuses a name that is too long, with a sentence', async () => {
    const result = await vault().writer.create(`${'x'.repeat(300)}.md`, 'x');
    expect(result).toEqual({ kind: 'refused', reason: expect.stringMatching(/\S\.$/) as string });
    expect(await vault().all()).toEqual([]);
  });

  it.each(OUTSIDE)('refuses the path %j and writes nothing', async (path) => {
    await vault().put('N.md', 'x');
    const before = await vault().all();
    expect(await vault().writer.create(path, 'new')).toMatchObject({ kind: 'refused' });
    expect(await vault().writer.replace(path, 'x', 'new')).toMatchObject({ kind: 'refused' });
    expect(await vault().writer.remove(path, 'x')).toMatchObject({ kind: 'refused' });
    expect(await vault().writer.move(path, 'M.md')).toMatchObject({ kind: 'refused' });
    expect(await vault().writer.move('N.md', path)).toMatchObject({ kind: 'refused' });
    expect(await vault().all()).toEqual(before);
  });
}

function describeChanging(vault: () => WriterUnderTest): void {
  it('replaces a note that is as expected', async () => {
    await vault().put('a/N.md', 'old\r\n');
    expect(await vault().writer.replace('a/N.md', 'old\r\n', 'new')).toEqual({ kind: 'written' });
    expect(await vault().text('a/N.md')).toBe('new');
  });

  it('leaves a note alone that is another by now', async () => {
    await vault().put('N.md', 'mine');
    expect(await vault().writer.replace('N.md', 'old', 'new')).toEqual({ kind: 'changed' });
    expect(await vault().writer.remove('N.md', 'old')).toEqual({ kind: 'changed' });
    expect(await vault().text('N.md')).toBe('mine');
  });

  it('says that a note is missing', async () => {
    expect(await vault().writer.replace('a/N.md', 'old', 'new')).toEqual({ kind: 'missing' });
    expect(await vault().writer.remove('a/N.md', 'old')).toEqual({ kind: 'missing' });
  });

  it('removes a note that is as expected, and then its empty folders', async () => {
    await vault().writer.create('a/b/N.md', 'x');
    await vault().writer.create('a/M.md', 'x');
    expect(await vault().writer.remove('a/b/N.md', 'x')).toEqual({ kind: 'written' });
    expect(await vault().text('a/b/N.md')).toBeUndefined();
    for (const folder of ['a/b', 'a', 'nowhere', '', '..']) await vault().writer.removeEmptyFolder(folder);
    expect([await vault().hasFolder('a/b'), await vault().hasFolder('a')]).toEqual([false, true]);
    expect(await vault().text('a/M.md')).toBe('x');
  });
}

function describeMoving(vault: () => WriterUnderTest): void {
  it('moves a note and makes the folders that it needs', async () => {
    await vault().put('a/N.md', '\ufeffx\r\n');
    expect(await vault().writer.move('a/N.md', 'b/灯台/M.md')).toEqual({ kind: 'written', folders: ['b', 'b/灯台'] });
    expect([await vault().text('a/N.md'), await vault().text('b/灯台/M.md')]).toEqual([undefined, '\ufeffx\r\n']);
  });

  it('never moves a note over another one', async () => {
    await vault().put('N.md', 'x');
    await vault().put('M.md', 'y');
    expect(await vault().writer.move('N.md', 'M.md')).toEqual({ kind: 'exists' });
    expect([await vault().text('N.md'), await vault().text('M.md')]).toEqual(['x', 'y']);
  });

  it('changes the letter case of a name', async () => {
    await vault().put('note.md', 'x');
    expect(await vault().writer.move('note.md', 'Note.md')).toMatchObject({ kind: 'written' });
    expect(await vault().all()).toEqual([expect.stringMatching(/(?:^|[\\/])Note\.md$/)]);
    expect(await vault().writer.move('Note.md', 'Note.md')).toMatchObject({ kind: 'written' });
    expect(await vault().text('Note.md')).toBe('x');
  });

  it('says that there is no note to move', async () => {
    expect(await vault().writer.move('a/N.md', 'M.md')).toEqual({ kind: 'missing' });
    expect(await vault().all()).toEqual([]);
  });
}
