import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Bridge } from './bridge';
import type { BridgeSettings } from './settings';
import { answer, injection } from './testing/answers';
import { FakeLorehearth, FakeNetwork } from './testing/fake-lorehearth';
import { FakeTavern } from './testing/fake-tavern';
import type { TurnOutcome } from './turn-outcome';

const usual = 'http://127.0.0.1:27673';

let tavern: FakeTavern;
let server: FakeLorehearth;
let network: FakeNetwork;
let bridge: Bridge;
let outcomes: TurnOutcome[];

async function start(settings: Partial<BridgeSettings> = {}): Promise<void> {
  tavern.extensionSettings['lorehearth'] = { token: 'good', ...settings };
  let ids = 0;
  const newId = (): string => `id${String((ids += 1))}`;
  bridge = new Bridge({ context: tavern.context, fetch: network.fetch, newId, clientName: 'SillyTavern at test' });
  tavern.interceptor = (prompt, size, _abort, type) => bridge.interceptor.intercept(prompt, size, type);
  bridge.onTurn((outcome) => outcomes.push(outcome));
  bridge.start();
  await vi.advanceTimersByTimeAsync(0);
}

const delivered = (): readonly unknown[] => Object.values(tavern.extensionPrompts).map(({ value }) => value);

beforeEach(() => {
  vi.useFakeTimers();
  tavern = new FakeTavern();
  server = new FakeLorehearth(usual);
  network = new FakeNetwork(server);
  outcomes = [];
});
afterEach(() => {
  bridge.stop();
  vi.useRealTimers();
});

describe('BR-068 the prompt of a generation out of sight', () => {
  it('is searched together with the chat where such generations get lore', async () => {
    await start({ quietPrompts: true });
    await tavern.send('Good evening.');
    await tavern.quiet('Describe the drowned bell.');
    expect(server.requests.map(({ type, draft }) => [type, draft])).toEqual([
      ['normal', undefined],
      ['quiet', 'Describe the drowned bell.'],
    ]);
  });

  it('is not asked about where they get none', async () => {
    await start({ quietPrompts: false });
    await tavern.quiet('Describe the drowned bell.');
    expect(server.requests).toEqual([]);
  });

  it('is gone with its generation, and a dry run leaves it alone', async () => {
    await start({ quietPrompts: true });
    await tavern.quiet('Describe the drowned bell.');
    await tavern.dryRun();
    await tavern.quiet();
    await tavern.send('Good evening.');
    expect(server.requests.map(({ draft }) => draft)).toEqual(['Describe the drowned bell.', undefined, undefined]);
  });
});

describe('BR-154 a server that accepts and never answers', () => {
  it.each(['hangs', 'ignores aborts'] as const)(
    '(%s) costs a turn its lore, not more than the limit',
    async (manner) => {
      await start();
      server.manner = manner;
      const begin = performance.now();
      let end = 0;
      const turn = tavern.send('Anyone there?').then(() => (end = performance.now()));
      await vi.advanceTimersByTimeAsync(10_000);
      await turn;
      expect(end - begin).toBeLessThanOrEqual(10_000);
      expect(tavern.prompts).toHaveLength(1);
      expect(delivered()).toEqual([]);
      expect(outcomes).toEqual([{ kind: 'miss', cause: 'late', detail: '' }]);
      server.manner = 'answers';
      await tavern.send('And now?');
      expect(outcomes.at(-1)?.kind).toBe('lore');
    },
  );
});

describe('BR-155 an address that is set', () => {
  it.each([
    '127.0.0.1:28111',
    'http://127.0.0.1:28111',
    'http://127.0.0.1:28111/',
    ' 127.0.0.1:28111 ',
    'HTTP://127.0.0.1:28111',
  ])('(%j) is the only one that is ever called, also while nobody listens there', async (address) => {
    const real = new FakeLorehearth('http://127.0.0.1:28111');
    network.servers.push(real);
    await start({ address });
    await tavern.send('One');
    network.servers.pop();
    await tavern.send('Two');
    await vi.advanceTimersByTimeAsync(300_000);
    expect(new Set(network.called)).toEqual(new Set([real.base]));
    expect([real.requests.length, server.requests.length]).toEqual([1, 0]);
  });
});

describe('BR-192 two turns of one chat that overlap', () => {
  const second = answer('second', { injections: [injection({ text: 'Of the second.' })] });

  it.each(['hangs', 'ignores aborts', 'answers late'] as const)(
    '(the first %s) leave only the second',
    async (manner) => {
      await start();
      let open = (): void => undefined;
      if (manner === 'answers late') server.gate = new Promise((resolve) => (open = resolve));
      else server.manner = manner;
      server.answers = [answer('first'), second];
      const first = bridge.interceptor.intercept([], 8_192, 'normal');
      await vi.advanceTimersByTimeAsync(100);
      server.gate = undefined;
      server.manner = 'answers';
      await bridge.interceptor.intercept([], 8_192, 'normal');
      open();
      await vi.advanceTimersByTimeAsync(10_000);
      await first;
      expect(delivered()).toEqual(['Of the second.']);
      expect(outcomes).toHaveLength(1);
    },
  );
});

describe('BR-195 browsing the versions of a reply', () => {
  it('asks nothing, and each version keeps its own record', async () => {
    await start();
    await tavern.send('One');
    await tavern.swipe();
    await tavern.swipe();
    const asked = server.asked.length;
    for (const version of [1, 0, 1, 2, 1, 0, 2]) await tavern.browse(version);
    await vi.advanceTimersByTimeAsync(0);
    expect(server.asked).toHaveLength(asked);
    expect(server.requests.map(({ type }) => type)).toEqual(['normal', 'swipe', 'swipe']);
    expect(outcomes).toHaveLength(3);
  });
});
