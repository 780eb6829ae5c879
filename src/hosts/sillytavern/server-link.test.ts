import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServerLink, type LinkState } from './server-link';
import { SettingsStore, type BridgeSettings } from './settings';
import { FakeLorehearth, FakeNetwork } from './testing/fake-lorehearth';
import { FakeTavern } from './testing/fake-tavern';

const usual = 'http://127.0.0.1:27673';
const later = 'http://127.0.0.1:27675';

let link: ServerLink;
let settings: SettingsStore;
let states: LinkState[];

function linkTo(network: FakeNetwork, stored: Partial<BridgeSettings> = {}): ServerLink {
  const tavern = new FakeTavern();
  tavern.extensionSettings['lorehearth'] = stored;
  settings = new SettingsStore(tavern.context);
  link = new ServerLink({ settings, fetch: network.fetch, clientName: 'SillyTavern at test' });
  states = [];
  link.onChange((state) => states.push(state));
  return link;
}

const kinds = (): string[] => states.map(({ kind }) => kind);
const never = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  link.stop();
  vi.useRealTimers();
});

describe('looking for the server', () => {
  it('connects to a server on one of the usual ports and remembers it', async () => {
    const server = new FakeLorehearth(later);
    await linkTo(new FakeNetwork(server), { token: 'good' }).search();
    expect(link.state).toMatchObject({ kind: 'connected', base: later, status: { vault: 'Tales' } });
    expect(settings.get().lastAddress).toBe(later);
    expect(kinds()).toEqual(['searching', 'connected']);
  });

  it('prefers the server that knows the token', async () => {
    const [one, two] = [new FakeLorehearth(usual), new FakeLorehearth(later)];
    one.token = 'other';
    await linkTo(new FakeNetwork(one, two), { token: 'good' }).search();
    expect(link.state).toMatchObject({ kind: 'connected', base: later });
  });

  it('talks to the address that is set and to no other', async () => {
    const [decoy, real] = [new FakeLorehearth(usual), new FakeLorehearth('http://127.0.0.1:28111')];
    const network = new FakeNetwork(decoy, real);
    await linkTo(network, { token: 'good', address: '127.0.0.1:28111' }).search();
    expect(link.state).toMatchObject({ kind: 'connected', base: real.base });
    network.servers.pop();
    link.failed(real.base, 'absent');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(link.state).toMatchObject({ kind: 'unreachable', configured: true });
    expect(new Set(network.called)).toEqual(new Set([real.base]));
  });

  it.each([
    ['nothing answers', () => new FakeNetwork(), { kind: 'unreachable', base: usual, configured: false }],
    [
      'the token is not accepted',
      (server: FakeLorehearth) => new FakeNetwork(server),
      { kind: 'refused', base: usual },
    ],
  ])('tells apart that %s', async (_name, network, expected) => {
    const server = new FakeLorehearth(usual);
    await linkTo(network(server), { token: 'wrong' }).search();
    expect(link.state).toEqual(expected);
  });

  it('tells that this page is not allowed', async () => {
    const server = new FakeLorehearth(usual);
    server.originAllowed = false;
    await linkTo(new FakeNetwork(server), { token: 'good' }).search();
    expect(link.state).toEqual({ kind: 'blocked', base: usual });
  });

  it('tells that there is a server and no token', async () => {
    await linkTo(new FakeNetwork(new FakeLorehearth(usual))).search();
    expect(link.state).toEqual({ kind: 'unpaired', base: usual });
  });

  it('does not take another program for Lorehearth', async () => {
    const network = new FakeNetwork();
    const fetch = () => Promise.resolve(new Response('{"name":"other"}'));
    linkTo(network, { token: 'good' });
    link = new ServerLink({ settings, fetch, clientName: 'x' });
    await link.search();
    expect(link.state.kind).toBe('unreachable');
  });

  it('does not wait for a port that accepts and never answers', async () => {
    const server = new FakeLorehearth(later);
    const hanging = new FakeLorehearth(usual);
    hanging.serve = () => new Promise(() => undefined);
    const network = new FakeNetwork(hanging, server);
    const fetch: typeof network.fetch = (input, init) => {
      const answer = network.fetch(input, init);
      const aborted = new Promise<never>((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      });
      return Promise.race([answer, aborted]);
    };
    linkTo(network, { token: 'good' });
    link = new ServerLink({ settings, fetch, clientName: 'x' });
    void link.search();
    await vi.advanceTimersByTimeAsync(1_600);
    expect(link.state).toMatchObject({ kind: 'connected', base: later });
  });
});

