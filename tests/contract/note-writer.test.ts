import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MemoryNoteSource } from '../../src/adapters/memory/memory-note-source';
import { MemoryNoteWriter } from '../../src/adapters/memory/memory-note-writer';
import { FolderNoteWriter } from '../../src/adapters/node/folder-note-writer';
import { describeNoteWriter, type WriterUnderTest } from './note-writer.contract';

async function openFolder(): Promise<WriterUnderTest> {
  const base = await mkdtemp(join(tmpdir(), 'writer-'));
  const root = join(base, 'vault');
  await mkdir(root);
  return {
    writer: new FolderNoteWriter(root),
    text: (path) => readFile(join(root, path), 'utf8').catch(() => undefined),
    put: async (path, text) => {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    },
    hasFolder: (path) =>
      stat(join(root, path)).then(
        (found) => found.isDirectory(),
        () => false,
      ),
    all: async () => (await readdir(base, { recursive: true })).filter((name) => name !== 'vault').sort(),
    dispose: () => rm(base, { recursive: true, force: true }),
  };
}

function openMemory(): Promise<WriterUnderTest> {
  const source = new MemoryNoteSource();
  const writer = new MemoryNoteWriter(source);
  const paths = async (): Promise<readonly string[]> => {
    const listing = await source.list();
    return listing.kind === 'notes' ? listing.notes.map((note) => note.path) : [];
  };
  return Promise.resolve({
    writer,
    text: (path) => Promise.resolve(source.text(path)),
    put: (path, text) => {
      source.set(path, text);
      return Promise.resolve();
    },
    hasFolder: (path) => Promise.resolve(writer.hasFolder(path)),
    all: paths,
    dispose: () => Promise.resolve(),
  });
}

describeNoteWriter('FolderNoteWriter', openFolder);
describeNoteWriter('MemoryNoteWriter', openMemory);

describe('a folder on disk', () => {
  let base = '';
  let writer: FolderNoteWriter;
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'writer-'));
    await mkdir(join(base, 'vault/inner'), { recursive: true });
    await mkdir(join(base, 'outside'));
    await writeFile(join(base, 'outside/N.md'), 'secret');
    await symlink(join(base, 'outside'), join(base, 'vault/out'));
    await symlink(join(base, 'outside/N.md'), join(base, 'vault/Link.md'));
    await symlink(join(base, 'nowhere'), join(base, 'vault/broken'));
    await symlink(join(base, 'vault/inner'), join(base, 'vault/in'));
    writer = new FolderNoteWriter(join(base, 'vault'));
  });
  afterEach(() => rm(base, { recursive: true, force: true }));

  it('is not left through a link', async () => {
    expect(await writer.create('out/M.md', 'x')).toMatchObject({ kind: 'refused' });
    expect(await writer.create('out/new/M.md', 'x')).toMatchObject({ kind: 'refused' });
    expect(await writer.create('broken/M.md', 'x')).toMatchObject({ kind: 'refused' });
    expect(await writer.create('Link.md', 'x')).toEqual({ kind: 'exists' });
    expect(await writer.replace('Link.md', 'secret', 'x')).toMatchObject({ kind: 'refused' });
    expect(await writer.remove('out/N.md', 'secret')).toMatchObject({ kind: 'refused' });
    expect(await readdir(join(base, 'outside'))).toEqual(['N.md']);
    expect(await readFile(join(base, 'outside/N.md'), 'utf8')).toBe('secret');
  });

  it('follows links that stay in it', async () => {
    expect(await writer.create('in/M.md', 'x')).toMatchObject({ kind: 'written' });
    expect(await writer.replace('in/M.md', 'x', 'y')).toEqual({ kind: 'written' });
    expect(await readFile(join(base, 'vault/inner/M.md'), 'utf8')).toBe('y');
  });

  it('keeps the permissions of a note and leaves no draft behind', async () => {
    await writer.create('N.md', 'x');
    await chmod(join(base, 'vault/N.md'), 0o640);
    await writer.replace('N.md', 'x', 'y');
    expect((await stat(join(base, 'vault/N.md'))).mode & 0o777).toBe(0o640);
    expect((await readdir(join(base, 'vault'))).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('takes a note that is no UTF-8 for another one than its text', async () => {
    await writeFile(join(base, 'vault/N.md'), Buffer.from([0x61, 0xff]));
    expect(await writer.replace('N.md', 'a\ufffd', 'y')).toEqual({ kind: 'changed' });
  });

  it('says that the vault is out of reach instead of that a note is missing', async () => {
    const gone = new FolderNoteWriter(join(base, 'gone'));
    expect(await gone.replace('N.md', 'x', 'y')).toMatchObject({ kind: 'refused' });
    expect(await gone.create('N.md', 'x')).toMatchObject({ kind: 'refused' });
  });
});
