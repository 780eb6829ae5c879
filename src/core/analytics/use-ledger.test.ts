import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EntryInTurn, TurnUse } from './turn-use';
import { OLDER, UseLedger } from './use-ledger';
import type { Tally } from './use-tally';

const DAY_MS = 86_400_000;
const START = Date.UTC(2024, 0, 1);

interface Given {
  readonly chat?: string;
  readonly turn: number;
  readonly day?: number;
  readonly g?: string;
  readonly entries?: Readonly<Record<string, EntryInTurn['outcome']>>;
}

let generations = 0;

function turnOf({ chat = 'c', turn, day = 0, g = `g${String(generations++)}`, entries = {} }: Given): TurnUse {
  const at = START + day * DAY_MS + turn * 1_000;
  const list = Object.entries(entries).map(([id, outcome]): EntryInTurn => ({
    id,
    title: `Entry ${id}`,
    card: undefined,
    tokens: outcome === 'injected' ? 10 : 0,
    outcome,
    reason: outcome === 'injected' ? undefined : outcome === 'dropped' ? 'over_budget' : 'cooldown',
  }));
  const injected = list.filter(({ outcome }) => outcome === 'injected').length;
  return {
    generation: g,
    chat,
    chatName: undefined,
    turn,
    lane: 'reply',
    at,
    day: new Date(at).toISOString().slice(0, 10),
    tokens: injected * 10,
    injected,
    candidates: list.length,
    entries: list,
  };
}

function ledgerOf(...turns: readonly TurnUse[]): UseLedger {
  const ledger = new UseLedger();
  for (const turn of turns) ledger.record(turn);
  return ledger;
}

/** A sum as plain values, in an order that does not depend on when something was counted. */
function plain({ entries, ...turns }: Tally) {
  const rows = [...entries].map(([id, { refused, ...one }]) => [id, one, [...refused].sort()] as const);
  return { turns, entries: rows.sort(([a], [b]) => (a < b ? -1 : 1)) };
}

const outcome = fc.constantFrom<EntryInTurn['outcome']>('injected', 'dropped', 'refused');
const entries = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), outcome, { maxKeys: 5 });
const given = fc.record({
  chat: fc.constantFrom('one', 'two'),
  turn: fc.nat({ max: 30 }),
  day: fc.nat({ max: 120 }),
  entries,
});
const play = fc.array(given, { maxLength: 60 }).map((list) => list.map(turnOf));

