import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../tests/contract/listener';
import { type FolderWatcher, openSystemWatcher } from './folder-watcher';

let root: string;
let told: string[];
let watcher: FolderWatcher;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'watched-')));
  told = [];
  watcher = openSystemWatcher({
    note: (path) => told.push(path),
    folder: () => told.push('a folder'),
    failed: (error) => told.push(String(error)),
  });
});

afterEach(async () => {
  watcher.close();
  await rm(root, { recursive: true, force: true });
});

async function write(path: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), 'text');
}

function watch(folders: Readonly<Record<string, string>>): boolean {
  return watcher.watch(new Map(Object.entries(folders).map(([place, path]) => [join(root, place), path])));
}

async function hears(...expected: readonly string[]): Promise<void> {
  await eventually(() => expect([...new Set(told)].sort()).toEqual([...expected].sort()));
}

describe('openSystemWatcher', { timeout: 60_000 }, () => {
  it('tells of notes by the path that was given for their folder', async () => {
    await write('.shared/deep/A.md');
    expect(watch({ '': '', '.shared/deep': 'link/deep' })).toBe(true);
    await write('B.MD');
    await write('.shared/deep/A.md');
    await hears('B.MD', 'link/deep/A.md');
  });

  it('tells nothing of files that are no notes of the vault', async () => {
    watch({ '': '' });
    for (const path of ['picture.png', '.hidden.md', '.obsidian/X.md', 'node_modules/X.md']) await write(path);
    await write('picture.png');
    await write('N.md');
    await hears('N.md');
  });

  it('tells of folders that come and go', async () => {
    watch({ '': '' });
    await mkdir(join(root, 'new'));
    await hears('a folder');
    told.length = 0;
    await rm(join(root, 'new'), { recursive: true });
    await hears('a folder');
  });

  it('watches the folders it was told of last, and says whether one is new', async () => {
    await write('a/A.md');
    await write('b/B.md');
    expect(watch({ '': '', a: 'a' })).toBe(true);
    expect(watch({ '': '', a: 'a' })).toBe(false);
    expect(watch({ b: 'b' })).toBe(true);
    expect(watch({ b: 'b' })).toBe(false);
    await write('a/A.md');
    await write('b/B.md');
    await hears('b/B.md');
  });

  it('watches a folder anew that took the place of another', async () => {
    await write('a/A.md');
    watch({ a: 'a' });
    await rename(join(root, 'a'), join(root, 'old'));
    await mkdir(join(root, 'a'));
    await hears('a folder');
    expect(watch({ a: 'a' })).toBe(true);
    told.length = 0;
    await write('a/B.md');
    await hears('a/B.md');
  });

  it('takes it calmly when a folder is gone before it is watched', async () => {
    expect(watch({ '': '', nothing: 'nothing' })).toBe(true);
    expect(watch({ '': '', nothing: 'nothing' })).toBe(false);
    await write('N.md');
    await hears('N.md');
  });

  it('lets go of every watch of the system', async () => {
    const watches = (): number => process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length;
    const before = watches();
    await write('a/A.md');
    watch({ '': '', a: 'a' });
    expect(watches()).toBe(before + 2);
    watcher.close();
    await eventually(() => expect(watches()).toBe(before));
  });
});
