import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutRuns } from './cut-runs';

describe('cutRuns', () => {
  it.each([
    ['prose', 'The mill stands by the river. '.repeat(500)],
    ['a run of exactly 256 letters', `${'a'.repeat(256)} b`],
    ['Chinese prose', '鸥角的灯塔自那场漫长风暴的冬天起便一直黑暗。'.repeat(200)],
    ['digits, which are counted in threes', '1234567890'.repeat(500)],
    ['the empty text', ''],
  ])('leaves %s in one piece', (_, text) => {
    expect(cutRuns(text)).toEqual([text]);
  });

  it.each([
    ['letters', 'a'],
    ['Chinese characters', '灯'],
    ['combining marks', '\u0301'],
    ['spaces', ' '],
    ['line ends', '\n'],
    ['signs', '-'],
    ['emoji', '😀'],
    ['letters beyond 16 bits', '\u{20000}'],
  ])('cuts long runs of %s between whole characters', (_, character) => {
    const text = `start ${character.repeat(1_000)} end`;
    const parts = cutRuns(text);
    expect(parts.length).toBeGreaterThanOrEqual(4);
    expect(parts.join('')).toBe(text);
    for (const part of parts) {
      expect(Array.from(part).length).toBeLessThanOrEqual(256 + 'start  end'.length);
      expect(part).not.toMatch(/\p{Surrogate}/u);
    }
  });

  it('loses nothing of any text', () => {
    const runs = fc.tuple(
      fc.constantFrom('a', '灯', ' ', '\n', '!', '7', '😀', '\ud83d'),
      fc.integer({ min: 1, max: 600 }),
    );
    fc.assert(
      fc.property(fc.array(runs, { maxLength: 6 }), (pieces) => {
        const text = pieces.map(([character, length]) => character.repeat(length)).join('');
        expect(cutRuns(text).join('')).toBe(text);
      }),
    );
  });
});
