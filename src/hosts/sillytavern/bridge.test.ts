import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Bridge } from './bridge';
import { readNote } from './message-note';
import type { LinkState } from './server-link';
import type { BridgeSettings } from './settings';
import { answer, injection } from './testing/answers';
import { FakeLorehearth, FakeNetwork } from './testing/fake-lorehearth';
import { FakeTavern } from './testing/fake-tavern';
import type { TurnOutcome } from './turn-outcome';

const lore = 'The keep is silver.';

let tavern: FakeTavern;
let server: FakeLorehearth;
let network: FakeNetwork;
let bridge: Bridge;
let outcomes: TurnOutcome[];

async function start(settings: Partial<BridgeSettings> = {}): Promise<void> {
  tavern.extensionSettings['lorehearth'] = { token: 'good', ...settings };
  let ids = 0;
  bridge = new Bridge({
    context: tavern.context,
    fetch: network.fetch,
    newId: () => `id${String((ids += 1))}`,
    clientName: 'SillyTavern at test',
  });
  tavern.interceptor = (prompt, size, _abort, type) => bridge.interceptor.intercept(prompt, size, type);
  bridge.onTurn((outcome) => outcomes.push(outcome));
  bridge.start();
  await vi.advanceTimersByTimeAsync(0);
}

/** Runs a turn that may wait for the server, and gives the time it took. */
async function timed(turn: Promise<void>): Promise<number> {
  const begin = performance.now();
  let end = begin;
  void turn.then(() => {
    end = performance.now();
  });
  for (let step = 0; step < 200 && end === begin; step += 1) await vi.advanceTimersByTimeAsync(50);
  await turn;
  return end - begin;
}

const lastPrompt = (): string => tavern.prompts.at(-1) ?? '';
const ourPrompts = (): string[] => Object.keys(tavern.extensionPrompts).filter((key) => key.includes('lorehearth'));
const lastNote = () => readNote(tavern.chat.at(-1)?.extra);

beforeEach(() => {
  vi.useFakeTimers();
  tavern = new FakeTavern();
  server = new FakeLorehearth('http://127.0.0.1:27673');
  network = new FakeNetwork(server);
  outcomes = [];
});
afterEach(() => {
  bridge.stop();
  vi.useRealTimers();
});

