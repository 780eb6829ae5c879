import type { LookupAddress } from 'node:dns';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeLorehearth } from '../../../tests/support/fake-lorehearth';
import type { VaultPlace } from '../../core/ports/vault-opener';
import { CollectingLog } from '../memory/collecting-log';
import { createVaultOpener } from './vault-opener';

/** What the names of these tests lead to, and how often that was asked. */
const names = vi.hoisted(() => ({ addresses: new Map<string, readonly string[]>(), asked: 0 }));

vi.mock('node:dns', async (original) => {
  const real = await original<typeof import('node:dns')>();
  const lookup = (
    name: string,
    options: object,
    done: (error: Error | null, addresses: LookupAddress[]) => void,
  ): void => {
    names.asked += 1;
    const known = names.addresses.get(name);
    if (known === undefined) real.lookup(name, { ...options, all: true }, done);
    else
      done(
        null,
        known.map((address) => ({ address, family: 4 })),
      );
  };
  return { ...real, lookup };
});

const opener = createVaultOpener({ log: new CollectingLog() });
let server: FakeLorehearth;

function at(host: string): VaultPlace {
  const { port } = server;
  return { id: 'v', name: 'V', kind: 'lorehearth', folder: '', host, port, https: false, selfSigned: false };
}

beforeEach(async () => {
  server = await new FakeLorehearth().start();
  names.addresses.set('near.example', ['127.0.0.1']).set('far.example', ['127.0.0.1', '8.8.8.8']);
  names.asked = 0;
});
afterEach(() => server.stop());

it('sends a key to a name that leads to this computer alone', async () => {
  expect(await opener.test(at('near.example'), server.key)).toMatchObject({ kind: 'ok' });
});

it('sends a key to no name that leads elsewhere, too', async () => {
  const where = `far.example:${String(server.port)}`;
  expect(await opener.test(at('far.example'), server.key)).toEqual({
    kind: 'not-possible',
    reason: `${where} is neither this computer nor in a private network: without HTTPS anybody on the way could read the key.`,
  });
  expect(server.requests).toEqual([]);
});

it('notices when a name leads elsewhere later', async () => {
  const source = opener.open(at('near.example'), server.key);
  expect(await source.list()).toMatchObject({ kind: 'notes' });
  await server.stop();
  names.addresses.set('near.example', ['8.8.8.8']);
  expect(await source.list()).toMatchObject({
    kind: 'unreachable',
    reason: expect.stringMatching(/is neither this computer nor/) as string,
  });
});

it('looks for vaults on names of the local network only', async () => {
  const { port } = server;
  const found: unknown[] = [];
  const { signal } = new AbortController();
  await opener.scan('far.example', port, port, (vault) => found.push(vault), signal);
  expect([found, names.asked]).toEqual([[], 1]);
  await opener.scan('near.example', port, port, (vault) => found.push(vault), signal);
  expect(found).toHaveLength(1);
});
