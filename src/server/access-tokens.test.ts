import { describe, expect, test } from 'vitest';
import { CollectingLog } from '../adapters/memory/collecting-log';
import { ManualTime } from '../adapters/memory/manual-time';
import { MemoryDocumentStore } from '../adapters/memory/memory-document-store';
import { plainHasher } from '../adapters/memory/plain-hasher';
import { SeededRandom } from '../adapters/memory/seeded-random';
import { openAccessTokens } from './access-tokens';

const DOCUMENT = 'clients';

function ports(store = new MemoryDocumentStore()) {
  const time = new ManualTime();
  const log = new CollectingLog();
  return { store, time, log, hasher: plainHasher, random: new SeededRandom(), clock: time, timer: time };
}

/** A document of version 1, as it was first written. */
const versionOne = (changes: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({
    version: 1,
    clients: [
      {
        id: 'client-1',
        name: 'SillyTavern',
        hash: plainHasher.sha256('the token'),
        scopes: ['generate', 'read', 'write'],
        origins: ['http://127.0.0.1:8000'],
        createdAt: 1_700_000_000_000,
        lastSeen: 1_700_000_100_000,
        ...changes,
      },
    ],
  });

describe('access tokens', () => {
  test('are accepted with their client’s name and scopes', async () => {
    const access = await openAccessTokens(ports());
    const { token, client } = await access.create('SillyTavern', ['generate', 'read']);
    expect(access.verify(token)).toMatchObject({ id: client.id, name: 'SillyTavern', scopes: ['generate', 'read'] });
    expect(access.verify(`${token}x`)).toBeUndefined();
    expect(access.verify('')).toBeUndefined();
  });

  test('BR-159 are accepted with white space around them', async () => {
    const access = await openAccessTokens(ports());
    const { token } = await access.create('SillyTavern', ['read']);
    expect(access.verify(` ${token}\n`)?.name).toBe('SillyTavern');
    access.addFixed(' abc123\n', ['admin']);
    expect(access.verify('abc123')?.scopes).toEqual(['admin']);
  });

  test('outlive the program, but only as a hash', async () => {
    const first = ports();
    const { token } = await (await openAccessTokens(first)).create('SillyTavern', ['read'], ['http://a.example']);
    expect(first.store.text(DOCUMENT)).not.toContain(token);
    const second = await openAccessTokens(ports(first.store));
    expect(second.verify(token)?.name).toBe('SillyTavern');
    expect(second.origins()).toEqual(['http://a.example']);
  });

  test('are not shown in the list, nor their hashes', async () => {
    const access = await openAccessTokens(ports());
    const { token } = await access.create('SillyTavern', ['read']);
    const listed = JSON.stringify(access.list());
    expect(listed).toContain('SillyTavern');
    expect(listed).not.toContain(token);
    expect(listed).not.toContain(plainHasher.sha256(token));
  });

  test('that are revoked are refused at once and after a restart', async () => {
    const first = ports();
    const access = await openAccessTokens(first);
    const { token, client } = await access.create('SillyTavern', ['read'], ['http://a.example']);
    expect(await access.revoke(client.id)).toBe(true);
    expect(await access.revoke(client.id)).toBe(false);
    expect(access.verify(token)).toBeUndefined();
    expect(access.origins()).toEqual([]);
    expect((await openAccessTokens(ports(first.store))).verify(token)).toBeUndefined();
  });

  test('that were given for one run are not stored', async () => {
    const first = ports();
    const access = await openAccessTokens(first);
    access.addFixed('chosen', ['admin']);
    expect(access.verify('chosen')).toMatchObject({ name: 'Command line', fixed: true });
    await access.create('Other', ['read']);
    await access.close();
    expect((await openAccessTokens(ports(first.store))).list().map((client) => client.name)).toEqual(['Other']);
  });

  test('are never empty', async () => {
    const access = await openAccessTokens(ports());
    expect(() => access.addFixed(' \n', ['admin'])).toThrow(RangeError);
  });

  test('keep when they were last used, with few writes', async () => {
    const first = ports();
    const access = await openAccessTokens(first);
    const { token } = await access.create('SillyTavern', ['read']);
    const stored = first.store.text(DOCUMENT);
    first.time.advance(1_000);
    access.verify(token);
    access.verify(token);
    expect(access.list()[0]?.lastSeen).toBe(first.time.now());
    expect(first.store.text(DOCUMENT)).toBe(stored);
    expect(first.time.waiting).toBe(1);
    first.time.advance(60_000);
    await access.close();
    expect(first.store.text(DOCUMENT)).toContain('lastSeen');
  });

  test('store what waits when they are closed, and leave no timer', async () => {
    const first = ports();
    const access = await openAccessTokens(first);
    const { token } = await access.create('SillyTavern', ['read']);
    access.verify(token);
    await access.close();
    expect(first.time.waiting).toBe(0);
    expect(first.store.text(DOCUMENT)).toContain('lastSeen');
  });

  test('work until the program ends where they cannot be stored', async () => {
    const first = ports();
    first.store.failWriting(new Error('There is no space left.'));
    const access = await openAccessTokens(first);
    const { token, client } = await access.create('SillyTavern', ['read']);
    expect(access.verify(token)).toBeDefined();
    expect(first.log.warnings).toHaveLength(1);
    await expect(access.revoke(client.id)).rejects.toThrow('space');
    expect(access.verify(token)).toBeUndefined();
  });

  test('made at the same time are all stored', async () => {
    const first = ports();
    const access = await openAccessTokens(first);
    await Promise.all(['a', 'b', 'c'].map((name) => access.create(name, ['read'])));
    expect((await openAccessTokens(ports(first.store))).list()).toHaveLength(3);
  });
});

describe('the stored clients', () => {
  test('of version 1 are read', async () => {
    const store = new MemoryDocumentStore();
    store.setText(DOCUMENT, versionOne());
    const access = await openAccessTokens(ports(store));
    expect(access.verify('the token')).toMatchObject({ id: 'client-1', createdAt: 1_700_000_000_000 });
  });

  test.each([
    ['without origins', { origins: undefined }, 1],
    ['with a time that is none', { createdAt: 'yesterday', lastSeen: 'today' }, 1],
    ['with a scope that is unknown', { scopes: ['read', 'everything'] }, 0],
    ['without a hash', { hash: undefined }, 0],
    ['with a hash that is none', { hash: 'abc' }, 0],
  ])('%s are read as far as it is safe', async (_, changes, expected) => {
    const store = new MemoryDocumentStore();
    store.setText(DOCUMENT, versionOne(changes));
    const here = ports(store);
    expect((await openAccessTokens(here)).list()).toHaveLength(expected);
    expect(here.log.warnings).toHaveLength(1 - expected);
  });

  test.each(['{"version":2,"clients":[]}', '[]', '{"version":1,"clients":{}}'])(
    '%s lets nobody in and is not lost',
    async (text) => {
      const store = new MemoryDocumentStore();
      store.setText(DOCUMENT, text);
      const here = ports(store);
      const access = await openAccessTokens(here);
      const { token } = await access.create('New', ['read']);
      expect(access.verify(token)).toBeDefined();
      expect(here.log.warnings).toHaveLength(2);
      expect(store.names.map((name) => store.text(name))).toContain(text);
    },
  );

  test('that cannot be read let nobody in and are reported', async () => {
    const here = ports();
    here.store.setText(DOCUMENT, '{"version":1,');
    expect((await openAccessTokens(here)).list()).toEqual([]);
    expect(here.log.warnings[1]?.message).toContain('have to be paired again');
  });
});
