import { describe, expect, test } from 'vitest';
import { CollectingLog } from '../adapters/memory/collecting-log';
import { ManualTime } from '../adapters/memory/manual-time';
import { MemoryDocumentStore } from '../adapters/memory/memory-document-store';
import { plainHasher } from '../adapters/memory/plain-hasher';
import { SeededRandom } from '../adapters/memory/seeded-random';
import { openAccessTokens } from './access-tokens';
import { MOST_OPEN, Pairings, PAIRING_MS, type WaitingPairing } from './pairing';

const ORIGIN = 'http://192.168.1.5:8000';

async function pairings(codes: readonly number[] = []) {
  const time = new ManualTime();
  const random = new ScriptedRandom(codes);
  const store = new MemoryDocumentStore();
  const access = await openAccessTokens({
    store,
    hasher: plainHasher,
    random,
    clock: time,
    timer: time,
    log: new CollectingLog(),
  });
  return { time, access, pairing: new Pairings({ access, clock: time, timer: time, random }) };
}

/** Draws these numbers first. */
class ScriptedRandom extends SeededRandom {
  readonly #numbers: number[] | undefined;

  constructor(numbers: readonly number[]) {
    super();
    this.#numbers = [...numbers];
  }

  override integer(below: number): number {
    return below === 1_000_000 ? (this.#numbers?.shift() ?? super.integer(below)) : super.integer(below);
  }
}

function started(pairing: Pairings, client = 'SillyTavern', origin?: string): WaitingPairing {
  const start = pairing.start(client, origin);
  if (start.kind !== 'started') throw new Error('Too many.');
  return start.pairing;
}

describe('pairing', () => {
  test('shows a code of six digits and waits two minutes', async () => {
    const { pairing, time } = await pairings([42]);
    const { code, expiresAt, id } = started(pairing, 'SillyTavern', ORIGIN);
    expect(code).toBe('000042');
    expect(expiresAt).toBe(time.now() + 120_000);
    expect(await pairing.collect(id)).toEqual({ state: 'pending', expiresAt });
    expect(pairing.waiting()).toEqual([{ id, code, client: 'SillyTavern', origin: ORIGIN, expiresAt }]);
  });

  test('never shows one code twice at once', async () => {
    const { pairing } = await pairings([7, 7, 7, 8]);
    expect([started(pairing).code, started(pairing).code]).toEqual(['000007', '000008']);
  });

  test('grants generate, read and write and the page’s origin when approved', async () => {
    const { pairing, access } = await pairings();
    const { code, id } = started(pairing, 'SillyTavern', ORIGIN);
    expect(pairing.approve(code)?.id).toBe(id);
    const state = await pairing.collect(id);
    if (state?.state !== 'approved') throw new Error('Not approved.');
    expect(state.scopes).toEqual(['generate', 'read', 'write']);
    expect(access.verify(state.token)).toMatchObject({ name: 'SillyTavern', origins: [ORIGIN] });
    expect(access.origins()).toEqual([ORIGIN]);
  });

  test('hands the token out once, also to two who ask at the same time', async () => {
    const { pairing, access } = await pairings();
    const { code, id } = started(pairing);
    pairing.approve(code);
    const states = await Promise.all([pairing.collect(id), pairing.collect(id), pairing.collect(id)]);
    expect(states.filter((state) => state?.state === 'approved')).toHaveLength(1);
    expect(await pairing.collect(id)).toBeUndefined();
    expect(access.list()).toHaveLength(1);
  });

  test('makes no token that nobody collects', async () => {
    const { pairing, access, time } = await pairings();
    const { code, id } = started(pairing);
    pairing.approve(code);
    time.advance(PAIRING_MS + 60_000);
    expect(await pairing.collect(id)).toEqual({ state: 'expired' });
    expect(access.list()).toEqual([]);
  });

  test('that is approved in the last moment can still be collected', async () => {
    const { pairing, time } = await pairings();
    const { code, id } = started(pairing);
    time.advance(PAIRING_MS - 1);
    pairing.approve(code);
    time.advance(30_000);
    expect(await pairing.collect(id)).toMatchObject({ state: 'approved' });
  });

  test('that is denied says so and gives nothing', async () => {
    const { pairing, access } = await pairings();
    const { code, id } = started(pairing);
    expect(pairing.deny(code)?.code).toBe(code);
    expect(await pairing.collect(id)).toEqual({ state: 'denied' });
    expect(pairing.approve(code)).toBeUndefined();
    expect(access.list()).toEqual([]);
  });

  test('that nobody decides vanishes', async () => {
    const { pairing, time } = await pairings();
    const { code, id } = started(pairing);
    time.advance(PAIRING_MS);
    expect(pairing.waiting()).toEqual([]);
    expect(pairing.approve(code)).toBeUndefined();
    expect(await pairing.collect(id)).toEqual({ state: 'expired' });
    time.advance(PAIRING_MS);
    expect(await pairing.collect(id)).toBeUndefined();
  });

  test('is refused when five wait, with the time until one ends', async () => {
    const { pairing, time } = await pairings();
    started(pairing);
    time.advance(20_000);
    for (let count = 1; count < MOST_OPEN; count++) started(pairing);
    expect(pairing.accepts()).toBe(false);
    expect(pairing.start('One more', undefined)).toEqual({ kind: 'too-many', waitMs: 100_000 });
    time.advance(100_000);
    expect(pairing.accepts()).toBe(true);
    expect(pairing.start('One more', undefined).kind).toBe('started');
  });

  test('knows no code that was not given', async () => {
    const { pairing } = await pairings();
    expect(pairing.approve('123456')).toBeUndefined();
    expect(await pairing.collect('unknown')).toBeUndefined();
  });

  test('tells hosts when the list of waiting ones changes', async () => {
    const { pairing, time } = await pairings();
    const seen: number[] = [];
    const stop = pairing.onWaiting((waiting) => seen.push(waiting.length));
    const { code } = started(pairing);
    started(pairing);
    pairing.approve(code);
    time.advance(PAIRING_MS + 1_000);
    expect(seen).toEqual([1, 2, 1, 0]);
    stop();
    started(pairing);
    expect(seen).toHaveLength(4);
  });

  test('leaves no timer behind', async () => {
    const { pairing, time } = await pairings();
    const { code } = started(pairing);
    started(pairing);
    expect(time.waiting).toBe(2);
    pairing.deny(code);
    pairing.close();
    expect(time.waiting).toBe(0);
    expect(pairing.waiting()).toEqual([]);
  });
});
