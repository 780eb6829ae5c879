import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Bridge } from './bridge';
import { readNote } from './message-note';
import type { BridgeSettings } from './settings';
import { answer, injection } from './testing/answers';
import { FakeLorehearth, FakeNetwork } from './testing/fake-lorehearth';
import { FakeTavern } from './testing/fake-tavern';

const tower = 'The tower leans.';
const outlet = injection({ key: 'lorehearth/outlet/a', position: 'outlet', outlet: 'a', text: tower });

let tavern: FakeTavern;
let server: FakeLorehearth;
let network: FakeNetwork;
let bridge: Bridge;

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
  bridge.start();
  await vi.advanceTimersByTimeAsync(0);
}

const lastPrompt = (): string => tavern.prompts.at(-1) ?? '';
const lastSummary = () => readNote(tavern.chat.at(-1)?.extra)?.summary;

beforeEach(() => {
  vi.useFakeTimers();
  tavern = new FakeTavern();
  server = new FakeLorehearth('http://127.0.0.1:27673');
  server.answers = [answer('g1', { injections: [outlet] })];
  network = new FakeNetwork(server);
});
afterEach(() => {
  bridge.stop();
  vi.useRealTimers();
});

describe('lore in World Info', () => {
  it('is in the prompt of its generation and in no scan after it', async () => {
    await start();
    await tavern.send('One');
    expect(lastPrompt().split(tower)).toHaveLength(2);
    expect(lastSummary()?.undelivered).toEqual([]);
    expect(await tavern.scanWorldInfo()).toEqual([]);
  });

  it('is not there for the next turn that wakes nothing', async () => {
    await start();
    server.answers.push(answer('g2', { injections: [] }));
    await tavern.send('One');
    await tavern.send('Two');
    expect(lastPrompt()).not.toContain(tower);
  });

  it('comes again with the pass after a tool call, also if a background generation ran in between', async () => {
    await start();
    tavern.on('GENERATION_ENDED', async () => {
      if (tavern.prompts.length === 1) await tavern.quiet();
    });
    await tavern.send('Look', { callsTool: true });
    expect(tavern.prompts.map((prompt) => prompt.includes(tower))).toEqual([true, false, true]);
    expect(server.requests).toHaveLength(1);
  });

  it('is withheld from a background generation inside a turn and given back to the turn', async () => {
    await start();
    tavern.beforeAssembly = () => {
      tavern.beforeAssembly = undefined;
      return tavern.quiet();
    };
    await tavern.send('One');
    expect(tavern.prompts.map((prompt) => prompt.includes(tower))).toEqual([false, true]);
  });

  it.each<[string, () => unknown]>([
    ['the user presses stop', () => tavern.emit('GENERATION_STOPPED')],
    ['another chat is opened', () => tavern.open('Another')],
    ['lore is switched off', () => bridge.settings.change({ enabled: false })],
    ['the extension stops', () => bridge.stop()],
    ['a background generation runs', () => bridge.interceptor.intercept([], 8_192, 'quiet')],
    [
      'the server is gone',
      () => {
        network.servers.pop();
        return bridge.interceptor.intercept([], 8_192, 'normal');
      },
    ],
  ])('is in no scan any more when %s', async (_name, happen) => {
    await start();
    await bridge.interceptor.intercept([], 8_192, 'normal');
    expect(await tavern.scanWorldInfo()).toEqual([tower]);
    await happen();
    expect(await tavern.scanWorldInfo()).toEqual([]);
  });

  it('is missed when SillyTavern does not scan', async () => {
    await start();
    tavern.beforeAssembly = async () => {
      await tavern.emit('GENERATE_AFTER_DATA', { prompt: 'Mara: One' }, false);
    };
    await tavern.send('One');
    expect(lastSummary()?.undelivered).toMatchObject([{ place: 'outlet a', entries: ['e1'] }]);
  });
});

describe('what has become of the lore', () => {
  const note = injection({ key: 'lorehearth/author_note_top', position: 'author_note_top', text: 'It is late.' });

  it('is noted with the reply and told to the server', async () => {
    await start();
    server.answers = [answer('g1', { injections: [outlet, note] })];
    await tavern.send('One');
    await vi.advanceTimersByTimeAsync(0);
    expect(lastSummary()?.moved).toMatchObject([
      { place: 'author note top', to: 'in chat at depth 4', entries: ['e1'] },
    ]);
    expect(server.deliveries.get('g1')?.items).toMatchObject([
      { key: 'lorehearth/author_note_top', outcome: 'moved', place: 'in chat at depth 4' },
      { key: 'lorehearth/outlet/a', outcome: 'delivered', cause: '' },
    ]);
  });

  it('counts as undelivered alone when it is lost at the place it was moved to', async () => {
    await start();
    server.answers = [answer('g1', { injections: [note] })];
    tavern.beforeAssembly = () => {
      for (const key of Object.keys(tavern.extensionPrompts)) Reflect.deleteProperty(tavern.extensionPrompts, key);
      return Promise.resolve();
    };
    await tavern.send('One');
    await vi.advanceTimersByTimeAsync(0);
    expect(lastSummary()).toMatchObject({ moved: [], undelivered: [{ place: 'author note top' }] });
    expect(server.deliveries.get('g1')?.items).toMatchObject([{ outcome: 'undelivered' }]);
  });

  it.each<[string, () => unknown]>([
    ['hangs', () => (server.deliveryGate = new Promise(() => undefined))],
    ['is gone', () => network.servers.pop()],
    ['knows no such route', () => (server.deliveryStatus = 404)],
  ])('holds up no turn when the server that should hear of it %s', async (_name, happen) => {
    await start();
    tavern.beforeAssembly = () => Promise.resolve(void happen());
    await tavern.send('One');
    await vi.advanceTimersByTimeAsync(0);
    expect(lastPrompt()).toContain(tower);
    expect(lastSummary()?.undelivered).toEqual([]);
    expect(server.deliveries.size).toBe(0);
  });
});
