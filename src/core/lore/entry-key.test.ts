import { expect, test } from 'vitest';
import { readEntryKey } from './entry-key';
import { readEntryKeys } from './entry-keys';
import type { EntryProblem } from './entry-problem';

/** Kind and text of the keys that a list gives, and the codes and messages of its problems. */
function read(...written: readonly string[]): {
  keys: readonly string[];
  problems: readonly string[];
  messages: readonly string[];
} {
  const problems: EntryProblem[] = [];
  const keys = readEntryKeys(written, { path: 'n.md', line: 3 }, (problem) => problems.push(problem));
  return {
    keys: keys.map((key) => `${key.kind} ${key.text}`),
    problems: problems.map((problem) => problem.code),
    messages: problems.map((problem) => problem.message),
  };
}

test('BR-026 only a valid flag list makes a pattern', () => {
  expect(read(String.raw`/wyr(m|ms)\b/i`, 'AC/DC', '/home/user', '/a/ii', '/a/x', '//', '/', '/a').keys).toEqual([
    String.raw`regex /wyr(m|ms)\b/i`,
    'literal AC/DC',
    'literal /home/user',
    'literal /a/ii',
    'literal /a/x',
    'literal //',
    'literal /',
    'literal /a',
  ]);
});

test('a pattern is kept apart from its flags', () => {
  expect(readEntryKey(String.raw` /a\/b/gi `)).toEqual({
    kind: 'key',
    key: { kind: 'regex', text: String.raw`/a\/b/gi`, source: String.raw`a\/b`, flags: 'gi', macros: false },
  });
});

test('BR-028 an invalid pattern is reported with its reason and spares the others', () => {
  expect(read('/unclosed(/', 'Lantern')).toEqual({
    keys: ['invalid /unclosed(/', 'literal Lantern'],
    problems: ['key-regex-invalid'],
    messages: [
      'The key /unclosed(/ is not a valid regular expression (Unterminated group) and never matches. The other keys still work.',
    ],
  });
});

test('BR-029 signs of patterns mean nothing in a literal key', () => {
  const keys = ['Vault (lower)?', 'Dr. Quill [ret.]', '50% Club', 'a|b', '^a$', '/unfinished'];
  expect(read(...keys)).toEqual({ keys: keys.map((key) => `literal ${key}`), problems: [], messages: [] });
});

test('BR-036 keys that show nothing are no keys', () => {
  expect(read('', ' ', '\u200b', '\u00ad', '\ufeff', '\u3164', '\u0301', '\u200f')).toEqual({
    keys: [],
    problems: [],
    messages: [],
  });
});

test('BR-090 a placeholder of a template is reported and stands for itself', () => {
  const { keys, problems } = read('<% tp.file.title %>');
  expect(keys).toEqual(['literal <% tp.file.title %>']);
  expect(problems).toEqual(['key-placeholder']);
});

test('BR-035 the names of user and character are filled in, other macros are reported', () => {
  const keys: unknown[] = ['{{user}}', '{{Char}} the bold', '/\\b{{char}}s?/i'].map((key) => readEntryKey(key));
  expect(keys).toMatchObject([
    { key: { macros: true } },
    { key: { macros: true } },
    { key: { kind: 'regex', macros: true } },
  ]);
  expect(read('{{unknownMacro}}').messages).toEqual([
    'The macro {{unknownMacro}} in a key is not known and is searched for as it is written.',
  ]);
});

test('keys are trimmed, and each is kept once', () => {
  expect(read(' Ember ', 'Ember', 'ember').keys).toEqual(['literal Ember', 'literal ember']);
});

test('too long keys and too many keys are cut and reported', () => {
  const { keys, problems } = read(
    'x'.repeat(1_001),
    ...Array.from({ length: 2_500 }, (_, index) => `key ${String(index)}`),
  );
  expect(keys).toHaveLength(1_999);
  expect(problems).toEqual(['keys-too-many', 'key-too-long']);
});
