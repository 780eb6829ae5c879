import { afterEach, describe, expect, it, vi } from 'vitest';
import { readFiles, sizeWords } from './import-files';

const MIB = 1024 * 1024;

function fileOf(name: string, content: BlobPart = '{}'): File {
  return new File([content], name);
}

/** A file that only says how large it is, so that no test holds millions of bytes. */
function sized(name: string, size: number): File {
  const file = fileOf(name);
  Object.defineProperty(file, 'size', { value: size });
  return file;
}

/** What a browser's reader does with a folder. */
class RefusingReader {
  onerror = (): void => undefined;

  readAsDataURL(): void {
    queueMicrotask(() => this.onerror());
  }
}

afterEach(() => vi.unstubAllGlobals());

describe('files to import', () => {
  it('are read as base64, byte by byte', async () => {
    const { chosen, refused } = await readFiles([fileOf('a.png', new Uint8Array([0, 255, 137, 80]))], []);
    expect(chosen).toEqual([{ name: 'a.png', size: 4, base64: 'AP+JUA==' }]);
    expect(refused).toEqual([]);
  });

  it('come beside the earlier ones, and one with the same name takes the other’s place', async () => {
    const before = (await readFiles([fileOf('a.json', 'old'), fileOf('b.json')], [])).chosen;
    const { chosen } = await readFiles([fileOf('a.json', 'new'), fileOf('c.json')], before);
    expect(chosen.map(({ name, base64 }) => [name, atob(base64)])).toEqual([
      ['a.json', 'new'],
      ['b.json', '{}'],
      ['c.json', '{}'],
    ]);
  });

  it('that are empty are sent, so that the server says what is wrong', async () => {
    expect((await readFiles([fileOf('a.json', '')], [])).chosen).toEqual([{ name: 'a.json', size: 0, base64: '' }]);
  });

  it('that one request cannot hold are for the command line', async () => {
    const { chosen, refused } = await readFiles([sized('big.png', 7.2 * MIB), fileOf('a.json')], []);
    expect(chosen.map(({ name }) => name)).toEqual(['a.json']);
    expect(refused[0]?.sentence).toContain('It has 7.2 MB, and this page can send at most 5.8 MB.');
    expect(refused[0]?.sentence).toContain('lorehearth import');
  });

  it('that nothing reads are not sent to the command line either', async () => {
    const { refused } = await readFiles([sized('huge.charx', 51 * MIB)], []);
    expect(refused[0]?.sentence).toContain('It has 51 MB, and a lorebook may have at most 50 MB.');
    expect(refused[0]?.sentence).not.toContain('lorehearth import');
  });

  it('that do not fit together are told so', async () => {
    const before = [{ name: 'a.png', size: 4 * MIB, base64: '' }];
    const { chosen, refused } = await readFiles([sized('b.png', 2 * MIB), sized('a.png', 2 * MIB)], before);
    expect(refused).toMatchObject([
      { name: 'b.png', sentence: expect.stringContaining('Import those first') as string },
    ]);
    expect(chosen).toMatchObject([{ name: 'a.png', size: 2 * MIB }]);
  });

  it('may be as large as a lorebook where the server runs in the same program', async () => {
    const file = new File([new Uint8Array(8 * MIB)], 'large.json');
    expect((await readFiles([file], [], true)).chosen.map(({ name }) => name)).toEqual(['large.json']);
    expect((await readFiles([file], [])).chosen).toEqual([]);
  });

  it('are 100 at most', async () => {
    const files = Array.from({ length: 101 }, (_, at) => fileOf(`${String(at)}.json`));
    const { chosen, refused } = await readFiles(files, []);
    expect([chosen.length, refused[0]?.name]).toEqual([100, '100.json']);
    expect(refused[0]?.sentence).toContain('At most 100 files');
  });

  it('that the browser cannot read are told so', async () => {
    vi.stubGlobal('FileReader', RefusingReader);
    expect((await readFiles([fileOf('Folder')], [])).refused).toMatchObject([
      { name: 'Folder', sentence: expect.stringContaining('folder') as string },
    ]);
  });

  it.each([
    [0, '0 KB'],
    [1, '1 KB'],
    [420 * 1024, '420 KB'],
    [50 * MIB, '50 MB'],
    [5.8125 * MIB, '5.8 MB'],
  ])('of %i bytes have %s', (bytes, words) => expect(sizeWords(bytes)).toBe(words));
});
