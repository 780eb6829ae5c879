import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServerLink } from '../server-link';
import { SettingsStore, type BridgeSettings } from '../settings';
import { FakeLorehearth, FakeNetwork } from '../testing/fake-lorehearth';
import { FakeTavern } from '../testing/fake-tavern';
import { isRemoteHost, type Way } from './way';

let link: ServerLink;
let remembered: Way | undefined;
/** What the browser reaches, and what SillyTavern's server reaches. */
let near: FakeNetwork;
let far: FakeNetwork;

const lorehearth = (): FakeLorehearth => new FakeLorehearth('http://127.0.0.1:27673');

async function search(isRemotePage: boolean, stored: Partial<BridgeSettings> = {}): Promise<ServerLink> {
  const tavern = new FakeTavern();
  tavern.extensionSettings['lorehearth'] = { token: 'good', ...stored };
  const memory = {
    read: () => remembered,
    write: (way: Way) => {
      remembered = way;
    },
  };
  const settings = new SettingsStore(tavern.context);
  const tunnel = { fetch: far.fetch, memory, isRemotePage };
  link = new ServerLink({ settings, fetch: near.fetch, tunnel, clientName: 'test' });
  await link.search();
  return link;
}

beforeEach(() => {
  vi.useFakeTimers();
  remembered = undefined;
  near = new FakeNetwork();
  far = new FakeNetwork();
});
afterEach(() => {
  link.stop();
  vi.useRealTimers();
});

describe('the way to the server is', () => {
  it('direct where that leads there, and SillyTavern is not bothered', async () => {
    near.servers.push(lorehearth());
    far.servers.push(lorehearth());
    expect((await search(true)).state).toMatchObject({ kind: 'connected', way: 'direct' });
    expect([remembered, far.called]).toEqual(['direct', []]);
  });

  it('through SillyTavern for a phone, remembered for the next time', async () => {
    const server = lorehearth();
    far.servers.push(server);
    expect((await search(true)).state).toMatchObject({ kind: 'connected', way: 'tunnel', base: server.base });
    expect(remembered).toBe('tunnel');
    const response = await link.fetch(`${server.base}/health`);
    expect(response.status).toBe(200);
    expect(near.called).not.toHaveLength(0);
  });

  it('through SillyTavern where this computer has a Lorehearth that does not know the page', async () => {
    const own = lorehearth();
    own.token = 'of another';
    near.servers.push(own);
    far.servers.push(lorehearth());
    expect((await search(true)).state).toMatchObject({ kind: 'connected', way: 'tunnel' });
  });

  it('direct again when the browser is on the right computer at last', async () => {
    remembered = 'tunnel';
    near.servers.push(lorehearth());
    far.servers.push(lorehearth());
    expect((await search(false)).state).toMatchObject({ kind: 'connected', way: 'direct' });
  });

  it('kept while the page looks after its connection', async () => {
    far.servers.push(lorehearth());
    await search(true);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(link.state).toMatchObject({ kind: 'connected', way: 'tunnel' });
  });
});

describe('pairing', () => {
  it('goes through SillyTavern too', async () => {
    const server = lorehearth();
    server.pairing = 'approved';
    far.servers.push(server);
    await search(true, { token: '' });
    expect(link.state.kind).toBe('unpaired');
    const pairing = link.pair();
    await vi.advanceTimersByTimeAsync(2_000);
    await pairing;
    await vi.advanceTimersByTimeAsync(0);
    expect(link.state).toMatchObject({ kind: 'connected', way: 'tunnel' });
  });
});

describe('where neither way leads to a server', () => {
  it('a remote page says that SillyTavern was asked', async () => {
    expect((await search(true)).state).toMatchObject({ kind: 'unreachable', askedTavern: true });
  });

  it('a page on this computer lets SillyTavern try a few addresses, and only when somebody wants to know', async () => {
    await search(false);
    expect(link.state).toMatchObject({ kind: 'unreachable', askedTavern: true });
    expect(far.called).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(far.called).toHaveLength(2);
  });
});

it.each([
  ['localhost', false],
  ['127.0.0.1', false],
  ['127.8.0.1', false],
  ['[::1]', false],
  ['tavern.localhost', false],
  ['192.168.1.20', true],
  ['tavern.example', true],
  ['localhost.example', true],
])('a page of %s is remote: %s', (host, isRemote) => {
  expect(isRemoteHost(host)).toBe(isRemote);
});
