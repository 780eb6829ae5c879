import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../tests/contract/listener';
import { openFileWatcher } from './folder-watcher';

let base: string;
let root: string;

beforeEach(async () => {
  // Hidden on its way, which must not matter.
  base = await realpath(await mkdtemp(join(tmpdir(), '.hidden-')));
  root = join(base, 'node_modules', 'vault');
  await mkdir(root, { recursive: true });
});

afterEach(() => rm(base, { recursive: true, force: true }));

async function write(path: string, folder = root): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), 'text');
}

async function opened(): Promise<{ told: Set<string>; failures: unknown[]; close: () => Promise<void> }> {
  const told = new Set<string>();
  const failures: unknown[] = [];
  let ready = false;
  const close = openFileWatcher(root, {
    ready: () => (ready = true),
    note: (path) => told.add(path),
    folder: () => undefined,
    failed: (error) => failures.push(error),
  });
  await eventually(() => expect(ready).toBe(true));
  return { told, failures, close };
}

describe('openFileWatcher', { timeout: 60_000 }, () => {
  it('tells of notes in all folders and of nothing else', async () => {
    await write('a/A.md');
    const { told, close } = await opened();
    for (const path of ['.obsidian/X.md', 'node_modules/X.md', '.X.md', 'a/picture.png']) await write(path);
    await write('a/A.md');
    await write('b/c/B.MD');
    await eventually(() => expect([...told].sort()).toEqual(['a/A.md', 'b/c/B.MD']));
    await close();
  });

  it('watches behind a link only what it would not see otherwise', async () => {
    await write('Secret.md', join(base, 'outside'));
    await write('.shared/Mill.md');
    await write('seen/Note.md');
    await symlink(join(base, 'outside'), join(root, 'out'));
    await symlink(join(root, '.shared'), join(root, 'in'));
    await symlink(join(root, 'seen'), join(root, 'again'));
    await symlink(join(root, '.shared'), join(root, '.shared', 'circle'));
    await symlink(join(root, 'self'), join(root, 'self'));
    const { told, failures, close } = await opened();
    await write('Secret.md', join(base, 'outside'));
    await write('.shared/Mill.md');
    await write('seen/Note.md');
    await eventually(() => expect([...told].sort()).toEqual(['in/Mill.md', 'seen/Note.md']));
    expect(failures).toEqual([]);
    await close();
  });
});
