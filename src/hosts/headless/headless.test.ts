import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dataFolderOf } from './data-folder';
import { match } from './match-command';
import { UsageError } from './open-vault';
import { decidePairing } from './pair-command';
import { printMatch } from './print-match';
import { serve, type RunningServer, type ServeOptions } from './serve-command';

let vault = '';
const running: RunningServer[] = [];

beforeEach(async () => {
  vault = await mkdtemp(join(tmpdir(), 'lorehearth-headless-'));
  await writeFile(join(vault, 'Fox.md'), '---\ntags: [lorebook]\nkeys: [fox]\n---\nA red animal.\n');
  await writeFile(join(vault, 'Off.md'), '---\ntags: [lorebook]\nkeys: [fox]\nenabled: false\n---\nHidden.\n');
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
  await rm(vault, { recursive: true, force: true });
});

async function started(options: Partial<ServeOptions> = {}): Promise<RunningServer> {
  const server = await serve({ vault, port: 0, token: 'token of the test', origin: [], console: true, ...options });
  running.push(server);
  return server;
}

const get = (server: RunningServer, path: string, token = 'token of the test') =>
  fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });

describe('serve', () => {
  test('serves the vault, the console and the document of the interface', async () => {
    const server = await started();
    expect(server.entries).toBe(2);
    expect(await (await get(server, '/health')).json()).toMatchObject({
      name: 'lorehearth',
      entries: 2,
      indexing: false,
    });
    expect(await (await get(server, '/v1/entries')).json()).toMatchObject({ total: 2 });
    expect((await get(server, '/console/')).headers.get('content-type')).toContain('text/html');
    expect((await get(server, '/openapi.json')).status).toBe(200);
  });

  test('serves no console when it is told so, and nobody without a token', async () => {
    const server = await started({ console: false });
    expect((await get(server, '/console/')).status).toBe(404);
    expect((await get(server, '/v1/entries', 'another token')).status).toBe(401);
  });

  test('keeps settings and paired clients out of the notes', async () => {
    await (await started()).close();
    expect(dataFolderOf(vault, undefined)).toBe(join(vault, '.lorehearth'));
    await mkdir(join(vault, '.obsidian', 'plugins', 'lorehearth'), { recursive: true });
    await writeFile(join(vault, '.obsidian', 'plugins', 'lorehearth', 'data.json'), '{}');
    expect(dataFolderOf(vault, undefined)).toBe(join(vault, '.obsidian', 'plugins', 'lorehearth'));
  });

  test.each([
    ['a folder that is not there', { vault: join(tmpdir(), 'no-such-vault') }],
    ['a token that is too short', { token: 'short' }],
  ])('refuses %s with a sentence', async (_, options) => {
    await expect(started(options)).rejects.toBeInstanceOf(UsageError);
  });
});

describe('pair', () => {
  test('approves the pairing that shows the code', async () => {
    const server = await started();
    const begun = await fetch(`${server.url}/v1/pair`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client: 'SillyTavern' }),
    });
    const { code, id } = (await begun.json()) as { code: string; id: string };
    const options = { code, url: server.url, token: 'token of the test', deny: false };
    expect(await decidePairing(options)).toBe('Allowed: SillyTavern.');
    expect(await (await fetch(`${server.url}/v1/pair/${id}`)).json()).toMatchObject({ state: 'approved' });
    await expect(decidePairing(options)).rejects.toBeInstanceOf(UsageError);
  });

  test('says so when nobody listens', async () => {
    const options = { code: '123456', url: 'http://127.0.0.1:9', token: 'any', deny: false };
    await expect(decidePairing(options)).rejects.toThrow(/No server answers/);
  });
});

describe('match', () => {
  test('shows what a text wakes and what is refused', async () => {
    const table = printMatch(await match({ vault, text: 'A fox!' }));
    expect(table).toContain('1 of 2 candidates');
    expect(table).toMatch(/Fox +after +\d+ +key +“fox”/);
    expect(table).toMatch(/Off +disabled/);
  });

  test('reads a chat file of SillyTavern', async () => {
    const file = join(vault, 'chat.jsonl');
    await writeFile(
      file,
      '{"user_name":"Mara","character_name":"Vesk"}\n{"name":"Mara","is_user":true,"mes":"a fox"}\n',
    );
    const { answer } = await match({ vault, chat: file });
    expect(answer.entries.map((entry) => entry.title)).toEqual(['Fox']);
  });

  test.each([{}, { text: 'a', chat: 'b' }, { chat: 'no-such-file.jsonl' }])(
    'refuses %j with a sentence',
    async (options) => {
      await expect(match({ vault, ...options })).rejects.toBeInstanceOf(UsageError);
    },
  );

  test('writes nothing into the notes’ folder but its own', async () => {
    await match({ vault, text: 'nothing here' });
    expect(printMatch(await match({ vault, text: 'nothing here' }))).toContain('Nothing is injected.');
  });
});
