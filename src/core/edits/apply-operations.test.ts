import { describe, expect, test } from 'vitest';
import { applyOperations } from './apply-operations';
import type { Operation } from './patch';

const NOTE = `---
# of the user
tags: [lorebook, "npc"]   # kept
scanDepth: 3   # lines
Secondary Keys: ['a', b] # flow
keys:
  - fox   # red
  # between
  - 'den'
  - [[Bell Tower]]

summary: "Said \\"so\\"" # quoted
era: >
  long
  text
---
# Title

Intro.

## One

First.

\`\`\`
## Not a heading
\`\`\`

### Deep

Deeper.

## Two

Second.
`;

const apply = (source: string, ...operations: readonly Operation[]): string => {
  const result = applyOperations(source, operations);
  return result.kind === 'text' ? result.text : `refused: ${result.sentence}`;
};

describe('a property', () => {
  test.each<readonly [string, Operation, string, string]>([
    [
      'a number keeps its comment',
      { kind: 'set-property', name: 'scan_depth', value: 5 },
      'scanDepth: 3 ',
      'scanDepth: 5 ',
    ],
    [
      'a text keeps its quotes',
      { kind: 'set-property', name: 'summary', value: 'It\'s "so"' },
      '"Said \\"so\\"" #',
      '"It\'s \\"so\\"" #',
    ],
    [
      'a list in brackets keeps its items as written',
      { kind: 'add-items', name: 'refine_keys', items: ['x, y', 'b'] },
      "['a', b] #",
      '[\'a\', b, "x, y"] #',
    ],
    [
      'tags are a list like others',
      { kind: 'remove-items', name: 'tags', items: ['npc'] },
      '[lorebook, "npc"]',
      '[lorebook]',
    ],
    [
      'an item goes with its line alone',
      { kind: 'remove-items', name: 'Keys', items: ['fox'] },
      '  - fox   # red\n',
      '',
    ],
    [
      'an item comes after the last one',
      { kind: 'add-items', name: 'keys', items: ['no'] },
      '  - [[Bell Tower]]\n',
      '  - [[Bell Tower]]\n  - "no"\n',
    ],
    ['one goes with all its lines', { kind: 'unset-property', name: 'era' }, 'era: >\n  long\n  text\n', ''],
    [
      'another kind of value is written anew',
      { kind: 'set-property', name: 'era', value: ['old', 'new'] },
      'era: >\n  long\n  text\n',
      'era:\n  - old\n  - new\n',
    ],
    [
      'a new one is added below',
      { kind: 'set-property', name: 'probability', value: 0.5 },
      '  text\n---',
      '  text\nprobability: 0.5\n---',
    ],
    [
      'of the user has the name that he gave it',
      { kind: 'set-property', name: 'Own Field', value: 'yes' },
      '  text\n---',
      '  text\nOwn Field: "yes"\n---',
    ],
  ])('%s', (_, operation, from, to) => {
    expect(apply(NOTE, operation)).toBe(NOTE.replace(from, () => to));
  });

  test('is added to a note without any, after its byte-order mark and with its line ends', () => {
    expect(apply('\ufeffText\r\n', { kind: 'set-property', name: 'keys', value: ['a'] })).toBe(
      '\ufeff---\r\nkeys:\r\n  - a\r\n---\r\nText\r\n',
    );
  });

  test('written as text with commas becomes a list when an item is added', () => {
    expect(apply('---\nkeys: Orrin, the Abbot\n---\n', { kind: 'add-items', name: 'keys', items: ['abbot'] })).toBe(
      '---\nkeys:\n  - Orrin\n  - the Abbot\n  - abbot\n---\n',
    );
  });

  test('that changes nothing leaves every byte', () => {
    expect(
      apply(
        NOTE,
        { kind: 'add-items', name: 'keys', items: ['fox', 'den'] },
        { kind: 'remove-items', name: 'keys', items: ['nobody'] },
        { kind: 'unset-property', name: 'order' },
      ),
    ).toBe(NOTE);
  });

  test.each(['---\nkeys: [\n---\n', '---\na: 1\na: 2\n---\n', '---\na: 1\n', '---\n{ a: 1, b: 2 }\n---\n'])(
    'is refused in %j',
    (source) => {
      expect(apply(source, { kind: 'set-property', name: 'b', value: 1 })).toMatch(/^refused: /);
    },
  );
});

describe('a section', () => {
  test('is replaced with everything below it, and the blank lines around it stay', () => {
    expect(apply(NOTE, { kind: 'replace-section', heading: '## one', text: 'Another.\n' })).toBe(
      NOTE.replace(/First\.[\s\S]*Deeper\./, 'Another.'),
    );
    expect(apply('# A', { kind: 'replace-section', heading: 'A', text: 'x' })).toBe('# A\nx\n');
  });

  test('is added at the end, and text at the end of one', () => {
    expect(apply(NOTE, { kind: 'append-section', heading: 'Three', text: 'Third.' })).toBe(
      `${NOTE}\n## Three\n\nThird.\n`,
    );
    expect(apply(NOTE, { kind: 'append-text', heading: 'Deep', text: 'Deepest.' })).toBe(
      NOTE.replace('Deeper.\n', 'Deeper.\n\nDeepest.\n'),
    );
    expect(apply(NOTE, { kind: 'append-text', after: 'Intro', text: 'Then.' })).toBe(
      NOTE.replace('Intro.\n', 'Intro.\nThen.\n'),
    );
    expect(apply('', { kind: 'append-text', text: 'x' })).toBe('x\n');
    expect(apply('---\na: 1\n---', { kind: 'append-text', text: 'x' })).toBe('---\na: 1\n---\nx\n');
  });

  test('takes text into it at one place alone', () => {
    expect(apply(NOTE, { kind: 'replace-text', find: 'Deeper.', text: '$& $1', heading: 'One' })).toBe(
      NOTE.replace('Deeper.', () => '$& $1'),
    );
    expect(apply(NOTE, { kind: 'replace-text', find: 'Deeper.', text: 'x', heading: 'Two' })).toMatch(
      /^refused: The note does not have/,
    );
    expect(apply(NOTE, { kind: 'replace-text', find: 'e', text: 'x' })).toMatch(
      /^refused: The note has the text "e" more than once/,
    );
    expect(apply(NOTE, { kind: 'append-text', text: 'x', heading: 'Not a heading' })).toMatch(
      /^refused: There is no heading/,
    );
    expect(apply(`${NOTE}\n## two\n\n## Two\n`, { kind: 'append-text', text: 'x', heading: 'Two' })).toMatch(
      /^refused: There are 2 headings/,
    );
  });

  test('keeps Windows line ends', () => {
    const windows = NOTE.replaceAll('\n', '\r\n');
    const changed = apply(
      windows,
      { kind: 'replace-section', heading: 'Two', text: 'a\nb' },
      { kind: 'replace-text', find: 'Deeper.\n\n## Two', text: 'x\n\n## Two' },
    );
    expect(changed).toBe(windows.replace('Second.', 'a\r\nb').replace('Deeper.', 'x'));
  });
});

test('text that would make the properties unreadable is refused', () => {
  expect(apply(NOTE, { kind: 'replace-source', text: '---\na: [\n---\n' })).toMatch(/^refused: /);
  expect(apply(NOTE, { kind: 'replace-source', text: 'plain' })).toBe('plain');
});
