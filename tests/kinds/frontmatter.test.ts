import { describe, expect, test } from 'vitest';
import type { LoreEntry, NoteReading } from '../../src/core/lore/lore-entry';
import { parseNote } from '../../src/core/lore/parse-note';
import { entryOf, lore, parseOptions } from '../support/lore-vault';

const PATH = 'Lore/Note.md';
const EMBER = 'tags: [lorebook]\nkeys: [Ember]';

const read = (source: string): NoteReading => parseNote(PATH, source, parseOptions);
const entry = (properties: string): LoreEntry => entryOf(PATH, lore(properties));
const keysOf = (source: string): readonly string[] => entryOf(PATH, source).keys.map(({ text }) => text);

/** Codes and lines of what was found wrong. */
function problemsOf(source: string): readonly string[] {
  const reading = read(source);
  const problems = reading.kind === 'entry' ? reading.entry.problems : reading.problems;
  return problems.map(({ code, line }) => `${code} ${String(line)}`);
}

describe('BR-072, BR-073 and BR-075 values that YAML could take for something else', () => {
  test.each([
    '007',
    '0x1F',
    '0o17',
    '0b101',
    '1_000',
    '12:30:45',
    '190:20:30',
    '1e3',
    '.5',
    '5.',
    '1.10',
    '+7',
    '-0',
    '.inf',
    '.NaN',
    'NaN',
    '=',
    '9007199254740993',
    '2031-4-1',
    '2031-04-12 10:00',
    '2031-04-12T10:00:00Z',
    'True',
    'FALSE',
    '!Kung',
    '!Kung people',
    '! alone',
  ])('the key %s stays as it is written', (written) => {
    expect(keysOf(lore(`keys: ${written}`))).toEqual([written]);
    expect(keysOf(lore(`keys: [${written}, x]`))).toEqual([written, 'x']);
    expect(keysOf(lore(`keys:\n  # the full parser\n  - ${written}`))).toEqual([written]);
  });

  test.each([
    ['title: 1984', '1984'],
    ['title: 007', '007'],
    ['title: no', 'no'],
    ['title: 2031-04-12', '2031-04-12'],
    ['title: "Old\\nMill"', 'Old Mill'],
    ['title: "  "', 'Note'],
    ['title: ~', 'Note'],
  ])('%j is the title %j', (properties, title) => {
    expect(entry(properties).title).toBe(title);
  });
});

describe('BR-077 and BR-078 values of another kind', () => {
  test.each([
    ['keys: {a: b}', ['Note'], ['value-not-understood 3']],
    ['keys:\n  a: b', ['Note'], ['value-not-understood 3']],
    ['keys:\n  - a: b\n  - Ember', ['Ember'], ['item-not-understood 3']],
    ['keys: [[Ember, Ash], Mill]', ['Ember', 'Ash', 'Mill'], []],
    ['keys: [~, null, "", Ember]', ['Ember'], []],
    ['keys: &names [Ember]\naliases: *names', ['Ember'], []],
    ['base: &base\n  keys: [Ember]\n  priority: 5\n<<: *base', ['Ember'], []],
    ['one: &one {keys: [Ash]}\ntwo: &two {keys: [Ember]}\n<<: [*two, *one]', ['Ember'], []],
    ['base: &base {keys: [Ash]}\n<<: *base\nkeys: [Ember]', ['Ember'], []],
  ])('%j', (properties, keys, problems) => {
    expect(keysOf(lore(properties))).toEqual(keys);
    expect(problemsOf(lore(properties))).toEqual(problems);
  });

  test.each(['keys:\n  -Ember\n  -Ash', 'keys:\n - Ember\n  - Ash', 'keys: Ember\n  - Ash', 'aliases:\n  -Ember'])(
    'lines that are no list because of their blanks are told: %j',
    (properties) => {
      expect(problemsOf(lore(properties))).toEqual(['list-lost 3']);
    },
  );

  test.each(['keys: a\n  b', 'summary: |\n  - a\n  - b', 'summary: "a\n  - b"', 'keys:\n  -5', 'keys: -x'])(
    'lines of a text are none: %j',
    (properties) => {
      expect(problemsOf(lore(properties))).toEqual([]);
    },
  );
});

