import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldKey } from './key-pattern';
import type { KeyPattern } from './key-pattern';
import { createKeywordMatcher } from './keyword-matcher';
import type { KeywordMatcher } from './keyword-matcher';
import { findKeysNaively } from './naive-keyword-matcher';

// Few different letters, so that keys overlap, nest and nearly match.
const piece = fc.constantFrom(
  ...['a', 'a', 'b', 'A', 'B', 'ab', 'é', 'e\u0301', 'ß', 'ss', 'İ', 'i', 'Σ', 'ς', 'ﬁ', '7', 'ж'],
  ...['\u0301', '\u0323', '\u0307', '\u20e3'],
  ...['龙', '井', 'か', 'ガ', 'ｶﾞ', '나', '\u1102\u1161', 'ท', 'ที่', 'ำ', '\u{20000}', '\u{10428}'],
  ...['🐉', '👍🏽', '❤\ufe0f', '\ud83d', '\udc09'],
  ...["'", '’', '"', '“', '-', '—', '#', '+', '_', '*', '.', '…', '™', '²', '¨'],
  ...[' ', ' ', ' ', '  ', '\n', '\u00a0', '\u3000', '\u200b', '\u200f', '\u00ad'],
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

const disguise = fc.constantFrom<(key: string) => string>(
  (key) => key,
  (key) => key.toUpperCase(),
  (key) => key.normalize('NFD'),
  (key) => key.replaceAll(' ', ' \n'),
  (key) => key.replaceAll("'", '’'),
  (key) => `\u200f${key}\u00ad`,
);

/** A text and keys, most of them cut out of it and changed in ways that must not matter. */
const scene = text.chain((whole) => {
  const cut = fc
    .tuple(fc.nat(whole.length), fc.integer({ min: 1, max: 8 }), disguise)
    .map(([from, length, change]) => change(whole.slice(from, from + length)));
  const pattern: fc.Arbitrary<KeyPattern> = fc.record({
    text: fc.oneof({ weight: 4, arbitrary: cut }, { weight: 1, arbitrary: text.map((other) => other.slice(0, 6)) }),
    caseSensitive: fc.boolean(),
    wholeWords: fc.boolean(),
  });
  return fc.record({ text: fc.constant(whole), patterns: fc.array(pattern, { maxLength: 12 }) });
});

describe('the keyword matcher, for any keys and text', { timeout: 60_000 }, () => {
  it('finds what the naive matcher finds', () => {
    fc.assert(
      fc.property(scene, ({ text: whole, patterns }) => {
        expect(createKeywordMatcher(patterns).match(whole)).toEqual(findKeysNaively(patterns, whole));
      }),
      { numRuns: 1000 },
    );
  });

  it('finds words that fold to their key', () => {
    fc.assert(
      fc.property(scene, ({ text: whole, patterns }) => {
        for (const { pattern, start, end } of createKeywordMatcher(patterns).match(whole)) {
          const { text: key = '', caseSensitive = false } = patterns[pattern] ?? {};
          expect(foldKey(whole.slice(start, end), caseSensitive)).toContain(foldKey(key, caseSensitive));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('finds the same after many changes as a new matcher', () => {
    const change = fc.record({
      added: fc.array(fc.nat(1000), { maxLength: 20 }),
      removed: fc.array(fc.nat(1000), { maxLength: 12 }),
    });
    fc.assert(
      fc.property(scene, fc.array(change, { maxLength: 12 }), ({ text: whole, patterns }, changes) => {
        const living = new Map(patterns.map((pattern, number) => [number, pattern]));
        let matcher = createKeywordMatcher(patterns);
        for (const { added, removed } of changes) {
          const more = patterns.length === 0 ? [] : added.flatMap((index) => patterns[index % patterns.length] ?? []);
          const gone = removed.map((index) => index % Math.max(1, matcher.nextPattern)).slice(0, matcher.nextPattern);
          gone.forEach((number) => living.delete(number));
          more.forEach((pattern, index) => living.set(matcher.nextPattern + index, pattern));
          const before = matcher.match(whole);
          const next = matcher.with(more, gone);
          expect(matcher.match(whole)).toEqual(before);
          matcher = next;
        }
        expect(matcher.match(whole)).toEqual(freshHits(living, whole));
      }),
      { numRuns: 200 },
    );
  });

  it('finds the same after thousands of small changes as a new matcher', () => {
    const words = Array.from({ length: 3_000 }, (_, index) => `k${index.toString(36)}`);
    const living = new Map<number, KeyPattern>();
    let matcher: KeywordMatcher = createKeywordMatcher([]);
    words.forEach((word, index) => {
      const pattern = { text: index % 3 === 0 ? `#${word}` : word, caseSensitive: index % 5 === 0, wholeWords: true };
      const gone = index % 2 === 0 ? [] : [...living.keys()].slice(0, 1);
      gone.forEach((number) => living.delete(number));
      living.set(matcher.nextPattern, pattern);
      matcher = matcher.with([pattern], gone);
    });
    const whole = words.map((word, index) => (index % 3 === 0 ? `#${word}` : word)).join(' ');
    expect(living.size).toBe(1_500);
    expect(matcher.match(whole)).toEqual(freshHits(living, whole));
  });
});

function freshHits(living: ReadonlyMap<number, KeyPattern>, whole: string): unknown {
  const numbers = [...living.keys()].sort((a, b) => a - b);
  const hits = createKeywordMatcher(numbers.flatMap((number) => living.get(number) ?? [])).match(whole);
  return hits.map((hit) => ({ ...hit, pattern: numbers[hit.pattern] }));
}
