import { describe, expect, test } from 'vitest';
import { noteKey } from './tavern-key';

describe('a World Info key in a note', () => {
  test.each([
    ['plain words', 'Old Bridge', 'Old Bridge'],
    ['blanks around it', '  fox ', 'fox'],
    ['a pattern', '/dragons?\\b/i', '/dragons?\\b/i'],
    ['an inner slash, which makes it plain', '/home/user/', '/home/user/'],
    ['an unknown flag, which makes it plain', '/fox/d', '/fox/d'],
    ['the old mark for the user', 'friend of <USER>', 'friend of {{user}}'],
    ['the old marks for the character', '<BOT> and <char>', '{{char}} and {{char}}'],
    ['blanks in a macro', '{{ Char }}', '{{char}}'],
  ])('stays what it is: %s', (_, key, expected) => {
    expect(noteKey(key, false)).toBe(expected);
  });

  test('that is a broken pattern becomes a pattern for its text', () => {
    expect(noteKey('/(/', false)).toBe('/\\/\\(\\//i');
    expect(noteKey('/[Fox/', true)).toBe('/\\/\\[Fox\\//');
    expect(new RegExp('\\/\\(\\/', 'i').test('see /(/ here')).toBe(true);
  });

  test('that is a pattern with a line break is spelled in one line', () => {
    expect(noteKey('/red\nfox/', false)).toBe('/red\\nfox/');
  });
});
