import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileDocumentStore } from './file-document-store';

let base: string;
let folder: string;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'store-'));
  folder = join(base, 'data');
});

afterEach(() => rm(base, { recursive: true, force: true }));

async function permissions(name: string): Promise<number> {
  return (await stat(join(folder, name))).mode & 0o777;
}

describe('FileDocumentStore', { timeout: 60_000 }, () => {
  it('keeps private documents to the owner, also one that others could read before', async () => {
    await mkdir(folder);
    await writeFile(join(folder, 'tokens.json'), '{}');
    await chmod(join(folder, 'tokens.json'), 0o644);
    const store = new FileDocumentStore(folder, { privateDocuments: ['tokens'] });
    await store.write('tokens', { secret: 1 });
    await store.write('data', { open: 1 });
    expect(await permissions('tokens.json')).toBe(0o600);
    expect((await permissions('data.json')) & 0o400).toBe(0o400);
  });

  it('keeps a private document private when it is set aside', async () => {
    const store = new FileDocumentStore(folder, { privateDocuments: ['tokens'] });
    await store.write('tokens', 'secret');
    await writeFile(join(folder, 'tokens.json'), '"secret');
    await store.read('tokens');
    const [kept = ''] = await readdir(folder);
    expect(kept).toMatch(/^tokens\.corrupt-/);
    expect(await permissions(kept)).toBe(0o600);
  });

  it('names what it sets aside after document and time', async () => {
    await mkdir(folder);
    await writeFile(join(folder, 'data.json'), 'broken');
    const store = new FileDocumentStore(folder, { now: () => Date.UTC(2024, 10, 5, 18, 45, 9, 7) });
    expect(await store.read('data')).toEqual({
      kind: 'unreadable',
      reason: 'The document data is no JSON. It was kept as data.corrupt-2024-11-05T18-45-09-007Z.json.',
    });
    await writeFile(join(folder, 'data.json'), 'broken again');
    await store.read('data');
    expect((await readdir(folder)).sort()).toEqual([
      'data.corrupt-2024-11-05T18-45-09-007Z-2.json',
      'data.corrupt-2024-11-05T18-45-09-007Z.json',
    ]);
  });

  it('reads a document that an editor saved with a byte order mark', async () => {
    await mkdir(folder);
    await writeFile(join(folder, 'data.json'), '\ufeff{"a": 1}\r\n');
    expect(await new FileDocumentStore(folder).read('data')).toEqual({ kind: 'found', value: { a: 1 } });
  });

  it('sets a document aside that is not UTF-8 rather than change its texts', async () => {
    await mkdir(folder);
    await writeFile(join(folder, 'data.json'), Buffer.from('"caf\u00e9"', 'latin1'));
    expect(await new FileDocumentStore(folder).read('data')).toMatchObject({ kind: 'unreadable' });
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('sets aside what cannot be read before it writes', async () => {
    await mkdir(join(folder, 'data.json'), { recursive: true });
    await writeFile(join(folder, 'data.json', 'inside'), 'precious');
    const store = new FileDocumentStore(folder, { now: () => 0 });
    const read = await store.read('data');
    expect(read).toEqual({ kind: 'unreadable', reason: 'The document data cannot be read. It is a folder.' });
    await store.write('data', 'new');
    expect(await store.read('data')).toEqual({ kind: 'found', value: 'new' });
    expect(await readFile(join(folder, 'data.corrupt-1970-01-01T00-00-00-000Z.json', 'inside'), 'utf8')).toBe(
      'precious',
    );
  });

  it('leaves no draft behind, neither after a success nor after a failure', async () => {
    const store = new FileDocumentStore(folder);
    await store.write('good', 1);
    await mkdir(join(folder, 'bad.json', 'full'), { recursive: true });
    await expect(store.write('bad', 1)).rejects.toThrow();
    expect((await readdir(folder)).sort()).toEqual(['bad.json', 'good.json']);
  });

  it('goes on after a failed write', async () => {
    await writeFile(folder, 'a file in the way');
    const store = new FileDocumentStore(folder);
    await expect(store.write('data', 1)).rejects.toThrow();
    await rm(folder);
    await store.write('data', 2);
    expect(await store.read('data')).toEqual({ kind: 'found', value: 2 });
  });

  it('shows a reader the old or the new document at any time', async () => {
    const store = new FileDocumentStore(folder);
    const document = (count: number): unknown => ({ count, filler: 'x'.repeat(200_000) });
    await store.write('data', document(0));
    // A second store, so that reading does not wait for writing.
    const reader = new FileDocumentStore(folder);
    let left = 20;
    const writes = Array.from({ length: left }, async (_, index) => {
      await store.write('data', document(index + 1));
      left -= 1;
    });
    const counts: unknown[] = [];
    while (left > 0) {
      const read = await reader.read('data');
      counts.push(read.kind === 'found' && JSON.stringify(read.value).length > 200_000);
    }
    await Promise.all(writes);
    expect(counts.length).toBeGreaterThan(0);
    expect(counts).not.toContain(false);
  });
});