describe('a turn', () => {
  it('brings lore into the prompt and its record onto the reply', async () => {
    await start();
    await tavern.send('Where is the keep?');
    expect(lastPrompt().split(lore)).toHaveLength(2);
    expect(lastNote()?.record).toEqual({ v: 1, g: 'g1', e: [['e1', 3, 'h1']] });
    expect(lastNote()?.summary).toMatchObject({ injected: 1, undelivered: [], entries: [{ title: 'Keep' }] });
    expect(outcomes).toEqual([{ kind: 'lore', injected: 1, tokens: 6, milliseconds: 3 }]);
  });

  it('sends the identity of the chat and the records of its path', async () => {
    await start();
    await tavern.send('One');
    await tavern.send('Two');
    expect(server.requests[1]).toMatchObject({
      chat: { id: 'id2' },
      records: [[2, { g: 'g1' }]],
      deadlineMs: 4_000,
      turn: 4,
    });
  });

  it('sends as many texts as the server wants, after its first answer', async () => {
    await start();
    await tavern.send('One');
    await tavern.send('Two');
    expect(server.requests.map(({ messages }) => messages.length)).toEqual([2, 2]);
    expect(server.requests[1]?.messages[0]?.index).toBe(2);
  });

  it('never holds the lore of another turn', async () => {
    await start();
    server.answers = [answer('g1'), answer('g2', { injections: [injection({ text: 'The sea is deep.' })] })];
    await tavern.send('One');
    await tavern.send('Two');
    expect(lastPrompt()).toContain('The sea is deep.');
    expect(lastPrompt()).not.toContain(lore);
  });

  it('asks once for a new version and not at all while versions are browsed', async () => {
    await start();
    await tavern.send('One');
    await tavern.swipe();
    await tavern.browse(0);
    await tavern.browse(1);
    expect(server.requests.map(({ type }) => type)).toEqual(['normal', 'swipe']);
    expect(ourPrompts()).toHaveLength(1);
  });

  it('asks nothing for a dry run and leaves the prompts alone', async () => {
    await start();
    await tavern.send('One');
    await tavern.dryRun();
    expect(server.requests).toHaveLength(1);
    expect(ourPrompts()).toHaveLength(1);
  });

  it('is not disturbed by a dry run in the middle of it', async () => {
    await start();
    tavern.beforeAssembly = async () => {
      await tavern.emit('GENERATION_STARTED', 'normal', {}, true);
      await tavern.emit('GENERATE_AFTER_DATA', { prompt: 'Counted without lore.' }, true);
    };
    await tavern.send('One');
    expect(lastNote()?.record.g).toBe('g1');
    expect(lastNote()?.summary.undelivered).toEqual([]);
  });

  it('asks when the model speaks for the player', async () => {
    await start();
    await tavern.impersonate();
    expect(server.requests.map(({ type }) => type)).toEqual(['impersonate']);
    expect(lastPrompt()).toContain(lore);
  });

  it('keeps lore and generation through the passes after a tool call', async () => {
    await start();
    await tavern.send('Look around', { callsTool: true, text: 'I look.' });
    expect(server.requests).toHaveLength(1);
    expect(tavern.prompts).toHaveLength(2);
    expect(lastPrompt()).toContain(lore);
    const generations = tavern.chat.map(({ extra }) => readNote(extra)?.record.g);
    expect(generations).toEqual([undefined, undefined, 'g1', undefined, 'g1']);
  });

  it('lets SillyTavern scan injected lore only if the user wants it', async () => {
    await start({ allowWorldInfoScan: true });
    await tavern.send('One');
    expect(Object.values(tavern.extensionPrompts)).toMatchObject([{ scan: true }]);
    bridge.settings.change({ allowWorldInfoScan: false });
    await tavern.send('Two');
    expect(Object.values(tavern.extensionPrompts)).toMatchObject([{ scan: false }]);
  });

  it('leaves out lore beyond the safe share of the context, and says so', async () => {
    await start({ contextShare: 0.1 });
    server.answers = [answer('g1', { injections: [injection({ tokens: 5_000 })] })];
    await tavern.send('One');
    expect(lastPrompt()).not.toContain(lore);
    expect(lastNote()?.summary.undelivered).toHaveLength(1);
  });

  it('says what another extension has taken out of the prompt', async () => {
    await start();
    tavern.beforeAssembly = () => {
      delete tavern.extensionPrompts['zz_lorehearth/before'];
      return Promise.resolve();
    };
    await tavern.send('One');
    expect(lastNote()?.summary.undelivered).toEqual([
      { place: 'before', cause: 'Another extension has removed it.', entries: ['e1'] },
    ]);
  });
});

describe('without an answer', () => {
  it.each<[string, () => void, TurnOutcome, LinkState['kind']]>([
    ['nobody is there', () => network.servers.pop(), { kind: 'miss', cause: 'absent', detail: '' }, 'unreachable'],
    ['the token is refused', () => (server.token = 'new'), { kind: 'miss', cause: 'refused', detail: '' }, 'refused'],
    [
      'the page is not allowed',
      () => (server.originAllowed = false),
      { kind: 'miss', cause: 'absent', detail: '' },
      'unreachable',
    ],
    [
      'the server fails',
      () => (server.manner = 'fails'),
      { kind: 'miss', cause: 'rejected', detail: 'The index is gone.' },
      'connected',
    ],
    [
      'the answer is nonsense',
      () => (server.manner = 'talks nonsense'),
      { kind: 'miss', cause: 'rejected', detail: 'The answer is not one that this extension understands.' },
      'connected',
    ],
  ])('plays on without stale lore when %s', async (_name, happen, outcome, link) => {
    await start();
    await tavern.send('One');
    happen();
    await tavern.send('Two');
    expect(lastPrompt()).not.toContain(lore);
    expect(ourPrompts()).toEqual([]);
    expect(lastNote()).toBeUndefined();
    expect(outcomes.at(-1)).toEqual(outcome);
    expect(bridge.missed.of(tavern.chat.at(-1)!)).toEqual(outcome);
    expect(bridge.link.state.kind).toBe(link);
  });

  it.each(['hangs', 'ignores aborts'] as const)('gives up at the deadline when the server %s', async (manner) => {
    await start();
    await tavern.send('One');
    server.manner = manner;
    expect(await timed(tavern.send('Two'))).toBeLessThanOrEqual(4_050);
    expect(lastPrompt()).not.toContain(lore);
    expect(ourPrompts()).toEqual([]);
    expect(outcomes.at(-1)).toEqual({ kind: 'miss', cause: 'late', detail: '' });
  });

  it('tries again in the next turn', async () => {
    await start({ deadlineMs: 1_000 });
    server.manner = 'hangs';
    expect(await timed(tavern.send('One'))).toBeLessThanOrEqual(1_050);
    server.manner = 'answers';
    await tavern.send('Two');
    expect(lastPrompt()).toContain(lore);
    network.servers.pop();
    await tavern.send('Three');
    network.servers.push(server);
    await tavern.send('Four');
    expect(lastPrompt()).toContain(lore);
  });

  it('does not nag a page that was never paired', async () => {
    await start({ token: '' });
    await tavern.send('One');
    expect(outcomes).toEqual([{ kind: 'miss', cause: 'unpaired', detail: '' }]);
    expect(server.requests).toEqual([]);
  });
});