describe('keeping watch', () => {
  it('finds a server that comes later, asking ever more seldom', async () => {
    const network = new FakeNetwork();
    void linkTo(network, { token: 'good' }).search();
    await vi.advanceTimersByTimeAsync(0);
    network.called.length = 0;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(network.called.length).toBeGreaterThan(8);
    expect(network.called.length).toBeLessThan(20);
    network.servers.push(new FakeLorehearth(usual));
    await vi.advanceTimersByTimeAsync(61_000);
    expect(link.state.kind).toBe('connected');
  });

  it('notices when the server goes', async () => {
    const network = new FakeNetwork(new FakeLorehearth(usual));
    await linkTo(network, { token: 'good' }).search();
    network.servers.pop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(link.state.kind).toBe('unreachable');
  });

  it('looks again at once when address or token change', async () => {
    const server = new FakeLorehearth(later);
    await linkTo(new FakeNetwork(server)).search();
    expect(link.state.kind).toBe('unpaired');
    settings.change({ token: ' good\n' });
    await vi.advanceTimersByTimeAsync(0);
    expect(link.state.kind).toBe('connected');
    settings.change({ address: '127.0.0.1:9999' });
    await vi.advanceTimersByTimeAsync(0);
    expect(link.state).toMatchObject({ kind: 'unreachable', base: 'http://127.0.0.1:9999' });
  });

  it('does nothing after it was stopped', async () => {
    const network = new FakeNetwork();
    await linkTo(network, { token: 'good' }).search();
    link.stop();
    network.called.length = 0;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(network.called).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the connection for a turn', () => {
  it('is there without asking when the link is up', async () => {
    const network = new FakeNetwork(new FakeLorehearth(usual));
    await linkTo(network, { token: 'good' }).search();
    network.called.length = 0;
    expect(await link.connection(never)).toEqual({ base: usual, token: 'good' });
    expect(network.called).toEqual([]);
  });

  it('is looked for when the link is down, so that the next turn tries again', async () => {
    const network = new FakeNetwork();
    await linkTo(network, { token: 'good' }).search();
    expect(await link.connection(never)).toBeUndefined();
    network.servers.push(new FakeLorehearth(later));
    expect(await link.connection(never)).toEqual({ base: later, token: 'good' });
  });

  it('is not looked for without a token', async () => {
    const network = new FakeNetwork(new FakeLorehearth(usual));
    linkTo(network);
    expect(await link.connection(never)).toBeUndefined();
    expect(network.called).toEqual([]);
  });

  it('is given up when the turn is', async () => {
    const network = new FakeNetwork();
    linkTo(network, { token: 'good' });
    link = new ServerLink({ settings, fetch: () => new Promise(() => undefined), clientName: 'x' });
    const turn = new AbortController();
    const connection = link.connection(turn.signal);
    turn.abort();
    expect(await connection).toBeUndefined();
  });
});

describe('pairing', () => {
  it('shows the code, waits for approval, keeps the token and connects', async () => {
    const server = new FakeLorehearth(usual);
    await linkTo(new FakeNetwork(server)).search();
    void link.pair();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(link.state).toEqual({ kind: 'pairing', base: usual, code: '042137', expiresAt: 120_000 });
    server.pairing = 'approved';
    await vi.advanceTimersByTimeAsync(1_000);
    expect(settings.get().token).toBe('good');
    expect(link.state).toMatchObject({ kind: 'connected', base: usual });
  });

  it.each(['denied', 'expired', 'busy'] as const)('ends with what the other side says: %s', async (end) => {
    const server = new FakeLorehearth(usual);
    server.pairing = end;
    await linkTo(new FakeNetwork(server)).search();
    void link.pair();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(link.state).toEqual({ kind: 'unpaired', base: usual, lastPairing: end });
  });

  it('says that the server went away meanwhile', async () => {
    const network = new FakeNetwork(new FakeLorehearth(usual));
    await linkTo(network).search();
    void link.pair();
    await vi.advanceTimersByTimeAsync(500);
    network.servers.pop();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(link.state).toEqual({ kind: 'unpaired', base: usual, lastPairing: 'unreachable' });
  });

  it('can be cancelled, and then polls no more', async () => {
    const server = new FakeLorehearth(usual);
    await linkTo(new FakeNetwork(server)).search();
    void link.pair();
    await vi.advanceTimersByTimeAsync(1_500);
    link.cancelPairing();
    await vi.advanceTimersByTimeAsync(0);
    expect(link.state).toEqual({ kind: 'unpaired', base: usual });
    const polls = server.asked.filter((path) => path.endsWith('/p1')).length;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.asked.filter((path) => path.endsWith('/p1'))).toHaveLength(polls);
  });

  it('can be asked for again while one waits, and follows the new one only', async () => {
    const server = new FakeLorehearth(usual);
    await linkTo(new FakeNetwork(server)).search();
    void link.pair();
    await vi.advanceTimersByTimeAsync(1_500);
    void link.pair();
    await vi.advanceTimersByTimeAsync(1_500);
    await link.search();
    expect(link.state.kind).toBe('pairing');
    server.pairing = 'approved';
    await vi.advanceTimersByTimeAsync(1_000);
    expect(link.state.kind).toBe('connected');
  });

  it('is dropped when the address changes meanwhile', async () => {
    const server = new FakeLorehearth(usual);
    await linkTo(new FakeNetwork(server)).search();
    void link.pair();
    await vi.advanceTimersByTimeAsync(1_500);
    settings.change({ address: '127.0.0.1:9999' });
    await vi.advanceTimersByTimeAsync(0);
    expect(link.state).toMatchObject({ kind: 'unreachable', base: 'http://127.0.0.1:9999' });
  });

  it('starts nothing when there is no server', async () => {
    await linkTo(new FakeNetwork()).search();
    await link.pair();
    expect(link.state.kind).toBe('unreachable');
  });
});
