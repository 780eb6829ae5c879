import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitNote } from './frontmatter';

const codesOf = (source: string): readonly string[] =>
  splitNote('note.md', source).problems.map((problem) => problem.code);

test.each([
  ['a plain note', 'Body', { body: 'Body', bodyLine: 1, names: [] }],
  [
    'properties and body',
    '---\nkeys: [a]\ntags: x\n---\nBody\n',
    { body: 'Body\n', bodyLine: 5, names: ['keys', 'tags'] },
  ],
  [
    'BR-092 a byte-order mark',
    '\uFEFF---\ntags: [lorebook]\n---\nBody',
    { body: 'Body', bodyLine: 4, names: ['tags'] },
  ],
  [
    'BR-093 Windows line ends',
    '---\r\ntags: [a]\r\nsummary: "Beware the tide."\r\n---\r\nBody\r\n',
    { body: 'Body\n', bodyLine: 5, names: ['tags', 'summary'] },
  ],
  ['old Macintosh line ends', '---\rtags: [a]\r---\rBody', { body: 'Body', bodyLine: 4, names: ['tags'] }],
  [
    'BR-095 rules in the body',
    '---\na: 1\n---\nOne\n\n---\n\nTwo\n\n---\n\nThree',
    { body: 'One\n\n---\n\nTwo\n\n---\n\nThree', bodyLine: 4, names: ['a'] },
  ],
  ['blanks after the fences', '---  \na: 1\n--- \t\nBody', { body: 'Body', bodyLine: 4, names: ['a'] }],
  ['an empty block', '---\n---\nBody', { body: 'Body', bodyLine: 3, names: [] }],
  ['a block of comments', '---\n# only\n---\nBody', { body: 'Body', bodyLine: 4, names: [] }],
  ['properties alone', '---\na: 1\n---', { body: '', bodyLine: 4, names: ['a'] }],
  [
    'a longer rule on the first line',
    '----\na: 1\n---\nBody',
    { body: '----\na: 1\n---\nBody', bodyLine: 1, names: [] },
  ],
  [
    'a fence with a word',
    '---js\nrequire("fs")\n---\nBody',
    { body: '---js\nrequire("fs")\n---\nBody', bodyLine: 1, names: [] },
  ],
])('splits %s', (_, source, { body, bodyLine, names }) => {
  const split = splitNote('note.md', source);
  expect(split.problems).toEqual([]);
  expect({ body: split.body, bodyLine: split.bodyLine, names: split.properties.map((pair) => pair.name) }).toEqual({
    body,
    bodyLine,
    names,
  });
});

test('tells the line of every property', () => {
  const source = '---\n# a comment asks for the full parser\nkeys:\n  - a\nera: x\n---\n';
  expect(splitNote('note.md', source).properties.map((pair) => pair.line)).toEqual([3, 5]);
});

test.each([
  ['BR-083 an unclosed bracket', '---\ntags: [lorebook]\nkeys: [Ember\n---\nBody', 'frontmatter-broken', 3],
  [
    'a bracket that is missed further down',
    '---\nkeys: [Ember, [a], b\nera: x\nsummary: y\n---\n',
    'frontmatter-broken',
    2,
  ],
  ['BR-085 text after a link', '---\nkeys: [a]\nallies: [[Vex]] [[Orr]]\nword\n---\nBody', 'frontmatter-broken', 3],
  ['BR-086 stars for dashes', '---\nkeys:\n  * Ember\ntags:\n  * lorebook\n---\nBody', 'frontmatter-broken', 3],
  ['BR-087 a property given twice', '---\ntags: [lorebook]\nkeys: [A]\nkeys: [B]\n---\nBody', 'property-duplicate', 4],
  ['BR-088 a tab as indentation', '---\nkeys:\n\t- Ember\n---\nBody', 'tab-indentation', 3],
  ['a list in place of properties', '---\n- a\n- b\n---\nBody', 'frontmatter-not-properties', 2],
  ['a missing second fence', '---\ntags: [lorebook]\nkeys: a\n\nBody', 'frontmatter-unclosed', 1],
])('reports %s with its line', (_, source, code, line) => {
  const split = splitNote('Lore/note.md', source);
  expect(split.properties).toEqual([]);
  expect(split.problems[0]).toMatchObject({ code, line, path: 'Lore/note.md' });
  expect(splitNote('Lore/note.md', source)).toEqual(split);
});

test('BR-087 names the property and both its lines', () => {
  const [problem] = splitNote('n.md', '---\nkeys: [A]\nera: x\nkeys: [B]\n---\n').problems;
  expect(problem?.message).toBe('The property "keys" is written twice (lines 2 and 4). Keep one of them.');
});

test('BR-088 says that a tab is used as indentation', () => {
  expect(splitNote('n.md', '---\nkeys:\n\t- Ember\n---\n').problems[0]?.message).toMatch(/tab is used as indentation/);
});

test('BR-089 reads tabs that separate or belong to a text', () => {
  const { properties, problems } = splitNote('n.md', '---\nkeys:\t[Ember]\nsummary: text\twith tab\n---\n');
  expect(problems).toEqual([]);
  expect(properties.map((pair) => pair.value)).toEqual([
    { kind: 'list', items: [{ kind: 'scalar', text: 'Ember', quoted: false }] },
    { kind: 'scalar', text: 'text\twith tab', quoted: false },
  ]);
});

test('reads text between two rules as a part of the body', () => {
  const source = '---\n\nA quiet scene.\n\n---\n\nAnd another.';
  expect(splitNote('n.md', source).body).toBe(source);
});

