import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carryStretches, textSegments, type Stretch } from './text-segments';

const shown = (text: string, marks: readonly Stretch[]): string =>
  textSegments(text, marks)
    .map((segment) => (segment.marks.length === 0 ? segment.text : `[${segment.text}:${String(segment.marks.length)}]`))
    .join('');

describe('textSegments', () => {
  it.each([
    ['a text without marks', 'a fox', [], 'a fox'],
    ['an empty text', '', [], ''],
    ['one mark', 'a fox runs', [{ start: 2, end: 5 }], 'a [fox:1] runs'],
    [
      'a mark inside a mark',
      'the drowned bell',
      [
        { start: 4, end: 16 },
        { start: 12, end: 16 },
      ],
      'the [drowned :1][bell:2]',
    ],
    [
      'marks that overlap',
      'abcdef',
      [
        { start: 0, end: 4 },
        { start: 2, end: 6 },
      ],
      '[ab:1][cd:2][ef:1]',
    ],
    [
      'marks outside the text',
      'abc',
      [
        { start: 2, end: 9 },
        { start: -1, end: 2 },
        { start: 1, end: 1 },
      ],
      'abc',
    ],
  ])('cuts %s', (_, text, marks, expected) => {
    expect(shown(text, marks)).toBe(expected);
  });

  it('loses no letter, whatever the marks are', () => {
    const mark = fc.record({ start: fc.integer({ min: -2, max: 30 }), end: fc.integer({ min: -2, max: 30 }) });
    fc.assert(
      fc.property(fc.string({ maxLength: 24 }), fc.array(mark, { maxLength: 6 }), (text, marks) => {
        const segments = textSegments(text, marks);
        expect(segments.map((segment) => segment.text).join('')).toBe(text);
      }),
    );
  });
});

describe('carryStretches', () => {
  const bell = { start: 4, end: 8 };
  it.each([
    ['stays before an edit', 'the bell rang', 'the bell rang twice', [bell]],
    ['moves behind an edit', 'the bell rang', 'then the bell rang', [{ start: 9, end: 13 }]],
    ['goes with its letters', 'the bell rang', 'the belt rang', []],
    ['goes with a deleted text', 'the bell rang', '', []],
  ])('a mark %s', (_, before, after, expected) => {
    expect(carryStretches([bell], before, after)).toEqual(expected);
  });

  it('marks only what stood in the older text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(), fc.nat(), (before, after, from, length) => {
        const start = from % (before.length + 1);
        const mark = { start, end: Math.min(before.length, start + length) };
        for (const carried of carryStretches([mark], before, after)) {
          expect(after.slice(carried.start, carried.end)).toBe(before.slice(mark.start, mark.end));
        }
      }),
    );
  });
});
