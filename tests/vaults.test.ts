import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { serve, type RunningServer } from '../src/hosts/headless/serve-command';
import { FakeLocalRestApi } from './support/fake-local-rest-api';

vi.setConfig({ testTimeout: 60_000 });

const OWN_TOKEN = 'token of the own host';
const HARBOR_TOKEN = 'token-of-the-harbor';
const PIER = 'Places/Old Pier.md';

let base = '';
const closers: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'lorehearth-vaults-'));
});

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await rm(base, { recursive: true, force: true });
});

function note(keys: string, text: string): string {
  return `---\ntags: [lorebook]\nkeys: [${keys}]\n---\n${text}\n`;
}

async function write(vault: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(base, vault, path)), { recursive: true });
  await writeFile(join(base, vault, path), text);
}

async function host(vault: string, token: string, port = 0): Promise<RunningServer> {
  const server = await serve({ vault: join(base, vault), port, token, origin: [], console: false });
  closers.push(() => server.close());
  return server;
}

/** A host with one note of its own, which is asked like any client asks. */
async function ownHost() {
  await write('own', 'Fox.md', note('fox', 'A red animal.'));
  const server = await host('own', OWN_TOKEN);
  const ask = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${OWN_TOKEN}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Record<string, unknown>;
  };
  let turn = 0;
  /** What a turn over one message brings into the prompt. */
  const injected = async (text: string): Promise<string> => {
    turn += 1;
    const messages = [{ index: 0, role: 'user', name: 'A', text }];
    const chat = { id: `c${String(turn)}` };
    return JSON.stringify(await ask('POST', '/v1/generations', { chat, generationId: `g${String(turn)}`, messages }));
  };
  const vault = async (id: unknown): Promise<Record<string, unknown>> => {
    const { items } = (await ask('GET', '/v1/vaults')) as { items: Record<string, unknown>[] };
    return items.find((item) => item['id'] === id) ?? {};
  };
  const entry = async (title: string): Promise<Record<string, unknown>> => {
    const { items } = (await ask('GET', '/v1/entries')) as { items: Record<string, unknown>[] };
    return items.find((item) => item['title'] === title) ?? {};
  };
  /** Waits until a vault stands so. */
  const stands = (id: unknown, as: Record<string, unknown>): Promise<void> =>
    vi.waitFor(async () => expect(await vault(id)).toMatchObject(as), { timeout: 30_000, interval: 50 });
  /** Adds a vault and waits until it was read. */
  const add = async (place: Record<string, unknown>): Promise<unknown> => {
    const { id } = await ask('POST', '/v1/vaults', { name: 'Harbor', ...place });
    await stands(id, { state: 'ready', stale: false });
    return id;
  };
  return { server, ask, injected, vault, entry, stands, add };
}

