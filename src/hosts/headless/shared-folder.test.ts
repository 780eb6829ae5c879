import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LOCK_FILE } from '../../adapters/node/folder-lock';
import { checkVault } from './check-command';
import { openVault } from './open-vault';

let vault = '';
let data = '';

beforeEach(async () => {
  vault = await mkdtemp(join(tmpdir(), 'lorehearth-shared-'));
  data = join(vault, '.lorehearth');
  await mkdir(data);
  await writeFile(join(vault, 'Fox.md'), '---\ntags: [lorebook]\nkeys: [fox]\n---\nA red animal.\n');
});

afterEach(() => rm(vault, { recursive: true, force: true }));

/** Another program that runs: the one that started this one. */
const inUse = (): Promise<void> =>
  writeFile(join(data, LOCK_FILE), JSON.stringify({ program: 'Obsidian', pid: 1, host: 'elsewhere', token: 't' }));

test('a second server does not start, and says who is there and what to do', async () => {
  await inUse();
  await expect(openVault({ vault, program: 'lorehearth serve' })).rejects.toThrow(
    /in use by Obsidian \(process 1 on the computer elsewhere\)\. Stop it first, or .* --data\./,
  );
});

test('with a folder of its own it starts', async () => {
  await inUse();
  const opened = await openVault({ vault, data: join(vault, '.other'), program: 'lorehearth serve' });
  await opened.indexed;
  await opened.close();
  expect(await readdir(join(vault, '.other'))).not.toContain(LOCK_FILE);
});

test('a command that only looks reads what is stored and leaves no trace', async () => {
  await writeFile(
    join(data, 'data.json'),
    JSON.stringify({ version: 1, vaultId: 'v', settings: { loreTag: 'canon' } }),
  );
  await inUse();
  const before = await readdir(data);
  expect(JSON.stringify(await checkVault({ vault }))).toContain('canon');
  expect(await readdir(data)).toEqual(before);
});

test('the folder is free again when the server stops', async () => {
  const opened = await openVault({ vault, program: 'lorehearth serve' });
  expect(await readdir(data)).toContain(LOCK_FILE);
  await opened.close();
  expect(await readdir(data)).not.toContain(LOCK_FILE);
  const again = await openVault({ vault, program: 'lorehearth serve' });
  await again.close();
});