describe('BR-080 and BR-081 names of entries', () => {
  test.each([
    ['[[Dr: Quill]]', ['Dr: Quill']],
    ['\n  - [[Dr: Quill]]\n  - Mill', ['Dr: Quill', 'Mill']],
    ['[[Mill|the old: mill]]', ['Mill']],
    ['[[1984]]', ['1984']],
    ['"![[Mill]]"', ['Mill']],
    ['"[the mill](Lore/Old%20Mill.md)"', ['Lore/Old Mill.md']],
    ['["[x](<Lore/Old Mill.md>)"]', ['Lore/Old Mill.md']],
    ['"[x](https://example.org/mill)"', ['[x](https://example.org/mill)']],
    ['"[[Bell Tower]], [[Mill]]"', ['Bell Tower', 'Mill']],
    ['[[A], [B]]', ['A', 'B']],
  ])('requires: %s', (written, requires) => {
    expect(entry(`requires: ${written}`).properties.requires).toEqual(requires);
  });

  test.each([
    ['[[Cast/Vesk|the smith]]', ['Vesk']],
    ['\n  - [[Cast/Vesk]]\n  - "[[Orr|old Orr]]"', ['Vesk', 'Orr']],
    ['[[Vesk], [Orr]]', ['Vesk', 'Orr']],
    ['[[Vesk, Orr]]', ['Vesk', 'Orr']],
    ['"[smith](Cast/Vesk.md)"', ['Vesk']],
  ])('characters: %s', (written, characters) => {
    expect(entry(`characters: ${written}`).properties.characters).toEqual(characters);
  });
});

describe('BR-082 values that are not understood', () => {
  test.each([
    ['enabled: " no "', { enabled: false }, []],
    ['enabled: [off]', { enabled: false }, []],
    ['enabled: 0', { enabled: true }, ['value-not-understood 3']],
    ['enabled: ~', { enabled: true }, []],
    ['disabled: true', { enabled: true }, ['property-near-miss 3']],
    ['priority: "010"', { priority: 10 }, []],
    ['priority: 1,000', { priority: 100 }, ['value-not-understood 3']],
    ['priority: 2.5', { priority: 3 }, ['value-out-of-range 3']],
    ['priority: high', { priority: 100 }, ['value-not-understood 3']],
  ])('%j', (properties, values, problems) => {
    expect(entry(properties)).toMatchObject(values);
    expect(problemsOf(lore(properties))).toEqual(problems);
  });
});