test('a rule without properties below it opens no block', () => {
  expect(codesOf('---\n\nA scene without a second rule.')).toEqual([]);
  expect(codesOf('---\n# A heading: with a colon\n')).toEqual([]);
});

test('nests values no deeper than it needs and resolves aliases', () => {
  const { properties } = splitNote(
    'n.md',
    '---\na: &x [one, two]\nb: *x\nc: *nobody\n---\n'.replace('\nc: *nobody', ''),
  );
  expect(properties[1]?.value).toEqual(properties[0]?.value);
});

test.each([
  ['brackets 5,000 deep', `a: ${'['.repeat(5_000)}${']'.repeat(5_000)}`],
  ['a million open brackets', `a: ${'['.repeat(1_000_000)}`],
  ['a million open braces', `a: ${'{a: '.repeat(250_000)}`],
  ['brackets on lines of their own', `a:\n${' [\n'.repeat(100_000)}`],
  ['a million dashes in a row', `a:\n ${'- '.repeat(500_000)}x`],
  ['a million question marks in a row', `${'? '.repeat(500_000)}x`],
  ['900 levels of indentation', Array.from({ length: 900 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
])(
  'refuses %s without a try',
  (_, yaml) => {
    const { problems } = splitNote('n.md', `---\n${yaml}\n---\n`);
    expect(problems[0]?.message).toBe(
      'The properties cannot be read: they are nested too deeply. Correct the YAML at this line.',
    );
  },
  60_000,
);

test('follows nesting that notes may have', () => {
  const nested = `a: ${'['.repeat(40)}x${']'.repeat(40)}\nb:\n${Array.from({ length: 40 }, (_, level) => `${' '.repeat(level + 1)}c:`).join('\n')}`;
  expect(splitNote('n.md', `---\n${nested}\n---\n`).problems).toEqual([]);
});

test.each([
  ['BR-083 an unclosed bracket', 'keys: [Ember', 'a bracket is opened but not closed with ]'],
  [
    'BR-085 a second link',
    'allies: [[Vex]] [[Orr]]',
    'something follows where a value has ended; put the whole value in quotes',
  ],
  ['BR-086 stars for dashes', 'keys:\n  * Ember', 'a text or list item begins with *; use - for items, or quotes'],
  [
    'a star in front of a text',
    'summary: *so* it goes',
    'something follows where a value has ended; put the whole value in quotes',
  ],
  ['a colon in a text', 'summary: She said: no', 'a text holds a colon with a blank; put it in quotes'],
  ['an unclosed quotation mark', 'summary: "She said', 'a quotation mark is opened but not closed'],
  ['a bare word', 'era: x\nword', 'a line is no "name: value"'],
])('explains %s in plain words', (_, yaml, reason) => {
  const { problems } = splitNote('n.md', `---\n${yaml}\n---\n`);
  expect(problems[0]?.message).toBe(`The properties cannot be read: ${reason}. Correct the YAML at this line.`);
});

test('quotes the line, and tells the first fault alone', () => {
  const { problems } = splitNote('n.md', '---\nera:\n  allies: [[Vex]] [[Orr]]\nkeys: *\n---\n');
  expect(problems).toMatchObject([{ line: 3, text: 'allies: [[Vex]] [[Orr]]' }]);
});

test('an alias bomb is cut off', () => {
  const levels = Array.from(
    { length: 30 },
    (_, level) => `l${String(level + 1)}: &l${String(level + 1)} [${`*l${String(level)}, `.repeat(9)}]`,
  );
  const { properties, problems } = splitNote('n.md', `---\nl0: &l0 [x, y]\n${levels.join('\n')}\n---\n`);
  expect(problems).toEqual([]);
  expect(properties).toHaveLength(31);
  expect(JSON.stringify(properties).length).toBeLessThan(20_000_000);
}, 60_000);

test.each([
  ['40,000 aliases', `a: &x word\nb:\n${'  - *x\n'.repeat(40_000)}`],
  ['an alias to the list that holds it', `a: &x\n${'  - *x\n'.repeat(10_000)}`],
  ['20,000 properties', Array.from({ length: 20_000 }, (_, index) => `p${String(index)}: "v\\n"`).join('\n')],
  ['a million blanks', `a: |\n  x\n${'\n'.repeat(1_000_000)}b: x`],
  ['a list of 40,000 keys', `keys: [${'key, '.repeat(40_000)}'it''s']`],
  ['a megabyte of spaces', `a: x${' '.repeat(1_000_000)}# c`],
])(
  'takes time in proportion to %s',
  (_, yaml) => {
    const started = performance.now();
    splitNote('n.md', `---\n${yaml}\n---\n`);
    // The square of these lengths would take many minutes.
    expect(performance.now() - started).toBeLessThan(20_000);
  },
  60_000,
);

test('never throws, whatever the text', () => {
  const piece = fc.constantFrom(
    '---',
    '\n',
    'a: ',
    '- ',
    '[',
    ']',
    '{',
    '}',
    '"',
    "'",
    '*a',
    '&a ',
    '!!',
    '|',
    '>',
    '\t',
    ' ',
    '# ',
    '? ',
    '%',
    '\r',
    '\uFEFF',
    'x',
    '...',
    '<<: ',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece, { maxLength: 30 }).map((pieces) => `---\n${pieces.join('')}\n---\n`),
  );
  fc.assert(
    fc.property(text, (source) => {
      const split = splitNote('n.md', source);
      expect(split.problems.length === 0 || split.properties.length === 0).toBe(true);
      expect(split.bodyLine).toBeGreaterThan(0);
    }),
    { numRuns: 700 },
  );
}, 30_000);
