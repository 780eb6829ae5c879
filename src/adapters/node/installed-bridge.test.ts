import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installBridge } from './bridge-installer';
import { findBridge } from './installed-bridge';

const files = { 'manifest.json': JSON.stringify({ display_name: 'Lorehearth', version: '1.2.3' }), 'index.js': '' };
let tavern: string;
let place: string;

beforeEach(async () => {
  tavern = await mkdtemp(join(tmpdir(), 'lorehearth-tavern-'));
  place = join(tavern, 'data', 'default-user', 'extensions', 'lorehearth');
  await mkdir(join(tavern, 'data', 'default-user', 'characters'), { recursive: true });
});
afterEach(() => rm(tavern, { recursive: true, force: true }));

test('the extension is absent before it was installed, and has its version afterwards', async () => {
  expect(await findBridge(tavern, undefined, files)).toEqual({ kind: 'absent', folder: place });
  await installBridge({ folder: tavern, files });
  expect(await findBridge(tavern, undefined, files)).toEqual({ kind: 'installed', folder: place, version: '1.2.3' });
});

test('a folder that is none of SillyTavern is refused with a sentence', async () => {
  expect(await findBridge(join(tavern, 'data', 'default-user', 'characters'), undefined, files)).toMatchObject({
    kind: 'refused',
    sentence: expect.stringContaining('is not a SillyTavern folder') as string,
  });
});

test('something else at its place is not ours to replace', async () => {
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'manifest.json'), '{"display_name":"Other"}');
  expect(await findBridge(tavern, undefined, files)).toMatchObject({ kind: 'refused' });
});
