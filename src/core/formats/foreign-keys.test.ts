import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEntryKey } from '../lore/entry-key';
import { isPattern, literalKey, patternKey, slashKey } from './foreign-keys';

describe('keys of other programs', () => {
  test.each([
    ['/a(b|c)/i', '/a(b|c)/i'],
    ['/a/b/', '/a\\/b/'],
    ['/a\\/b/g', '/a\\/b/g'],
    ['/(/', undefined],
    ['/a/x', undefined],
    ['/a/ii', undefined],
    ['plain', undefined],
    ['//', undefined],
    [`/${'a'.repeat(2_000)}/`, undefined],
  ])('%j is the pattern %j', (written, key) => {
    expect(patternKey(written)).toBe(key);
  });

  test('that are no valid patterns between slashes are plain text', () => {
    expect(['/(/', ' mill ', '/a|b/'].map(slashKey)).toEqual(['/\\/\\(\\//i', 'mill', '/a|b/']);
  });

  test('that are plain text are found as that text in a note', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('/', 'a', '(', '\\', 'i', ' ', '.') }), (text) => {
        const reading = readEntryKey(literalKey(text));
        if (reading.kind !== 'key') return;
        if (reading.key.kind === 'regex')
          expect(new RegExp(reading.key.source, reading.key.flags).exec(`x${text.trim()}`)?.[0]).toBe(text.trim());
        else expect(reading.key).toMatchObject({ kind: 'literal', text: text.trim() });
      }),
    );
  });

  test('that became patterns are patterns', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (source) => {
        const key = patternKey(`/${source}/i`);
        expect(key === undefined || isPattern(key)).toBe(true);
      }),
    );
  });
});
