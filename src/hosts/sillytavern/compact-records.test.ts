import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ReplyHistory } from '../../core/chat/reply-history';
import { compactRecords } from './compact-records';

type Records = Parameters<typeof compactRecords>[0];

const ids = ['keep', 'fox', 'tower', 'ring'];

/** Chats of replies, some of which belong to one generation, with any flags. */
const anyRecords: fc.Arbitrary<Records> = fc
  .array(
    fc.record({
      sameTurn: fc.boolean(),
      e: fc.uniqueArray(fc.tuple(fc.constantFrom(...ids), fc.integer({ min: 0, max: 7 })), { selector: ([id]) => id }),
    }),
    { maxLength: 140 },
  )
  .map((replies) => {
    let turn = 0;
    return replies.map(({ sameTurn, e }, at) => {
      if (!sameTurn) turn = at;
      return [at * 2, { v: 1, g: `g${String(turn)}`, e: e.map(([id, flags]) => [id, flags, 'h']) }] as Records[number];
    });
  });

it('changes nothing of what a server learns from the records', () => {
  fc.assert(
    fc.property(anyRecords, (records) => {
      const turn = records.length * 2;
      const [whole, small] = [new ReplyHistory(records, turn), new ReplyHistory(compactRecords(records), turn)];
      expect(small.replies).toBe(whole.replies);
      expect(small.lastInjected).toEqual(whole.lastInjected);
      for (const id of ids) expect(small.of(id)).toEqual(whole.of(id));
    }),
  );
});

it('takes ten thousand replies of ten entries each below a megabyte', () => {
  const e = Array.from({ length: 10 }, (_, at) => [`entry-${String(at).padStart(10, '0')}`, 3, '0123456789abcdef']);
  const records = Array.from({ length: 10_000 }, (_, at) => [
    at,
    { v: 1, g: `generation-${String(at).padStart(20, '0')}`, e },
  ]) as unknown as Records;
  expect(JSON.stringify(records).length).toBeGreaterThan(4_000_000);
  expect(JSON.stringify(compactRecords(records)).length).toBeLessThan(1_000_000);
});

it('keeps the newest records as they are', () => {
  const records = Array.from({ length: 60 }, (_, at) => [at, { v: 1, g: String(at), e: [['keep', 3, 'h']] }]);
  const compact = compactRecords(records as unknown as Records);
  expect(compact.slice(10)).toEqual(records.slice(10));
  expect(compact.slice(0, 10).every(([, { e }]) => e.length === 0)).toBe(true);
});
