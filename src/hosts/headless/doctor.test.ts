import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { examineVault } from './doctor-command';
import { UsageError } from './open-vault';
import { printDoctor } from './print-doctor';
import { serve, type ServeOptions } from './serve-command';

const token = 'token of the test';
let folder = '';
let vault = '';
const ends: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lorehearth-doctor-'));
  vault = join(folder, 'Vault');
  await mkdir(join(folder, 'st', 'data', 'default-user', 'characters'), { recursive: true });
  await mkdir(vault);
  await writeFile(join(vault, 'Fox.md'), '---\ntags: [lorebook]\nkeys: [fox]\n---\nA red animal.\n');
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await rm(folder, { recursive: true, force: true });
});

async function started(options: Partial<ServeOptions> = {}) {
  const server = await serve({ vault, port: 0, token, origin: [], console: true, ...options });
  ends.push(() => server.close());
  return server;
}

const examine = (url: string, sillytavern?: string) =>
  examineVault({ vault, url, token, askModel: false, sillytavern });

test('a running server is asked, and reaches its own console', async () => {
  const { url } = await started({ sillytavern: join(folder, 'st') });
  const report = await examine(url);
  const states = Object.fromEntries(report.checks.map(({ id, state }) => [id, state]));
  expect(states).toMatchObject({
    vault: 'ok',
    lore: 'ok',
    server: 'ok',
    console: 'ok',
    bridge: 'failed',
    turn: 'waiting',
  });
  expect(printDoctor(report)).toContain(`✓ Server                    Listening on ${url}.`);
});

test('the extension is installed at one request, and is of our version then', async () => {
  const { url } = await started({ sillytavern: join(folder, 'st') });
  const update = await fetch(`${url}/v1/bridge`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  expect(update.status).toBe(200);
  const bridge = (await examine(url)).checks.find(({ id }) => id === 'bridge');
  expect(bridge?.sentence).toContain(join('default-user', 'extensions', 'lorehearth'));
});

test('without a server the vault is looked at, and the server is told to be off', async () => {
  const report = await examine('http://127.0.0.1:9', join(folder, 'nowhere'));
  const found = (id: string) => report.checks.find((check) => check.id === id);
  expect(found('lore')?.state).toBe('ok');
  expect(found('server')).toMatchObject({ state: 'failed', fixes: [{ kind: 'copy' }] });
  expect(found('bridge')?.sentence).toBe(`There is no folder ${join(folder, 'nowhere')}.`);
  expect(printDoctor(report)).toContain(`→ lorehearth serve --vault "${vault}"`);
});

test('a token of another vault is refused with a sentence', async () => {
  const { url } = await started({ token: 'another long token' });
  await expect(examine(url)).rejects.toThrow(UsageError);
});

test('a server that moved names who holds its port', async () => {
  const stranger = createServer((_request, response) => response.end('{"name":"stranger"}'));
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  ends.push(() => new Promise((resolve) => stranger.close(resolve).closeAllConnections()));
  const address = stranger.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'data', 'data.json'), JSON.stringify({ version: 1, vaultId: 'v', settings: { port } }));
  const { url } = await serve({ vault, token, origin: [], console: true, data: join(folder, 'data') }).then(
    (server) => {
      ends.push(() => server.close());
      return server;
    },
  );
  const server = (await examine(url)).checks.find(({ id }) => id === 'server');
  expect(server).toMatchObject({ state: 'warning' });
  expect(server?.sentence).toContain(`Port ${String(port)} is taken by stranger.`);
});