describe('a host that reads another one', () => {
  const LOREHEARTH = { kind: 'lorehearth', host: '127.0.0.1', key: HARBOR_TOKEN };

  test('uses its lore, keeps it while the other is away, and says so', async () => {
    await write('harbor', PIER, note('pier', 'Gulls nest on the pier.'));
    await write('harbor', 'Diary.md', 'No lore.\n');
    const harbor = await host('harbor', HARBOR_TOKEN);
    const own = await ownHost();
    const id = await own.add({ ...LOREHEARTH, port: harbor.port });
    expect(await own.injected('We walk to the pier.')).toContain('Gulls nest on the pier.');
    expect(await own.vault(id)).toMatchObject({ hasKey: true, entries: 1, notes: 1 });

    await harbor.close();
    await own.ask('POST', `/v1/vaults/${String(id)}/read`);
    await own.stands(id, { state: 'unreachable', stale: true, entries: 1 });
    expect((await own.vault(id))['reason']).toMatch(/^Nothing listens at 127\.0\.0\.1:/);
    expect(await own.entry('Old Pier')).toMatchObject({ vault: 'Harbor', stale: true });
    expect(await own.entry('Fox')).not.toMatchObject({ stale: true });
    expect(await own.injected('We walk to the pier.')).toContain('Gulls nest on the pier.');

    await write('harbor', PIER, note('pier', 'The pier burned down.'));
    await host('harbor', HARBOR_TOKEN, harbor.port);
    await own.ask('POST', `/v1/vaults/${String(id)}/read`);
    await own.stands(id, { state: 'ready', stale: false, reason: null });
    expect(await own.injected('We walk to the pier.')).toContain('The pier burned down.');
    expect(await own.entry('Old Pier')).not.toMatchObject({ stale: true });
  });

  test('says that the key is refused, tells it to nobody, and keeps the lore', async () => {
    await write('harbor', PIER, note('pier', 'Gulls nest on the pier.'));
    const harbor = await host('harbor', HARBOR_TOKEN);
    const own = await ownHost();
    const id = await own.add({ ...LOREHEARTH, port: harbor.port });
    await harbor.close();
    await host('harbor', 'another token now', harbor.port);
    await own.ask('POST', `/v1/vaults/${String(id)}/read`);
    await own.stands(id, { state: 'unreachable', stale: true });
    expect((await own.vault(id))['reason']).toMatch(/does not accept the key\.$/);
    expect(await own.injected('We walk to the pier.')).toContain('Gulls nest on the pier.');
    expect(JSON.stringify(await own.ask('GET', '/v1/vaults'))).not.toContain(HARBOR_TOKEN);
    await own.ask('PATCH', `/v1/vaults/${String(id)}`, { key: 'another token now' });
    await own.stands(id, { state: 'ready', stale: false, reason: null });
  });

  test('offers its own notes alone, so that two hosts may read each other', async () => {
    await write('harbor', PIER, note('pier', 'Gulls nest on the pier.'));
    const harbor = await host('harbor', HARBOR_TOKEN);
    const own = await ownHost();
    await own.add({ ...LOREHEARTH, port: harbor.port });
    const listed = (await own.ask('GET', '/v1/notes')) as { items: { path: string }[] };
    expect(listed.items.map(({ path }) => path)).toEqual(['Fox.md']);
  });

  test('tests, finds and refuses itself', async () => {
    const harbor = await (async () => {
      await write('harbor', PIER, note('pier', 'Gulls nest on the pier.'));
      return host('harbor', HARBOR_TOKEN);
    })();
    const own = await ownHost();
    const place = { kind: 'lorehearth', host: '127.0.0.1' };
    const test = (port: number, key: string) => own.ask('POST', '/v1/vaults/test', { place: { ...place, port }, key });
    expect(await test(harbor.port, HARBOR_TOKEN)).toMatchObject({
      items: [{ result: 'ok', vault: 'harbor', notes: 1 }],
    });
    expect(await test(harbor.port, 'wrong-key')).toMatchObject({ items: [{ result: 'refused' }] });
    expect(await test(own.server.port, OWN_TOKEN)).toMatchObject({ items: [{ result: 'not-possible' }] });
    const scan = { host: '127.0.0.1', from: harbor.port, to: harbor.port };
    expect(await own.ask('POST', '/v1/vaults/scan', scan)).toMatchObject({
      asked: 1,
      found: [{ kind: 'lorehearth', host: '127.0.0.1', port: harbor.port, https: false }],
    });
  });
});

describe('a host that reads an Obsidian vault', () => {
  test('uses its lore over HTTPS, and sees a change with the next reading', async () => {
    const obsidian = await new FakeLocalRestApi({ https: true }).start();
    closers.push(() => obsidian.stop());
    obsidian.set(PIER, note('pier', 'Gulls nest on the pier.'));
    obsidian.set('Diary.md', 'No lore.\n');
    const own = await ownHost();
    const place = { kind: 'local-rest-api', host: 'localhost', port: obsidian.port, https: true, selfSigned: true };
    const id = await own.add({ ...place, key: obsidian.key });
    expect(await own.injected('We walk to the pier.')).toContain('Gulls nest on the pier.');

    obsidian.requests.length = 0;
    obsidian.set(PIER, note('pier', 'The pier burned down.'));
    await own.ask('POST', `/v1/vaults/${String(id)}/read`);
    expect(await own.injected('We walk to the pier.')).toContain('The pier burned down.');
    // What did not change is not read again.
    expect(obsidian.requests).toEqual(['POST /search/', 'GET /vault/Places/Old%20Pier.md']);
  });
});

describe('a host that reads a further folder', () => {
  test('uses its lore, and refuses its own vault', async () => {
    await write('harbor', PIER, note('pier', 'Gulls nest on the pier.'));
    const own = await ownHost();
    await own.add({ kind: 'folder', folder: join(base, 'harbor') });
    expect(await own.injected('We walk to the pier.')).toContain('Gulls nest on the pier.');
    const test = await own.ask('POST', '/v1/vaults/test', { place: { kind: 'folder', folder: join(base, 'own') } });
    expect(test).toMatchObject({ items: [{ result: 'not-possible', reason: 'This folder is the vault itself.' }] });
  });
});
