import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LayeredMap } from './layered-map';

const change = fc.tuple(fc.integer({ min: 0, max: 200 }), fc.option(fc.integer(), { nil: undefined }));

test('behaves like a Map whatever is set and taken away', () => {
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 40 }), { maxLength: 20 }), (batches) => {
      const oracle = new Map<number, number>();
      let map = LayeredMap.of<number, number>();
      for (const batch of batches) {
        map = map.with(batch);
        for (const [key, value] of batch) {
          if (value === undefined) oracle.delete(key);
          else oracle.set(key, value);
        }
        expect(map.size).toBe(oracle.size);
      }
      expect(new Map(map.entries())).toEqual(oracle);
      for (let key = 0; key <= 200; key++) expect(map.get(key)).toBe(oracle.get(key));
    }),
  );
});

test('leaves earlier versions as they were', () => {
  const before = LayeredMap.of([['a', 1]]);
  const after = before.with([
    ['a', undefined],
    ['b', 2],
  ]);
  expect([...before.entries()]).toEqual([['a', 1]]);
  expect([...after.keys()]).toEqual(['b']);
  expect(after.has('a')).toBe(false);
});