describe('BR-083 to BR-088 properties that cannot be read', () => {
  test.each([
    ['summary: @home', 3, /begins with @; put it in quotes/],
    ['summary: `code`', 3, /begins with `/],
    ['summary: %x', 3, /begins with %/],
    ['summary: > quote', 3, /begins with > or \|/],
    ['image: ![[x.png]]', 3, /begins with ! or &/],
    ['summary: **bold**', 3, /begins with \*/],
    ['keys: [*Ember]', 3, /begins with \*/],
    ['summary: "C:\\path"', 3, /use single quotes/],
    ['keys: - a', 3, /lines of their own/],
    ['keys:\n  - a\n - b', 5, /not indented alike/],
    ['keys：Ember', 3, /full width/],
    ['keys:\u00a0Ember', 3, /non-breaking space/],
    ['keys:\n\u00a0\u00a0- Ember', 4, /non-breaking space/],
    ['keys: a\n<<<<<<< HEAD\nera: x\n=======\nera: y\n>>>>>>> other', 4, /two versions/],
    ['keys: ["a" "b"]', 3, /comma is missing/],
    ['keys: [,a]', 3, /comma has nothing/],
  ])('%j is told with its line and reason', (properties, line, reason) => {
    const reading = read(lore(properties));
    expect(reading).toMatchObject({ kind: 'quarantined', problems: [{ code: 'frontmatter-broken', line }] });
    expect(reading.kind === 'quarantined' && reading.problems[0]?.message).toMatch(reason);
    expect(read(lore(properties))).toEqual(reading);
    expect(read(lore('keys: [Ember]')).kind).toBe('entry');
  });
});

describe('BR-092 and BR-093 what stands around the properties', () => {
  test.each([
    ['blanks behind the dashes', `---  \n${EMBER}\n--- \t\nBody`],
    ['a non-breaking space behind the dashes', `---\u00a0\n${EMBER}\n---\u00a0\nBody`],
    ['two byte-order marks', `\ufeff\ufeff---\n${EMBER}\n---\nBody`],
    ['a mark in front of the text', `---\n${EMBER}\n---\n\ufeffBody`],
    ['a mark in the text', `---\n${EMBER}\n---\nBo\ufeffdy`],
    ['a mark in front of a property', `---\n\ufeff${EMBER}\n---\nBody`],
    ['line ends of old Macs', `---\n${EMBER}\n---\nBody\n`.replaceAll('\n', '\r')],
    ['carriage returns twice', `---\n${EMBER}\n---\nBody\n`.replaceAll('\n', '\r\r\n')],
    ['line ends of several kinds', `---\r\ntags: [lorebook]\nkeys: [Ember]\r\n---\nBody\r\n`],
    ['a name with a sign that nobody sees', `---\ntags: [lorebook]\n\u200bkeys: [Ember]\n---\nBody`],
    ['a blank before the colon', `---\ntags: [lorebook]\nkeys : [Ember]\n---\nBody`],
    ['JSON between the dashes', '---\n{"tags": ["lorebook"], "keys": ["Ember"]}\n---\nBody'],
    ['everything indented', '---\n  tags: [lorebook]\n  keys: [Ember]\n---\nBody'],
  ])('does not count: %s', (_, source) => {
    const { keys, text } = entryOf(PATH, source);
    expect([keys.map((key) => key.text), text]).toEqual([['Ember'], 'Body']);
  });

  test.each([
    ['a blank line above', `\n---\n${EMBER}\n---\nBody`, 'frontmatter-not-first 1'],
    ['a heading above', `# Ember\n\n---\n${EMBER}\n---\nBody`, 'frontmatter-not-first 1'],
    ['a blank in front of the dashes', ` ---\n${EMBER}\n---\nBody`, 'frontmatter-not-first 1'],
    ['a sign that nobody sees', `\u200b---\n${EMBER}\n---\nBody`, 'frontmatter-not-first 1'],
    ['a word behind the dashes', `---yaml\n${EMBER}\n---\nBody`, 'frontmatter-fence 1'],
    ['a comment behind the dashes', `--- # mine\n${EMBER}\n---\nBody`, 'frontmatter-fence 1'],
    ['another language', '+++\ntags = ["lorebook"]\n+++\nBody', 'frontmatter-fence 1'],
  ])('keeps the properties from counting, which is told: %s', (_, source, problem) => {
    expect(read(source).kind).toBe('skipped');
    expect(problemsOf(source)).toEqual([problem]);
  });

  test.each([
    ['dots as the end', `---\n${EMBER}\n...\nBody`],
    ['a longer rule as the end', `---\n${EMBER}\n----\nBody`],
    ['no end', `---\n${EMBER}`],
  ])('lacks its second fence: %s', (_, source) => {
    expect(read(source)).toMatchObject({ kind: 'quarantined', problems: [{ code: 'frontmatter-unclosed' }] });
  });

  test('BR-095 a second block of properties is told, rules and other tables are not', () => {
    expect(problemsOf(`---\ntags: [lorebook]\n---\n---\n${EMBER}\n---\nBody`)).toEqual(['frontmatter-second 4']);
    expect(problemsOf(`---\n${EMBER}\n---\n---\nBody: a text\n---\nMore`)).toEqual([]);
    expect(problemsOf(`---\n${EMBER}\n---\n---\n\nBody\n\n---\nMore`)).toEqual([]);
    expect(problemsOf(`---\n${EMBER}\n---\n---\n${'a:\n'.repeat(1_500)}x`)).toEqual([]);
  });
});

const isEntry = (source: string): boolean => read(source).kind === 'entry';

describe('BR-097 to BR-100 tags as properties', () => {
  test.each([
    ['tags: [[lorebook, npc]]', true],
    ['tags: ["lorebook npc"]', true],
    ['tags: "#npc,#lorebook"', true],
    ['tags: npc，lorebook', true],
    ['tags: ＃lorebook', true],
    ['tags: lorebook\u200b', true],
    ['tags: lorebook/', true],
    ['tags: |\n  npc\n  lorebook', true],
    ['tags:\n  -\n  - 2024\n  - lorebook', true],
    ['tag: lorebook\ntags: []', true],
    ['TAGS: LOREBOOK', true],
    ['tags: npc/lorebook', false],
    ['tags: lorebooks', false],
    ['tags: lore-book', false],
    ['tags: {lorebook: x}', false],
    ['lorebook: true', false],
  ])('%j: %s', (properties, expected) => {
    expect(isEntry(`---\n${properties}\n---\nBody`)).toBe(expected);
  });
});

describe('BR-102 and BR-104 tags in the text', () => {
  test.each([
    ['(#lorebook)', true],
    ['**#lorebook**', true],
    ['==#lorebook== and on', true],
    ['> #lorebook', true],
    ['tags:: #lorebook', true],
    ['#lorebook/npc.', true],
    ['[the rules](#lorebook)', false],
    ['[the rules](Rules.md#lorebook)', false],
    ['https://example.org/#lorebook', false],
    ['[[Rules#lorebook]]', false],
    ['\\#lorebook', false],
    ['a#lorebook', false],
    ['## lorebook', false],
    ['%%\n#lorebook\n%%', false],
    ['<!-- #lorebook -->', false],
    ['``#lorebook``', false],
    ['> ```\n> #lorebook\n> ```', false],
    ['````\n```\n#lorebook\n```\n````', false],
    ['```js\n#lorebook', false],
    ['    #lorebook', false],
  ])('%j: %s', (body, expected) => {
    expect(isEntry(body)).toBe(expected);
  });
});

describe('BR-105 what a text does not tell', () => {
  const textOf = (body: string): string => entryOf(PATH, lore('keys: [Ember]', body)).text;

  test.each([
    ['a comment that holds code', '%%\n```\nsecret\n```\n%%\nBody', 'Body'],
    ['a comment between quotes', '> one\n> %%\n> secret\n> %%\n> two', '> one\n> two'],
    ['an item that is a comment', '- %% secret %%\n- two', '- two'],
    ['a task that is a comment', '- [ ] %%secret%%\n- [ ] two', '- [ ] two'],
    ['comments side by side', 'one %%secret%% %%secret%% two', 'one two'],
    ['a comment of several paragraphs', 'one\n\n<!-- secret\n\nsecret -->\n\ntwo', 'one\n\ntwo'],
    ['a comment in a table', '| one %%secret%% | two |', '| one | two |'],
    ['a comment in a heading', '## Past %%secret%%\ntwo', '## Past\ntwo'],
    [
      'a region in a region',
      '%%lorehearth-exclude%%secret%%deeplore-exclude%%secret%%/deeplore-exclude%%secret%%/lorehearth-exclude%% two',
      'two',
    ],
    [
      'a region with comments in it',
      '%%lorehearth-exclude%%\nsecret %%secret%% secret\n%%/lorehearth-exclude%%\ntwo',
      'two',
    ],
    ['a region without end', 'one\n%%lorehearth-exclude%%\nsecret', 'one'],
    ['a comment without end', 'one\n\n%% secret\n\nsecret', 'one'],
    ['a picture that is a link', '[![secret](a.png)](b.png) two', 'two'],
    ['a picture with brackets in its name', '![secret](a (1).png) two', 'two'],
    ['an item that is a picture', '- ![[secret.png]]\n- two', '- two'],
    ['a heading that is a picture', '# ![[secret.png]]\ntwo', 'two'],
    ['the mark of a block', 'two ^secret', 'two'],
    ['a query in a quote', '> ```dataview\n> secret\n> ```\ntwo', 'two'],
    ['a tag of ours in an item', 'two\n\n- #lorebook', 'two'],
    ['a line of tags', 'two\n\nTags: #lorebook #npc', 'two\n\nTags: #npc'],
    ['a field with a tag of ours', 'two\n\ntags:: #lorebook', 'two'],
    ['percent signs in code', 'run `a %% b` and %% secret %% go', 'run `a %% b` and go'],
  ])('%s', (_, body, text) => {
    expect(textOf(body)).toBe(text);
  });
});

describe('BR-108 names of notes', () => {
  test.each([
    ['a linked heading', '# [Mill](Mill.md)\nBody', 'Mill'],
    ['a heading with a linked picture', '# ![[x.png]] Mill\nBody', 'Mill'],
    ['a heading with signs that are escaped', '# Mill \\#2\nBody', 'Mill #2'],
    ['a heading in a comment', '%%\n# Secret\n%%\nBody', 'Note'],
    ['a heading in a quote', '> # Other\nBody', 'Note'],
    ['a heading without words', '# \nBody', 'Note'],
  ])('%s', (_, body, title) => {
    expect(entryOf(PATH, lore('keys: [Ember]', body)).title).toBe(title);
  });

  test('a file name with dots and blanks is the title, but for the blanks around it', () => {
    expect(entryOf('Lore/ Mill v2.1 .md', lore('keys: [a]')).title).toBe('Mill v2.1');
  });
});
