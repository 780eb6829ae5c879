import { symlinkSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../tests/contract/listener';
import { LocalFiles } from './local-files';

// No call is that quick: with this limit every call is patient after the first.
const ALL_SLOW = -1;

let base: string;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'files-')));
  for (const folder of ['inside', 'outside']) {
    await mkdir(join(base, folder));
    await writeFile(join(base, folder, 'N.md'), folder);
  }
});

afterEach(() => rm(base, { recursive: true, force: true }));

async function patient(): Promise<LocalFiles> {
  const files = new LocalFiles(ALL_SLOW);
  await files.find(base);
  return files;
}

function text(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes).toString();
}

async function quick(): Promise<LocalFiles> {
  return Promise.resolve(new LocalFiles(60_000));
}

/** Whether a call is answered before anything else gets its turn. */
async function answersAtOnce(files: LocalFiles): Promise<boolean> {
  await files.stat(base);
  let answered = false;
  const call = files.stat(base).then(() => (answered = true));
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  const atOnce = answered;
  await call;
  return atOnce;
}

it('LocalFiles answers at once on a quick disk, and never on a slow one', async () => {
  const fast = await quick();
  // Where a slice of time ends between the calls, even a quick disk is waited for.
  await eventually(async () => expect(await answersAtOnce(fast)).toBe(true));
  const slow = await patient();
  for (let attempt = 0; attempt < 10; attempt += 1) expect(await answersAtOnce(slow)).toBe(false);
});

describe.each([
  ['on a quick disk', quick],
  ['on a slow disk', patient],
])('LocalFiles %s', (_, open) => {
  it('tells the real place of what it reads', async () => {
    symlinkSync(join(base, 'inside'), join(base, 'way'));
    const files = await open();
    const read = await files.bytes(join(base, 'way/N.md'), () => true);
    expect(read.place).toBe(join(base, 'inside/N.md'));
    expect(text(read.bytes)).toBe('inside');
    expect(await files.realPath(join(base, 'way/N.md'))).toBe(read.place);
    expect(await files.find(join(base, 'way/N.md'))).toEqual({ place: read.place, stat: read.after });
  });

  it('does not read what is not accepted', async () => {
    const seen: unknown[] = [];
    const files = await open();
    const read = await files.bytes(join(base, 'inside/N.md'), (...file) => {
      seen.push(...file);
      return false;
    });
    expect(read.bytes).toBeUndefined();
    expect(seen).toMatchObject([join(base, 'inside/N.md'), { kind: 'file', size: 6 }]);
  });

  it('tells links, folders and files apart', async () => {
    symlinkSync(join(base, 'inside'), join(base, 'way'));
    const files = await open();
    expect(await files.isLink(join(base, 'way'))).toBe(true);
    expect(await files.isLink(join(base, 'inside'))).toBe(false);
    expect(await files.stat(join(base, 'way'))).toMatchObject({ kind: 'folder' });
    expect((await files.entries(base)).map((entry) => entry.name).sort()).toEqual(['inside', 'outside', 'way']);
  });

  it('rejects with the error of the system', async () => {
    const files = await open();
    const nothing = join(base, 'nothing');
    const calls = [
      () => files.find(nothing),
      () => files.entries(nothing),
      () => files.stat(nothing),
      () => files.isLink(nothing),
      () => files.realPath(nothing),
      () => files.bytes(nothing, () => true),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('tells about many paths in their order', async () => {
    const files = await open();
    symlinkSync(join(base, 'self'), join(base, 'self'));
    const paths = ['inside/N.md', 'nothing', 'inside/N.md/below', 'self', 'outside'].map((path) => join(base, path));
    const many = Array.from({ length: 20 }, () => paths).flat();
    const stats = await files.stats(many);
    expect(stats).toHaveLength(100);
    expect(stats.slice(-5)).toMatchObject([{ kind: 'file', size: 6 }, 'gone', 'gone', 'unknown', { kind: 'folder' }]);
  });

  it.each([1, 16])('lets others have their turn during much work, %i at the same time', async (width) => {
    const files = await open();
    const end = performance.now() + 200;
    let turns = 0;
    const turn = (): void => {
      turns += 1;
      if (performance.now() < end) setImmediate(turn);
    };
    turn();
    const paths = Array.from({ length: 50 }, () => base);
    const work = async (): Promise<void> => {
      while (performance.now() < end) await files.stats(paths);
    };
    await Promise.all(Array.from({ length: width }, work));
    expect(turns).toBeGreaterThan(5);
  });
});
