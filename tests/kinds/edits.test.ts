import { describe, expect, test } from 'vitest';
import { applyOperations } from '../../src/core/edits/apply-operations';
import { newNote } from '../../src/core/edits/new-note';
import type { Operation, PropertyValue } from '../../src/core/edits/patch';
import { entryOf } from '../support/lore-vault';

/** The text after the steps, or the sentence that refuses them. */
function after(source: string, ...operations: readonly Operation[]): string {
  const applied = applyOperations(source, operations);
  return applied.kind === 'text' ? applied.text : applied.sentence;
}

const set = (name: string, value: PropertyValue): Operation => ({ kind: 'set-property', name, value });
const unset = (name: string): Operation => ({ kind: 'unset-property', name });
const add = (name: string, ...items: readonly string[]): Operation => ({ kind: 'add-items', name, items });
const remove = (name: string, ...items: readonly string[]): Operation => ({ kind: 'remove-items', name, items });
const note = (properties: string, body = 'Body\n'): string => `---\n${properties}\n---\n${body}`;

describe('BR-117 changes of properties', () => {
  test.each([
    [
      'comments between items stay',
      'keys:\n  # one\n  - a # first\n\n  - b',
      add('keys', 'c'),
      'keys:\n  # one\n  - a # first\n\n  - b\n  - c',
    ],
    [
      'a comment of an item that goes stays',
      'keys:\n  # one\n  - a\n  - b',
      remove('keys', 'a'),
      'keys:\n  # one\n  - b',
    ],
    ['a comment behind nothing stays', 'keys: # none yet\nera: x', add('keys', 'c'), 'keys: # none yet\n  - c\nera: x'],
    ['a comment behind a list stays', 'keys: [a,\n  b] # two', add('keys', 'c'), 'keys: # two\n  - a\n  - b\n  - c'],
    [
      'a comment above another property stays',
      'era: 1\n# about\nage: 2\nrank: 3',
      unset('age'),
      'era: 1\n# about\nrank: 3',
    ],
    [
      'a text of several lines becomes another',
      'summary: |\n  a\n\n  b\nera: x',
      set('summary', 'new'),
      'summary: new\nera: x',
    ],
    ['a text in quotes keeps them', "summary: 'old' # note", set('summary', "it's"), "summary: 'it''s' # note"],
    ['a text with rules in it', 'era: x', set('summary', 'a\n---\nb'), 'era: x\nsummary: |-\n  a\n  ---\n  b'],
    ['what looks like something else is quoted', 'era: x', set('title', 'no'), 'era: x\ntitle: "no"'],
    ['other items keep their form', 'keys: [2031-04-12, 007, no]', add('keys', 'x'), 'keys: [2031-04-12, 007, no, x]'],
    [
      'links without quotes stay links',
      'requires: [[Mill|the mill]]',
      add('requires', 'Inn'),
      'requires: ["[[Mill|the mill]]", Inn]',
    ],
    ['other spellings are the same', 'Key: [a]', set('keys', ['b']), 'Key: [b]'],
    ['indentation stays', 'keys:\n    - a', add('keys', 'b'), 'keys:\n    - a\n    - b'],
    ['a tag is there already', 'tags: ["#Npc"]\nera: x', add('tags', 'npc'), 'tags: ["#Npc"]\nera: x'],
    ['a tag is found with its sign', 'tags: ["#Npc", lorebook]', remove('tags', 'npc'), 'tags: [lorebook]'],
    [
      'what is taken in stays taken in',
      'base: &b\n  keys: [z]\n<<: *b',
      add('keys', 'c'),
      'base: &b\n  keys: [z]\n<<: *b\nkeys:\n  - z\n  - c',
    ],
  ])('%s', (_, before, step, properties) => {
    expect(after(note(before), step)).toBe(note(properties));
  });

  test.each([
    ['a name that is taken over elsewhere', 'keys: &k [a]\naliases: *k', unset('keys'), /could not be read any more/],
    ['JSON', '{"keys": ["a"]}', set('era', 'x'), /single ones cannot be changed/],
    ['a property written twice', 'keys: [a]\nkeys: [b]', set('era', 'x'), /cannot be read.*twice/],
    ['an unknown name', 'keys: [*a]', set('era', 'x'), /cannot be read/],
  ])('are refused for %s', (_, before, step, sentence) => {
    expect(after(note(before), step)).toMatch(sentence);
  });
});

describe('BR-093 line ends and marks of a note that is changed', () => {
  test.each([
    [
      'of Windows',
      '---\r\nkeys:\r\n  - a # c\r\n---\r\nBody\r\n',
      '---\r\nkeys:\r\n  - a # c\r\n  - b\r\n---\r\nBody\r\n',
    ],
    ['of both kinds', '---\r\nera: x\nkeys: [a]\r\n---\nBo\r\ndy', '---\r\nera: x\nkeys: [a, b]\r\n---\nBo\r\ndy'],
    ['with a mark', '\ufeff---\nkeys: [a]\n---\nBody', '\ufeff---\nkeys: [a, b]\n---\nBody'],
    ['with two marks', '\ufeff\ufeff---\nkeys: [a]\n---\nBody', '\ufeff\ufeff---\nkeys: [a, b]\n---\nBody'],
    ['with blanks behind the dashes', '---\u00a0\nkeys: [a]\n--- \nBody', '---\u00a0\nkeys: [a, b]\n--- \nBody'],
    ['without a last line end', '---\nkeys: [a]\n---', '---\nkeys: [a, b]\n---'],
  ])('stay: %s', (_, before, changed) => {
    expect(after(before, add('keys', 'b'))).toBe(changed);
  });

  test.each(['\r', '\r\r\n'])('no second block is put above one that ends its lines with %j', (ends) => {
    const source = note('tags: [lorebook]\nkeys: [a]').replaceAll('\n', ends);
    expect(entryOf('Note.md', source).keys).toHaveLength(1);
    expect(after(source, set('priority', 5))).toMatch(/^The lines of the note end in a way/);
    expect(after(source, { kind: 'replace-body', text: 'New' })).toMatch(/^The lines of the note end in a way/);
  });

  test('a text keeps its own, also where a program wrote the properties anew', () => {
    const step: Operation = { kind: 'append-text', text: 'Two\nThree' };
    expect(after('---\nkeys: [a]\n---\nOne\r\n', step)).toBe('---\nkeys: [a]\n---\nOne\r\n\r\nTwo\r\nThree\r\n');
  });

  test('a note of nothing but a mark gets its properties below it', () => {
    expect(after('\ufeff', set('priority', 5))).toBe('\ufeff---\npriority: 5\n---\n');
  });
});

