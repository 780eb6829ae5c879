import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveConsole, type ConsoleSite } from '../../../tests/browser/support/console-site';
import { adminToken, ScriptedServer } from '../../../tests/browser/support/scripted-server';
import { furtherVault, ownVault } from '../../../tests/browser/support/scripted-vaults';
import { UsageError } from './open-vault';
import { printFound, printVaults, printVaultTests } from './print-vaults';
import { serve } from './serve-command';
import { addVault, listVaults, removeVault, scanVaults, testVaults } from './vaults-command';

let server: ScriptedServer;
let site: ConsoleSite;
const options = () => ({ url: site.origin, token: adminToken });

beforeEach(async () => {
  server = new ScriptedServer();
  server.vaults.items = [
    ownVault(),
    furtherVault('atlas-1', { name: 'Atlas' }),
    furtherVault('rules-1', { name: 'Rules' }),
  ];
  site = await serveConsole({}, (request) => server.fetch(request));
});
afterEach(() => site.close());

test('vaults are listed with their places and what is wrong', async () => {
  server.vaults.items = [
    ownVault({ name: 'Mine', entries: 7 }),
    furtherVault('atlas-1', { name: 'Atlas', state: 'unreachable', stale: true, reason: 'Nobody answers.' }),
    furtherVault('notes-1', { name: 'Notes', kind: 'folder', folder: '/lore', state: 'off' }),
  ];
  const lines = printVaults(await listVaults(options())).split('\n');
  expect(lines.find((line) => line.startsWith('own'))).toMatch(/Mine +own +ready +7$/u);
  expect(lines.find((line) => line.startsWith('atlas-1'))).toContain('http://192.168.1.20:27673  not reachable, stale');
  expect(lines.find((line) => line.startsWith('notes-1'))).toMatch(/\/lore +off/u);
  expect(lines.slice(-2)).toEqual(['Same titles: all', 'Atlas: Nobody answers.']);
});

test('a folder is added by its whole path', async () => {
  await addVault({ ...options(), name: 'Lore', folder: 'lore', https: false, selfSigned: false });
  expect(server.vaults.items.at(-1)).toMatchObject({ kind: 'folder', folder: resolve('lore') });
});

test('another program is added with its key', async () => {
  const place = { host: '127.0.0.1', port: 27_124, kind: 'local-rest-api', https: true, selfSigned: true, key: 'k' };
  const { id } = await addVault({ ...options(), name: 'Rules', ...place });
  expect([server.vaults.keys.get(id), server.vaults.items.at(-1)?.kind]).toEqual(['k', 'local-rest-api']);
});

test('what is missing is said', async () => {
  const bare = { ...options(), name: 'Lore', https: false, selfSigned: false };
  await expect(addVault(bare)).rejects.toThrow('Give a folder with --folder');
  await expect(addVault({ ...bare, host: 'x', kind: 'webdav' })).rejects.toThrow('"local-rest-api" with --kind');
  server.vaults.refusal = 'It is in the list already.';
  await expect(addVault({ ...bare, folder: '.' })).rejects.toThrow('It is in the list already.');
});

test('a vault is removed by its name or its id', async () => {
  expect((await removeVault('atlas', options())).id).toBe('atlas-1');
  await removeVault('rules-1', options());
  expect(server.vaults.items.map(({ id }) => id)).toEqual(['own']);
  await expect(removeVault('own', options())).rejects.toThrow('There is no further vault "own".');
});

test('a name that several vaults have means none', async () => {
  server.vaults.items = [ownVault(), furtherVault('a-1', { name: 'Atlas' }), furtherVault('a-2', { name: 'Atlas' })];
  await expect(removeVault('Atlas', options())).rejects.toThrow('Several vaults are called "Atlas".');
});

test('tests tell which vaults answer', async () => {
  server.vaults.tests = { Rules: { result: 'refused', reason: 'The key is not accepted.' } };
  const words = printVaultTests(await testVaults(undefined, options()));
  expect(words).toBe('✓ Atlas: "Atlas" answers, 12 notes, version 1.2.0\n✗ Rules: The key is not accepted.');
  expect(await testVaults('Rules', options())).toHaveLength(1);
  expect(printVaultTests([])).toBe('There is no further vault that is on.');
});

test('a search tells what answers on the ports', async () => {
  const ports = { host: '::1', from: 1, to: 20 };
  expect(printFound(await scanVaults({ ...options(), ...ports }))).toBe('No vault answers there.');
  server.vaults.found = [{ kind: 'lorehearth', host: '::1', port: 27_673, https: false, version: '0.1.0' }];
  expect(printFound(await scanVaults({ ...options(), ...ports }))).toBe('http://[::1]:27673  lorehearth 0.1.0');
  await expect(scanVaults({ ...options(), ...ports, to: 0 })).rejects.toThrow(UsageError);
});

test('a server that does not run is said to be off', async () => {
  await expect(listVaults({ url: 'http://127.0.0.1:9', token: adminToken })).rejects.toThrow('No server answers at');
});

test('a server that runs reads a folder that is added, and forgets it when it is removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lorehearth-vaults-'));
  const [own, other] = [join(folder, 'Own'), join(folder, 'Harbor')];
  await Promise.all([mkdir(own), mkdir(other)]);
  await writeFile(join(own, 'Fox.md'), '---\ntags: [lorebook]\nkeys: [fox]\n---\nA red animal.\n');
  await writeFile(join(other, 'Pier.md'), '---\ntags: [lorebook]\nkeys: [pier]\n---\nIt is old.\n');
  const token = 'token of the test';
  const running = await serve({ vault: own, data: join(folder, 'data'), port: 0, token, origin: [], console: false });
  try {
    const asked = { url: running.url, token };
    await addVault({ ...asked, name: 'Harbor', folder: other, https: false, selfSigned: false });
    const entries = async () => (await listVaults(asked)).items.map(({ name, entries: count }) => [name, count]);
    await expect.poll(entries).toEqual([
      ['Own', 1],
      ['Harbor', 1],
    ]);
    expect(await testVaults('Harbor', asked)).toMatchObject([{ result: 'ok', notes: 1 }]);
    await removeVault('Harbor', asked);
    expect(await entries()).toEqual([['Own', 1]]);
  } finally {
    await running.close();
    await rm(folder, { recursive: true, force: true });
  }
});
