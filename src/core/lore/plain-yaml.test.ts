import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseProperties } from './frontmatter';
import { readPlainYaml } from './plain-yaml';

/** What the full parser reads; undefined where it finds a fault. */
function byFullParser(text: string): unknown {
  // The full parser is handed the rest of the fence's line too.
  const { properties, problems } = parseProperties('note.md', `\n${text}\n`);
  return problems.length === 0 ? properties : undefined;
}

const FIRST_LINE = 2;

test.each([
  ['an inline list', 'tags: [lorebook, "a, b", \'c\']\nkeys: [[Bell Tower]]'],
  ['an indented list', 'keys:\n  - Ember\n  - 1984\n  - "yes"\n  -\npriority: 20'],
  ['a list at the margin', 'keys:\n- Ember\n- [[Mill]]\n'],
  ['empty values', 'keys:\nera: null\nrequires: ~\n\nsummary: ""'],
  ['words that other YAML takes for booleans and days', 'keys: [no, yes, on, 2031-04-12, 010, 1_000, 1.10, -5]'],
  ['signs inside a text', 'summary: AC/DC (live), 50% off & more - a|b#1'],
  ['names with spaces', 'Scan Depth: 4\nmy.own-name: x'],
])('reads %s as the full parser does', (_, text) => {
  const plain = readPlainYaml(text, FIRST_LINE);
  expect(plain).toBeDefined();
  expect(plain).toEqual(byFullParser(text));
});

test.each([
  ['comments', 'keys: [a] # note'],
  ['a comment line', '# note\nkeys: a'],
  ['a colon inside a text', 'summary: She said: no'],
  ['block scalars', 'summary: |\n  Two\n  lines'],
  ['text over two lines', 'summary: one\n  two'],
  ['maps', 'a:\n  b: 1'],
  ['maps in lists', 'keys:\n  - Dr: Quill'],
  ['flow maps', 'a: {b: 1}'],
  ['escapes', 'a: "x\\ny"'],
  ['doubled quotes', "a: 'it''s'"],
  ['anchors and aliases', 'a: &x 1\nb: *x'],
  ['tags', 'a: !!str 1'],
  ['tabs', 'keys:\t[Ember]'],
  ['two properties of one name', 'keys: a\nkeys: b'],
  ['an unclosed bracket', 'keys: [Ember'],
  ['text after a list', 'allies: [[Vex]] [[Orr]]'],
  ['a bare word', 'keys: a\nword'],
  ['indented properties', '  keys: a'],
  ['uneven lists', 'keys:\n  - a\n   - b'],
  ['an empty item', 'keys: [a,, b]'],
])('leaves %s to the full parser', (_, text) => {
  expect(readPlainYaml(text, FIRST_LINE)).toBeUndefined();
});

test('takes lists of one text in brackets as deep as links need', () => {
  expect(readPlainYaml('a: [[[x]]]', FIRST_LINE)).toEqual(byFullParser('a: [[[x]]]'));
  expect(readPlainYaml(`a: ${'['.repeat(9)}${']'.repeat(9)}`, FIRST_LINE)).toBeUndefined();
});

const word = fc.constantFrom(
  ...[
    'Ember',
    'a b',
    '1984',
    '-5',
    '- x',
    '010',
    '1_000',
    '1e3',
    '.5',
    '0x1F',
    '+7',
    'null',
    'Null',
    '~',
    'true',
    'no',
  ],
  ...[
    '2031-04-12',
    'a:b',
    'a: b',
    'a #b',
    'a#b',
    '#b',
    'it is "so"',
    '"q"',
    "'q'",
    '""',
    "''",
    '"a, b"',
    '"a\\n"',
    '"q" x',
  ],
  ...[
    '[a]',
    '[]',
    '[a, b]',
    '[ a , "b" ]',
    '[[A]]',
    '[[A|b]]',
    '[[A, B], [C]]',
    '[a,]',
    '[,]',
    '[a',
    'a]',
    '[a] b',
    '[a b',
    '{}',
    '{a: 1}',
  ],
  ...[
    '*x',
    '&x 1',
    '!x',
    '|',
    '>',
    '%x',
    '@x',
    '`x',
    '?',
    '? x',
    '-',
    ':',
    ': x',
    ',',
    '[?]',
    '[-]',
    '[- a]',
    '[-1]',
    '[a:]',
    '[a:b]',
    '["a":b]',
  ],
  ...[
    '龙井镇',
    '🐉',
    'é',
    'e\u0301',
    '\u00a0x',
    'x\u3000',
    '\u200b',
    '\ufeffx',
    'a\u2028b',
    'a\tb',
    '  spaced  ',
    'end:',
    '...',
    '---x',
    '<<',
    'x  y',
  ],
);
const name = fc.constantFrom(
  'keys',
  'tags',
  'a',
  'b',
  'Scan Depth',
  'null',
  'true',
  '1',
  'é',
  'a.b',
  'a-b',
  '"q"',
  'a ',
  '-x',
  '? k',
  '<<',
  '~',
  '...',
);
const filler = fc.constantFrom('', '', '', ' ', '# comment', '  # comment', '  more', 'word', '...', '\t');
const block = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.tuple(name, word).map(([n, w]) => `${n}: ${w}`) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(name, fc.integer({ min: 0, max: 3 }), fc.array(word, { maxLength: 3 }))
          .map(([n, indent, items]) => [`${n}:`, ...items.map((item) => `${' '.repeat(indent)}- ${item}`)].join('\n')),
      },
      { weight: 1, arbitrary: filler },
      { weight: 1, arbitrary: fc.tuple(name, word).map(([n, w]) => `${n}:${w}`) },
    ),
    { maxLength: 5 },
  )
  .map((lines) => lines.join('\n'));

test('reads whatever it reads as the full parser does', () => {
  let read = 0;
  fc.assert(
    fc.property(block, (text) => {
      const plain = readPlainYaml(text, FIRST_LINE);
      if (!plain) return;
      read++;
      expect(plain).toEqual(byFullParser(text));
    }),
    { numRuns: 2_000 },
  );
  expect(read).toBeGreaterThan(200);
}, 30_000);

test('reads characters at random as the full parser does', () => {
  const character = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...Array.from('ab:- ,[]"\'#\n\n{}~1.&*!|>%@`?é')) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 0xffff }).map((code) => String.fromCharCode(code)) },
  );
  const line = fc.tuple(fc.constantFrom('a: ', 'b:\n- ', 'c: [', ''), fc.array(character, { maxLength: 8 }));
  const text = fc
    .array(
      line.map(([start, rest]) => start + rest.join('')),
      { maxLength: 3 },
    )
    .map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, (written) => {
      const plain = readPlainYaml(written, FIRST_LINE);
      if (plain) expect(plain).toEqual(byFullParser(written));
    }),
    { numRuns: 2_000 },
  );
}, 30_000);