describe('the ledger of uses', () => {
  test('counts what was matched, selected, injected and refused, with the first and the last turn', () => {
    const ledger = ledgerOf(
      turnOf({ turn: 1, entries: { a: 'injected', b: 'dropped' } }),
      turnOf({ turn: 3, entries: { a: 'injected', b: 'refused' } }),
    );
    const sum = ledger.sum({});
    expect(sum).toMatchObject({ turns: 2, injected: 2, tokens: 20, candidates: 4 });
    const a = { matched: 2, selected: 2, injected: 2, tokens: 20, first: { turn: 1 }, last: { turn: 3 } };
    expect(sum.entries.get('a')).toMatchObject(a);
    expect(sum.entries.get('b')).toMatchObject({ matched: 2, selected: 1, injected: 0, first: undefined });
    expect([...(sum.entries.get('b')?.refused ?? [])]).toEqual([
      ['over_budget', 1],
      ['cooldown', 1],
    ]);
  });

  test('counts the last try of a message, whatever the ones before had in', () => {
    const ledger = ledgerOf(
      turnOf({ turn: 1, entries: { a: 'injected' } }),
      turnOf({ turn: 2, entries: { b: 'injected' } }),
      turnOf({ turn: 2, entries: { c: 'refused' } }),
    );
    const sum = ledger.sum({});
    expect([sum.turns, sum.injected]).toEqual([2, 1]);
    expect([...sum.entries.keys()]).toEqual(['a', 'c']);
  });

  test('keeps a quiet generation beside the reply of the same message, and chats apart', () => {
    const ledger = ledgerOf(
      turnOf({ turn: 2, entries: { a: 'injected' } }),
      { ...turnOf({ turn: 2, entries: { a: 'injected' } }), lane: 'quiet' },
      turnOf({ chat: 'other', turn: 2, entries: { a: 'injected' } }),
    );
    expect(ledger.sum({}).turns).toBe(3);
    expect(ledger.sum({ chat: 'other' }).turns).toBe(1);
    expect(ledger.sum({ chat: 'nobody' }).turns).toBe(0);
  });

  test('a swipe after midnight replaces the turn of the day before', () => {
    const ledger = ledgerOf(turnOf({ turn: 2, entries: { a: 'injected' } }), turnOf({ turn: 2, day: 1 }));
    expect(ledger.byDay({}).map(([day, { turns, injected }]) => [day, turns, injected])).toEqual([
      ['2024-01-02', 1, 0],
    ]);
  });

  test('telling a turn again changes nothing', () => {
    fc.assert(
      fc.property(play, (turns) => {
        const once = ledgerOf(...turns);
        // The last try of each message is what stands.
        const last = turns.filter(
          (turn, at) => !turns.slice(at + 1).some((later) => later.chat === turn.chat && later.turn === turn.turn),
        );
        const again = ledgerOf(...turns, ...last);
        expect(plain(again.sum({}))).toEqual(plain(once.sum({})));
      }),
    );
  });

  test('no figure is ever negative, and matched ≥ selected ≥ injected', () => {
    fc.assert(
      fc.property(play, (turns) => {
        for (const { matched, selected, injected, tokens, refused } of ledgerOf(...turns)
          .sum({})
          .entries.values()) {
          expect(matched >= selected && selected >= injected && injected >= 0 && tokens >= 0).toBe(true);
          expect([...refused.values()].reduce((sum, count) => sum + count, 0)).toBe(matched - injected);
        }
      }),
    );
  });

  test('renaming keeps every sum', () => {
    const names = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('a', 'x', 'y', 'd'));
    fc.assert(
      fc.property(play, names, (turns, to) => {
        const ledger = ledgerOf(...turns);
        const before = ledger.sum({});
        ledger.rename((id) => to[id] ?? id);
        const after = ledger.sum({});
        const total = ({ entries: all }: Tally): number =>
          [...all.values()].reduce((sum, one) => sum + one.injected, 0);
        const isMerged = new Set(['a', 'b', 'c', 'd', 'e'].map((id) => to[id] ?? id)).size < 5;
        // Where two become one within a turn, that turn counts it once.
        if (isMerged) expect(total(after)).toBeLessThanOrEqual(total(before));
        else expect(total(after)).toBe(total(before));
        expect({ ...after, entries: 0 }).toEqual({ ...before, entries: 0 });
      }),
    );
  });

  test('entries that exchange their names exchange their counts', () => {
    const ledger = ledgerOf(
      turnOf({ turn: 1, entries: { a: 'injected' } }),
      turnOf({ turn: 2, entries: { a: 'injected', b: 'injected' } }),
    );
    ledger.rename((id) => ({ a: 'b', b: 'a' })[id] ?? id);
    const { entries: all } = ledger.sum({});
    expect([all.get('a')?.injected, all.get('b')?.injected]).toEqual([1, 2]);
  });

  test('days that are not told apart any more are in the sum all the same', () => {
    const turns = Array.from({ length: 200 }, (_, day) => turnOf({ turn: day, day, entries: { a: 'injected' } }));
    const ledger = ledgerOf(...turns);
    expect(ledger.sum({}).entries.get('a')).toMatchObject({ injected: 200, first: { turn: 0 }, last: { turn: 199 } });
    expect(ledger.byDay({})).toHaveLength(90);
    expect(ledger.parts).toContain(OLDER);
    expect(ledger.sum({ since: '2024-07-10' }).turns).toBe(9);
  });

  test('a turn that comes with a day of long ago is counted', () => {
    const ledger = ledgerOf(...Array.from({ length: 100 }, (_, day) => turnOf({ turn: day, day: day + 10 })));
    ledger.record(turnOf({ turn: 500, day: 0, entries: { a: 'injected' } }));
    expect(ledger.sum({}).entries.get('a')?.injected).toBe(1);
    expect(ledger.byDay({})).toHaveLength(90);
  });

  test('keeps the newest turns one by one, and no more than it can replace', () => {
    const ledger = ledgerOf(...Array.from({ length: 500 }, (_, turn) => turnOf({ turn, entries: { a: 'injected' } })));
    expect(ledger.recent({}, 1_000)).toHaveLength(200);
    expect(ledger.recent({}, 50).at(-1)?.turn).toBe(499);
    expect(ledger.sum({}).turns).toBe(500);
  });
});
