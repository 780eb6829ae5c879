import { describe, expect, test } from 'vitest';
import { FIRED, HELD, INJECTED, type RecordAt } from './injection-record';
import { recordFlags, ReplyHistory } from './reply-history';

const record = (index: number, generation: string, ...entries: readonly (readonly [string, number])[]): RecordAt => [
  index,
  { v: 1, g: generation, e: entries.map(([id, flags]) => [id, flags, 'hash'] as const) },
];

describe('the history of a chat', () => {
  const records = [record(1, 'a', ['fox', INJECTED | FIRED]), record(3, 'b'), record(5, 'c', ['fox', INJECTED | HELD])];

  test('counts replies and messages since an entry was injected and since it fired', () => {
    const { lastInjected, lastFired } = new ReplyHistory(records, 7).of('fox');
    expect(lastInjected).toEqual({ index: 5, repliesSince: 0, messagesSince: 2 });
    expect(lastFired).toEqual({ index: 1, repliesSince: 2, messagesSince: 6 });
  });

  test('BR-048 the record of the reply that is written anew does not count', () => {
    const swipe = new ReplyHistory(records, 5);
    expect(swipe.of('fox').lastInjected).toEqual({ index: 1, repliesSince: 1, messagesSince: 4 });
    expect(swipe.replies).toBe(2);
  });

  test('messages of one generation are one reply, at the place of the last', () => {
    const tools = [
      record(1, 'a', ['fox', INJECTED]),
      record(3, 'b', ['hare', INJECTED]),
      record(4, 'b', ['fox', INJECTED]),
    ];
    const history = new ReplyHistory(tools, 6);
    expect(history.replies).toBe(2);
    expect(history.of('hare').lastInjected).toEqual({ index: 4, repliesSince: 0, messagesSince: 2 });
  });

  test('does not depend on the order in which records come', () => {
    const forwards = new ReplyHistory(records, 7).of('fox');
    expect(new ReplyHistory([...records].reverse(), 7).of('fox')).toEqual(forwards);
  });

  test('BR-146 reads records of a renamed note under its new id', () => {
    const history = new ReplyHistory(records, 7, (id) => (id === 'fox' ? 'vixen' : id));
    expect(history.of('vixen').lastInjected?.index).toBe(5);
    expect(history.of('fox').lastInjected).toBeUndefined();
  });

  test('an entry that no record names has no past', () => {
    expect(new ReplyHistory(records, 7).of('hare')).toEqual({ lastInjected: undefined, lastFired: undefined });
  });
});

test.each([
  [false, true, INJECTED | FIRED],
  [false, false, INJECTED],
  [true, true, INJECTED | HELD],
])('held %s and woken by its own trigger %s is recorded as %i', (isHeld, isOwnTrigger, flags) => {
  expect(recordFlags(isHeld, isOwnTrigger)).toBe(flags);
});
