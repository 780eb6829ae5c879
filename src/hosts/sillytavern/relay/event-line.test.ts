import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServerLink } from '../server-link';
import { SettingsStore } from '../settings';
import { FakeLorehearth, FakeNetwork } from '../testing/fake-lorehearth';
import { FakeTavern } from '../testing/fake-tavern';
import type { TunnelPorts, Way } from '../tunnel/way';
import { EventLine } from './event-line';
import { anySeat, type TakeSeat } from './seats';

let server: FakeLorehearth;
let network: FakeNetwork;
let settings: SettingsStore;
let link: ServerLink;
let line: EventLine;
let heard: string[];
let takeSeat: TakeSeat;

async function start(stored: Record<string, unknown> = { token: 'good' }, tunnel?: TunnelPorts): Promise<void> {
  const tavern = new FakeTavern();
  tavern.extensionSettings['lorehearth'] = stored;
  settings = new SettingsStore(tavern.context);
  const ports = { settings, fetch: network.fetch, clientName: 'test' };
  link = new ServerLink(tunnel === undefined ? ports : { ...ports, tunnel });
  line = new EventLine({ link, settings, clientId: 'page', takeSeat });
  line.onEvent(({ kind, data }) => heard.push(`${kind} ${JSON.stringify(data)}`));
  line.start();
  await link.search();
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  server = new FakeLorehearth('http://127.0.0.1:27673');
  network = new FakeNetwork(server);
  heard = [];
  takeSeat = anySeat;
});
afterEach(() => {
  line.stop();
  link.stop();
  vi.useRealTimers();
});

describe('the line is', () => {
  it('open while the page is connected, and tells what happens', async () => {
    await start();
    server.line.send('chat-changed', { chat: 'c' });
    await vi.advanceTimersByTimeAsync(0);
    expect(line.state).toBe('open');
    expect(heard).toEqual(['hello {}', 'chat-changed {"chat":"c"}']);
    expect(server.line.queries).toEqual([{ client: 'page' }]);
  });

  it('off without a token, without a server, and while lore is off', async () => {
    await start({});
    expect(line.state).toBe('off');
    settings.change({ token: 'good' });
    await vi.advanceTimersByTimeAsync(0);
    expect(line.state).toBe('open');
    settings.change({ enabled: false });
    await vi.advanceTimersByTimeAsync(0);
    expect([line.state, server.line.open]).toEqual(['off', 0]);
    settings.change({ enabled: true });
    await vi.advanceTimersByTimeAsync(0);
    link.failed(server.base, 'absent');
    await vi.advanceTimersByTimeAsync(0);
    expect([line.state, server.line.open]).toEqual(['off', 0]);
  });

  it('not opened while other pages of the browser have theirs, and left to them at the end', async () => {
    let grant: (leave: () => void) => void = () => undefined;
    let isLeft = false;
    takeSeat = () => new Promise((resolve) => (grant = resolve));
    await start();
    expect([line.state, server.line.queries]).toEqual(['waiting', []]);
    grant(() => {
      isLeft = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect([line.state, isLeft]).toEqual(['open', false]);
    settings.change({ enabled: false });
    await vi.advanceTimersByTimeAsync(0);
    expect([line.state, isLeft]).toEqual(['off', true]);
  });

  it('not opened twice by a page that looks after its connection', async () => {
    await start();
    await vi.advanceTimersByTimeAsync(10 * 14_000);
    server.line.send('ping', {});
    await link.refresh();
    expect(server.line.open).toBe(1);
  });

  it('gone for good when it is stopped', async () => {
    await start();
    line.stop();
    link.stop();
    await vi.advanceTimersByTimeAsync(0);
    expect([server.line.open, vi.getTimerCount()]).toEqual([0, 0]);
  });
});

describe('a line that breaks', () => {
  it('comes back and misses nothing', async () => {
    await start();
    server.line.send('job', { id: 'a' });
    await vi.advanceTimersByTimeAsync(0);
    server.line.cut();
    await vi.advanceTimersByTimeAsync(0);
    expect(line.state).toBe('connecting');
    server.line.send('job', { id: 'b' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(line.state).toBe('open');
    expect(heard).toEqual(['hello {}', 'job {"id":"a"}', 'hello {}', 'job {"id":"b"}']);
    expect(server.line.queries[1]).toEqual({ client: 'page', since: '1' });
  });

  it('is tried ever more seldom, and at once again after it was good', async () => {
    server.line.manner = 'fails';
    await start();
    await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000);
    expect(server.line.queries).toHaveLength(4);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(server.line.queries.length).toBeLessThan(20);
    server.line.manner = 'streams';
    await vi.advanceTimersByTimeAsync(30_000);
    expect(line.state).toBe('open');
    server.line.cut();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(line.state).toBe('open');
  });

  it('is noticed when nothing comes any more, not even a ping', async () => {
    await start();
    await vi.advanceTimersByTimeAsync(45_000 + 1_000);
    expect(server.line.queries).toHaveLength(2);
    expect(server.line.queries[1]).not.toHaveProperty('wait');
  });

  it('tells the link when the token is not accepted any more', async () => {
    await start();
    server.token = 'another';
    server.line.cut();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(link.state.kind).toBe('refused');
    expect(line.state).toBe('off');
  });
});

describe('where no stream gets through', () => {
  it('polls are used after a while, and events still come at once', async () => {
    server.line.manner = 'held back';
    await start();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.line.queries.slice(1)).toEqual([
      { client: 'page', wait: '0' },
      { client: 'page', since: '0', wait: '25000' },
    ]);
    expect(line.state).toBe('open');
    server.line.send('job', { id: 'a' });
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual(['job {"id":"a"}']);
    expect(server.line.queries.at(-1)).toEqual({ client: 'page', since: '1', wait: '25000' });
    await vi.advanceTimersByTimeAsync(25_000);
    expect(server.line.queries).toHaveLength(5);
  });

  it('a page whose requests are carried polls from the beginning', async () => {
    const carried = network.fetch;
    network = new FakeNetwork();
    const memory = { read: (): Way => 'tunnel', write: () => undefined };
    await start({ token: 'good' }, { fetch: carried, memory, isRemotePage: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(server.line.queries.map(({ wait }) => wait)).toEqual(['0', '25000']);
    expect(line.state).toBe('open');
  });
});
