import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeLocalRestApi } from '../../../tests/support/fake-local-rest-api';
import { FakeLorehearth } from '../../../tests/support/fake-lorehearth';
import type { FakeVaultServer } from '../../../tests/support/fake-vault-server';
import type { FoundVault, VaultPlace } from '../../core/ports/vault-opener';
import { CollectingLog } from '../memory/collecting-log';
import { createVaultOpener } from './vault-opener';

const log = new CollectingLog();
const opener = createVaultOpener({ log });
const servers: FakeVaultServer[] = [];

async function started<Server extends FakeVaultServer>(server: Server): Promise<Server> {
  servers.push(server);
  await server.start();
  return server;
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

function place(over: Partial<VaultPlace>): VaultPlace {
  const none = { id: 'harbor', name: 'Harbor', folder: '', https: false, selfSigned: false };
  return { ...none, kind: 'lorehearth', host: '127.0.0.1', port: 1, ...over };
}

const reason = (pattern: RegExp): string => expect.stringMatching(pattern) as string;

describe('testing a vault', () => {
  it('tells what another Lorehearth is called and how many notes it has', async () => {
    const server = await started(new FakeLorehearth());
    server.set('A.md', 'text');
    expect(await opener.test(place({ port: server.port }), server.key)).toEqual({
      kind: 'ok',
      vault: 'Harbor',
      notes: 1,
      version: '1.2.3',
    });
  });

  it('tells how many notes Obsidian has, over HTTPS too', async () => {
    const server = await started(new FakeLocalRestApi({ https: true }));
    server.set('A.md', 'text');
    const at = place({ kind: 'local-rest-api', port: server.port, https: true, selfSigned: true, name: 'Mine' });
    expect(await opener.test(at, ` ${server.key}\n`)).toEqual({
      kind: 'ok',
      vault: 'Mine',
      notes: 1,
      version: '5.1.0',
    });
  });

  it.each([
    ['lorehearth', () => new FakeLorehearth(), 'Lorehearth'],
    ['local-rest-api', () => new FakeLocalRestApi(), 'Local REST API'],
  ] as const)('says of a %s that a key is wanted, or not accepted', async (kind, make, service) => {
    const { port } = await started(make());
    for (const none of [undefined, '']) {
      expect(await opener.test(place({ kind, port }), none)).toEqual({
        kind: 'refused',
        reason: `${service} at 127.0.0.1:${String(port)} wants a key.`,
      });
    }
    expect(await opener.test(place({ kind, port }), 'another-key')).toEqual({
      kind: 'refused',
      reason: `${service} at 127.0.0.1:${String(port)} does not accept the key.`,
    });
  });

  it('tells the two services apart', async () => {
    const obsidian = await started(new FakeLocalRestApi());
    const lorehearth = await started(new FakeLorehearth());
    expect(await opener.test(place({ port: obsidian.port }), obsidian.key)).toMatchObject({
      kind: 'wrong-service',
      reason: reason(/is not Lorehearth/),
    });
    expect(await opener.test(place({ port: obsidian.port }), 'another-key')).toMatchObject({ kind: 'wrong-service' });
    expect(await opener.test(place({ kind: 'local-rest-api', port: lorehearth.port }), lorehearth.key)).toMatchObject({
      kind: 'wrong-service',
      reason: reason(/is not Local REST API/),
    });
  });

  it('says that nothing listens', async () => {
    const server = await started(new FakeLorehearth());
    await server.stop();
    expect(await opener.test(place({ port: server.port }), 'key')).toMatchObject({ kind: 'unreachable' });
  });

  it('says that there is no note in the one folder', async () => {
    const server = await started(new FakeLorehearth());
    server.set('A.md', 'text');
    expect(await opener.test(place({ port: server.port, folder: '/Lore/' }), server.key)).toEqual({
      kind: 'not-possible',
      reason: 'There is no note in the folder “Lore” of that vault.',
    });
  });

  it('can be stopped', async () => {
    const server = await started(new FakeLorehearth());
    const stopped = AbortSignal.abort();
    expect(await opener.test(place({ port: server.port }), server.key, stopped)).toMatchObject({ kind: 'unreachable' });
    expect(server.requests).toEqual([]);
  });

  it.each([
    [{ host: 'a b' }, /^The host is neither/],
    [{ host: 'http://nas' }, /^The host is neither/],
    [{ port: 0 }, /^The port must be/],
    [{ port: 65_536 }, /^The port must be/],
    [{ folder: '../Other' }, /^The folder is none/],
    [{ host: '8.8.8.8' }, /^8\.8\.8\.8:1 is neither this computer nor in a private network: without HTTPS/],
    [{ host: '2001:db8::1' }, /^\[2001:db8::1\]:1 is neither/],
    [{ host: '8.8.8.8', https: true, selfSigned: true }, /^A certificate that a program made itself is accepted/],
  ])('asks nobody for %j', async (over, pattern) => {
    const wrong = place(over);
    expect(await opener.test(wrong, 'key')).toEqual({ kind: 'not-possible', reason: reason(pattern) });
    const source = opener.open(wrong, 'key');
    expect(await source.list()).toEqual({ kind: 'unreachable', reason: reason(pattern) });
    expect(await source.read('A.md')).toEqual({ kind: 'unreadable', reason: reason(pattern) });
  });

  it('sends no key that would be more than a header', async () => {
    expect(await opener.test(place({}), 'key\r\nx-other: 1')).toEqual({
      kind: 'not-possible',
      reason: 'The key holds signs that no key has.',
    });
  });

  it('does not read the host itself', async () => {
    const server = await started(new FakeLorehearth());
    const own = createVaultOpener({ log, ownPort: () => server.port });
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      expect(await own.test(place({ host, port: server.port }), server.key)).toEqual({
        kind: 'not-possible',
        reason: 'This is the host itself, whose vault is read already.',
      });
    }
    expect(server.requests).toEqual([]);
  });

  it('logs nothing', () => {
    expect([...log.warnings, ...log.debugs]).toEqual([]);
  });
});