describe('called off', () => {
  it('returns at once when the user presses stop, and applies nothing later', async () => {
    await start();
    server.manner = 'hangs';
    const turn = bridge.interceptor.intercept([], 8_192, 'normal');
    await vi.advanceTimersByTimeAsync(100);
    await tavern.emit('GENERATION_STOPPED');
    await turn;
    expect(ourPrompts()).toEqual([]);
    expect(outcomes).toEqual([]);
  });

  it('applies nothing to a chat that was opened meanwhile', async () => {
    await start();
    let open = (): void => undefined;
    server.gate = new Promise((resolve) => (open = resolve));
    const turn = bridge.interceptor.intercept([], 8_192, 'normal');
    await vi.advanceTimersByTimeAsync(100);
    await tavern.open('Another');
    open();
    await turn;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ourPrompts()).toEqual([]);
    expect(outcomes).toEqual([]);
  });

  it('lets the later of two requests win', async () => {
    await start();
    server.manner = 'hangs';
    const first = bridge.interceptor.intercept([], 8_192, 'normal');
    await vi.advanceTimersByTimeAsync(100);
    server.manner = 'answers';
    server.answers = [answer('g2', { injections: [injection({ text: 'Second.' })] })];
    await bridge.interceptor.intercept([], 8_192, 'normal');
    await first;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(Object.values(tavern.extensionPrompts).map(({ value }) => value)).toEqual(['Second.']);
    expect(outcomes).toHaveLength(1);
  });

  it('leaves nothing of one chat in another', async () => {
    await start();
    await tavern.send('One');
    await tavern.open('Another');
    server.answers = [answer('g2', { injections: [] })];
    await tavern.send('Two');
    expect(lastPrompt()).not.toContain(lore);
    expect(server.requests[1]?.chat).toMatchObject({ id: 'id4' });
    expect(server.requests[1]?.records).toEqual([]);
  });
});

describe('background generations', () => {
  it('get no lore, and leave none of ours in their prompts', async () => {
    await start();
    await tavern.send('One');
    await tavern.quiet();
    expect(lastPrompt()).not.toContain(lore);
    expect(server.requests).toHaveLength(1);
  });

  it('get lore when the user wants it', async () => {
    await start({ quietPrompts: true });
    await tavern.quiet();
    expect(lastPrompt()).toContain(lore);
    expect(server.requests[0]?.type).toBe('quiet');
    expect(outcomes).toEqual([]);
  });

  it.each([false, true])('inside a turn give its lore back (with lore of their own: %s)', async (quietPrompts) => {
    await start({ quietPrompts });
    server.answers = [answer('g1'), answer('g2', { injections: [injection({ text: 'For the summary.' })] })];
    tavern.beforeAssembly = () => {
      tavern.beforeAssembly = undefined;
      return tavern.quiet();
    };
    await tavern.send('One');
    expect(tavern.prompts[0]).not.toContain(lore);
    expect(tavern.prompts[1]).toContain(lore);
    expect(tavern.prompts[1]).not.toContain('For the summary.');
    expect(lastNote()?.record.g).toBe('g1');
    expect(lastNote()?.summary.undelivered).toEqual([]);
  });
});

describe('switched off', () => {
  it('asks nothing and clears what is there', async () => {
    await start();
    await tavern.send('One');
    bridge.settings.change({ enabled: false });
    expect(ourPrompts()).toEqual([]);
    await tavern.send('Two');
    expect(server.requests).toHaveLength(1);
    expect(lastNote()).toBeUndefined();
  });

  it('for one chat asks nothing there', async () => {
    await start();
    tavern.chatMetadata['lorehearth'] = { id: 'x', file: 'Ilse - 1', enabled: false };
    await tavern.send('One');
    expect(server.requests).toEqual([]);
    await tavern.open('Another');
    await tavern.send('Two');
    expect(server.requests).toHaveLength(1);
  });
});

it('takes all listeners, timers and prompts with it when it stops', async () => {
  await start();
  await tavern.send('One');
  bridge.stop();
  expect(tavern.listenerCount).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
  expect(ourPrompts()).toEqual([]);
});