describe('BR-118 texts of models that bring properties along', () => {
  test.each([
    ['the whole text', { kind: 'replace-body', text: '---\nenabled: false\n---\nNew' }],
    ['broken ones', { kind: 'replace-body', text: '\n---\nkeys: [a\n---\nNew' }],
  ] as const)('are refused where they would stand below the properties: %s', (_, step) => {
    expect(after(note('keys: [a]'), step)).toMatch(/^The text begins with properties/);
    expect(after('Body\n', step)).toMatch(/^The text begins with properties|could not be read/);
  });

  test('are refused where they would become the properties unseen', () => {
    expect(after('', { kind: 'append-text', text: '---\nenabled: false\n---' })).toMatch(/^The text begins with/);
  });

  test('a rule is no property', () => {
    expect(after(note('keys: [a]'), { kind: 'replace-body', text: '---\n\nA scene.\n\n---\n' })).toContain('A scene.');
  });

  test.each([
    [
      'twice',
      '---\ntags: [a]\ntags: b\nkeys: "/x{1,2}/, y"\nkeys: [z]\n---\nB',
      'tags:\n  - a\n  - b\nkeys:\n  - /x{1,2}/\n  - "y"\n  - z',
    ],
    ['between fences of code', '```markdown\n---\nkeys: [a]\n---\nB\n```', 'keys:\n  - a'],
    ['with macros', '---\nkeys: [{{user}}, a]\n---\nB', 'keys:\n  - "{{user}}"\n  - a'],
    ['with days and numbers', '---\nkeys: [2031-04-12, 007]\n---\nB', 'keys:\n  - "2031-04-12"\n  - "007"'],
    ['behind a mark and blank lines', '\ufeff\n\n---\nkeys: [a]\n---\nB', 'keys:\n  - a'],
  ])('are taken into those of a new note: %s', (_, body, properties) => {
    const made = newNote({ kind: 'create', folder: 'Lore', title: 'Mill', body });
    expect(made).toEqual({ kind: 'text', text: `---\n${properties}\n---\nB\n` });
  });

  test('code stays code', () => {
    const body = '```\ncode\n```\n';
    expect(newNote({ kind: 'create', folder: 'Lore', title: 'Mill', body })).toEqual({ kind: 'text', text: body });
  });
});

describe('BR-185 sections', () => {
  const append = (heading: string): Operation => ({ kind: 'append-text', heading, text: 'New' });

  test.each([
    ['emphasis', '## **Past**\nOne\n', 'Past'],
    ['a link', '## [[Past days|Past]]\nOne\n', 'Past'],
    ['a tag', '## Past #npc\nOne\n', 'Past'],
    ['a comment', '## Past %%old%%\nOne\n', 'Past'],
    ['letters written in two ways', '## Était\nOne\n'.normalize('NFD'), 'Était'],
    ['a blank of another kind', '## The\u00a0past\nOne\n', 'the past'],
    ['a heading with its marks', '## Past ##\nOne\n', '## Past'],
    ['a heading in code', '```\n## Past\n```\n## Past\nOne\n', 'Past'],
    ['a heading in a comment', '%%\n## Past\n%%\n## Past\nOne\n', 'Past'],
  ])('are found in spite of %s', (_, body, heading) => {
    expect(after(note('keys: [a]', body), append(heading))).toBe(note('keys: [a]', `${body}\nNew\n`));
  });

  test.each([
    ['two of one name', '## Past\nOne\n# Other\n## Past\nTwo\n', /There are 2 headings/],
    ['two that differ in emphasis alone', '## *Past*\nOne\n## **Past**\nTwo\n', /There are 2 headings/],
    ['none', '## Future\nOne\n', /There is no heading/],
  ])('are not guessed: %s', (_, body, sentence) => {
    expect(after(note('keys: [a]', body), append('Past'))).toMatch(sentence);
  });

  test('that are empty are filled between their headings', () => {
    expect(after(note('keys: [a]', '## Past\n## Future\n'), append('Past'))).toBe(
      note('keys: [a]', '## Past\n\nNew\n\n## Future\n'),
    );
  });

  test.each([
    ['an empty anchor', 'One\nTwo\n', ''],
    ['an anchor that is there twice', 'aaa\n', 'aa'],
    ['an anchor in the properties', 'One\n', 'keys: [a]'],
  ])('%s changes nothing', (_, body, find) => {
    expect(after(note('keys: [a]', body), { kind: 'replace-text', find, text: 'x' })).toMatch(
      /^The note (has|does not have)/,
    );
  });

  test('signs of replacement patterns are signs', () => {
    expect(after('One\n', { kind: 'replace-text', find: 'One', text: '$& $1 $$' })).toBe('$& $1 $$\n');
  });
});