describe('a further folder', () => {
  let base: string;
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'opener-'));
    await mkdir(join(base, 'own', 'inside'), { recursive: true });
    await mkdir(join(base, 'other'));
    await writeFile(join(base, 'other', 'A.md'), 'text');
    await symlink(join(base, 'own'), join(base, 'link'));
  });
  afterEach(() => rm(base, { recursive: true, force: true }));

  const folder = (path: string): VaultPlace => place({ kind: 'folder', folder: path, host: '', port: 0 });
  const beside = () => createVaultOpener({ log, ownFolder: join(base, 'own') });

  it('is read and written', async () => {
    const there = folder(join(base, 'other'));
    expect(await beside().test(there, undefined)).toEqual({ kind: 'ok', vault: 'Harbor', notes: 1, version: '' });
    const source = beside().open(there, undefined);
    expect(await source.writer?.create('B.md', 'new')).toMatchObject({ kind: 'written' });
    expect(await source.read('B.md')).toMatchObject({ kind: 'text', text: 'new' });
    expect(await source.writer?.move('B.md', 'C.md')).toMatchObject({ kind: 'written' });
    expect(await source.writer?.replace('C.md', 'new', 'newer')).toEqual({ kind: 'written' });
    expect(await source.writer?.remove('C.md', 'newer')).toEqual({ kind: 'written' });
  });

  it.each([
    ['own', /^This folder is the vault itself\.$/],
    ['link', /^This folder is the vault itself\.$/],
    ['own/inside', /^This folder lies in the vault itself/],
    ['link/inside', /^This folder lies in the vault itself/],
    ['own/not there yet', /^This folder lies in the vault itself/],
    ['', /^This folder holds the vault itself/],
  ])('is not %j', async (path, pattern) => {
    const wrong = folder(join(base, path));
    expect(await beside().test(wrong, undefined)).toEqual({ kind: 'not-possible', reason: reason(pattern) });
    const source = beside().open(wrong, undefined);
    expect(await source.list()).toEqual({ kind: 'unreachable', reason: reason(pattern) });
    expect(await source.read('A.md')).toEqual({ kind: 'unreadable', reason: reason(pattern) });
    expect(await source.writer?.create('A.md', '')).toEqual({ kind: 'refused', reason: reason(pattern) });
  });

  it('is said not to be there', async () => {
    expect(await beside().test(folder(join(base, 'nowhere')), undefined)).toMatchObject({ kind: 'unreachable' });
    expect(await beside().test(folder('other'), undefined)).toEqual({
      kind: 'not-possible',
      reason: 'The folder needs its whole path, from the root on.',
    });
  });
});

describe('a search for vaults', () => {
  async function search(host: string, from: number, to: number, signal = new AbortController().signal) {
    const found: FoundVault[] = [];
    await opener.scan(host, from, to, (vault) => found.push(vault), signal);
    return found;
  }

  it.each([
    ['lorehearth', false, '1.2.3', () => new FakeLorehearth()],
    ['lorehearth', true, '1.2.3', () => new FakeLorehearth({ https: true })],
    ['local-rest-api', false, '5.1.0', () => new FakeLocalRestApi()],
    ['local-rest-api', true, '5.1.0', () => new FakeLocalRestApi({ https: true })],
  ] as const)('finds a %s (HTTPS: %s) by what it says without a key', async (kind, https, version, make) => {
    const server = await started(make());
    const keys: unknown[] = [];
    server.instead = ({ headers }) => {
      keys.push(headers.authorization);
      return false;
    };
    const { port } = server;
    expect(await search('127.0.0.1', port - 3, port + 3)).toContainEqual({
      kind,
      host: '127.0.0.1',
      port,
      https,
      version,
    });
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.every((key) => key === undefined)).toBe(true);
  });

  it('finds nothing in what is something else', async () => {
    const server = await started(new FakeLorehearth());
    server.instead = (_, response) => {
      response.writeHead(200).end('{"name":"another","service":"another"}');
      return true;
    };
    expect(await search('127.0.0.1', server.port, server.port)).toEqual([]);
  });

  it('looks at 500 ports at most', async () => {
    const server = await started(new FakeLorehearth());
    await search('127.0.0.1', server.port - 500, server.port);
    expect(server.requests).toEqual([]);
    await search('127.0.0.1', server.port - 499, server.port);
    expect(server.requests).not.toEqual([]);
  });

  it('asks nobody outside of the local network, and nobody once it was stopped', async () => {
    const server = await started(new FakeLorehearth());
    expect(await search('8.8.8.8', 80, 81)).toEqual([]);
    expect(await search('no host', 80, 81)).toEqual([]);
    expect(await search('127.0.0.1', server.port, server.port, AbortSignal.abort())).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  it('leaves the host itself out', async () => {
    const server = await started(new FakeLorehearth());
    const own = createVaultOpener({ log, ownPort: () => server.port });
    const found: FoundVault[] = [];
    await own.scan('localhost', server.port, server.port, (vault) => found.push(vault), new AbortController().signal);
    expect(found).toEqual([]);
  });
});
