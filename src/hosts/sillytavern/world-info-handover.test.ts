import { beforeEach, describe, expect, it } from 'vitest';
import type { PlannedSlot, WorldInfoSlot } from './lore-plan';
import { FakeTavern, withContext } from './testing/fake-tavern';
import { WorldInfoHandover } from './world-info-handover';

const block = (slot: WorldInfoSlot, value: string, outlet = ''): PlannedSlot => ({
  injection: `lorehearth/${slot}`,
  value,
  place: slot,
  entries: ['e1'],
  slot,
  outlet,
});

interface Entry {
  readonly content: string;
  readonly disable: boolean;
  readonly position: number;
  readonly order: number;
  readonly [field: string]: unknown;
}

let handover: WorldInfoHandover;
let limit: number;

const load = (from = handover): Entry[] => {
  const lists = { globalLore: [] as Entry[], characterLore: [], chatLore: [], personaLore: [] };
  from.entriesLoaded(lists);
  return lists.globalLore;
};
const sweep = (next: number, loopCount: number, found = new Map<string, Entry>()): Map<string, Entry> => {
  handover.sweepDone({ state: { next, loopCount }, activated: { entries: found } });
  return found;
};

beforeEach(() => {
  limit = 0;
  handover = new WorldInfoHandover(new FakeTavern().context, () => limit);
  handover.hand([block('before_char', 'The keep.'), block('outlet', 'The sea.', 'a')]);
});

it('puts entries that can do nothing among the loaded ones', () => {
  const entries = load();
  expect(entries.map(({ content }) => content)).toEqual(['The keep.', 'The sea.']);
  expect(entries).toMatchObject([
    { disable: true, constant: true, ignoreBudget: true, excludeRecursion: true, preventRecursion: true, position: 0 },
    { order: -100_000, group: '', sticky: null, cooldown: null, delay: null, position: 7, outletName: 'a' },
  ]);
  expect(entries.every((entry) => Object.values(entry).every((value) => value !== undefined))).toBe(true);
});

it('makes them active where the end of a sweep is not announced', () => {
  const old = new WorldInfoHandover(withContext(new FakeTavern().context, { eventTypes: {} }));
  old.hand([block('before_char', 'The keep.')]);
  expect(load(old)).toMatchObject([{ disable: false }]);
});

describe('the found entries', () => {
  it('get ours after the last sweep, with the user’s names in them', () => {
    handover.hand([block('after_char', '{{user}} knows.')]);
    expect([...sweep(0, 3).values()]).toMatchObject([{ content: 'Mara knows.', position: 1, disable: false }]);
  });

  it('are left alone while another sweep follows', () => {
    expect(sweep(2, 1).size).toBe(0);
    expect(sweep(3, 2).size).toBe(0);
  });

  it('get ours with the last sweep that the user allows', () => {
    limit = 2;
    expect(sweep(2, 1).size).toBe(0);
    expect(sweep(2, 2).size).toBe(2);
  });

  it('keep what is in them', () => {
    const own: Entry = { content: 'Mine.', disable: false, position: 0, order: 100 };
    expect([...sweep(0, 1, new Map([['Book.0', own]])).values()][0]).toBe(own);
  });
});

it('makes one entry of the blocks of one place', () => {
  handover.hand([block('outlet', 'One.', 'a'), block('outlet', 'Other.', 'b'), block('outlet', 'Two.', 'a')]);
  expect(load().map(({ content, outletName }) => [outletName, content])).toEqual([
    ['a', 'One.\nTwo.'],
    ['b', 'Other.'],
  ]);
});

describe('an entry with which Quick Replies run', () => {
  const bell = { title: 'Bell', automationId: 'ring' };

  it('is found as one without a text, behind those that have one', () => {
    handover.hand([block('before_char', 'The keep.')], [bell]);
    expect([...sweep(0, 1)]).toMatchObject([
      ['Lorehearth.0', { content: 'The keep.', automationId: '' }],
      [
        'Lorehearth.1',
        { content: '', automationId: 'ring', comment: 'Lorehearth: Bell', sticky: null, cooldown: null },
      ],
    ]);
  });

  it('makes a scan take place where there is no other entry', () => {
    handover.hand([], [bell]);
    expect(load()).toMatchObject([{ automationId: 'ring', disable: true }]);
  });
});

it('brings nothing after it was cleared', () => {
  handover.clear();
  expect(load()).toEqual([]);
  expect(sweep(0, 1).size).toBe(0);
});

it.each([undefined, null, {}, { globalLore: 'x' }, { state: { next: 0 }, activated: { entries: [] } }])(
  'makes nothing of an event with %o',
  (data) => {
    expect(() => {
      handover.entriesLoaded(data);
      handover.sweepDone(data);
    }).not.toThrow();
  },
);
