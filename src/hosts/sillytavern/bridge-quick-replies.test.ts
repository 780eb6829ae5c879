import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Bridge } from './bridge';
import { objectOf } from './json-value';
import type { BridgeSettings } from './settings';
import { answer } from './testing/answers';
import { FakeLorehearth, FakeNetwork } from './testing/fake-lorehearth';
import { FakeTavern } from './testing/fake-tavern';

const entry = { ...answer('g').entries[0]!, automationId: 'ring' };

let tavern: FakeTavern;
let server: FakeLorehearth;
let bridge: Bridge;
/** The automation ids of each time that SillyTavern told which entries it has found. */
let told: unknown[][];

async function start(settings: Partial<BridgeSettings> = {}): Promise<void> {
  tavern.extensionSettings['lorehearth'] = { token: 'good', ...settings };
  let ids = 0;
  bridge = new Bridge({
    context: tavern.context,
    fetch: new FakeNetwork(server).fetch,
    newId: () => `id${String((ids += 1))}`,
    clientName: 'SillyTavern at test',
  });
  tavern.interceptor = (prompt, size, _abort, type) => bridge.interceptor.intercept(prompt, size, type);
  bridge.start();
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  tavern = new FakeTavern();
  tavern.on('WORLD_INFO_ACTIVATED', (found: unknown) => {
    told.push((found as unknown[]).map((one) => objectOf(one)?.['automationId']).filter((id) => id !== ''));
  });
  server = new FakeLorehearth('http://127.0.0.1:27673');
  server.answers = [answer('g1', { entries: [entry] }), answer('g2', { entries: [entry] })];
});
afterEach(() => {
  bridge.stop();
  vi.useRealTimers();
});

it('an injected entry’s automation id is among those that SillyTavern tells, once a turn, and no text is said twice', async () => {
  await start();
  await tavern.send('One');
  await tavern.dryRun();
  expect(told).toEqual([['ring']]);
  expect(tavern.prompts[0]?.split('The keep is silver.')).toHaveLength(2);
});

it.each<[string, () => Promise<void>]>([
  ['a swipe', () => tavern.swipe()],
  ['a continued reply', () => tavern.continueReply()],
])('%s is a turn of its own, as in SillyTavern', async (_name, again) => {
  await start();
  await tavern.send('One');
  await again();
  expect(told).toEqual([['ring'], ['ring']]);
});

it('it is told together with those of the user’s own entries', async () => {
  await start();
  tavern.loadedEntries = () => [{ content: 'Mine.', automationId: 'ring' }];
  await tavern.send('One');
  expect(told).toEqual([['ring', 'ring']]);
});

it('it is not told again with the pass after a tool call', async () => {
  await start();
  await tavern.send('Look', { callsTool: true });
  expect(tavern.prompts).toHaveLength(2);
  expect(told).toEqual([['ring']]);
});

it('it waits for its own turn when a background generation comes in between', async () => {
  await start();
  tavern.beforeAssembly = () => {
    tavern.beforeAssembly = undefined;
    return tavern.quiet();
  };
  await tavern.send('One');
  expect(told).toEqual([['ring']]);
});

it('a background generation that a Quick Reply begins does not run it again', async () => {
  await start();
  let runs = 0;
  tavern.on('WORLD_INFO_ACTIVATED', async () => {
    runs += 1;
    if (runs === 1) await tavern.quiet('Sum up.');
  });
  await tavern.send('One');
  expect(tavern.prompts).toHaveLength(2);
  expect(runs).toBe(1);
});

it.each<[string, Partial<BridgeSettings>]>([
  ['Quick Replies are switched off', { runQuickReplies: false }],
  ['the text is larger than lore may be', { contextShare: 0.05 }],
])('it is not told when %s', async (_name, settings) => {
  const large = [{ ...answer('g').injections[0]!, tokens: 5_000 }];
  server.answers = [answer('g1', { entries: [entry], ...('contextShare' in settings ? { injections: large } : {}) })];
  await start(settings);
  await tavern.send('One');
  expect(told).toEqual([]);
});

it('it is not told in a turn that was stopped, nor in a chat that was left', async () => {
  await start();
  await bridge.interceptor.intercept([], 8_192, 'normal');
  await tavern.emit('GENERATION_STOPPED');
  await tavern.scanWorldInfo();
  await bridge.interceptor.intercept([], 8_192, 'normal');
  await tavern.open('Another');
  await tavern.scanWorldInfo();
  expect(told).toEqual([]);
});
