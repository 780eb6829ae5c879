import { expect, test } from 'vitest';
import { PatternMemo } from './pattern-memo';

test('what each pattern found in a text is known again', () => {
  const memo = new PatternMemo();
  memo.set('a text', 'p', [[0, 1]]);
  memo.set('a text', 'q', []);
  expect([memo.get('a text', 'p'), memo.get('a text', 'q'), memo.get('a text', 'r'), memo.get('b', 'p')]).toEqual([
    [[0, 1]],
    [],
    undefined,
    undefined,
  ]);
});

test('thousands of patterns over one chat are all known at the end of the turn', () => {
  const memo = new PatternMemo();
  const patterns = Array.from({ length: 2_000 }, (_, number) => `p${String(number)}`);
  const texts = Array.from({ length: 20 }, (_, number) => `message ${String(number)}`);
  for (const pattern of patterns) for (const text of texts) memo.set(text, pattern, []);
  expect(texts.every((text) => patterns.every((pattern) => memo.get(text, pattern) !== undefined))).toBe(true);
});

test('long texts push out the ones that were not asked about for longest', () => {
  const memo = new PatternMemo();
  const texts = Array.from({ length: 70 }, (_, number) => String(number).padEnd(1_000_000));
  for (const text of texts) {
    memo.set(text, 'p', []);
    memo.get(texts[0] ?? '', 'p');
  }
  const known = texts.filter((text) => memo.get(text, 'p') !== undefined).length;
  expect(known).toBe(64);
  expect(memo.get(texts[0] ?? '', 'p')).toEqual([]);
});

test('a text that is longer than everything that may be kept is known until the next one', () => {
  const memo = new PatternMemo();
  const text = 'x'.repeat(65_000_000);
  memo.set(text, 'p', []);
  expect(memo.get(text, 'p')).toEqual([]);
  memo.set('next', 'p', []);
  expect(memo.get(text, 'p')).toBeUndefined();
});
