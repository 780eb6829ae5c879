import { expect, test } from 'vitest';
import { entryFields, fieldNames, fieldsByFoldedName, writtenName } from './entry-fields';
import { splitNote } from './frontmatter';
import { foldPropertyName } from './property-name';
import { readEntryProperties, type ReadProperties } from './read-properties';

function read(yaml: string): ReadProperties {
  const { properties, problems } = splitNote('n.md', `---\n${yaml}\n---\n`);
  expect(problems).toEqual([]);
  return readEntryProperties('n.md', properties);
}

const messages = (yaml: string): readonly string[] =>
  read(yaml).problems.map((problem) => `${String(problem.line)}: ${problem.message}`);

test('a full note is read by the table', () => {
  const { properties, problems, lines } = read(
    [
      'keys: [Ember, /em+ber/i]',
      'aliases: [Cinder]',
      'title: The Ember',
      'secondary_keys: coal, ash',
      'selective_logic: not any',
      'exclude_keys: [embers]',
      'Case Sensitive: yes',
      'whole-words: off',
      'scanDepth: 8',
      'scan_sources: [persona, scenario]',
      'summary: A coal.',
      'enabled: true',
      'constant: no',
      'required: on',
      'priority: 20',
      'order: -3',
      'position: in-chat',
      'depth: 2',
      'role: 2',
      'requires: [[Bell Tower]]',
      'excludes: Mill',
      'cascade_links: ["[[Lore/Quay#Ships]]"]',
      'delay_until_recursion: 2',
      'warmup: 2',
      'sticky: 3',
      'cooldown: 4 messages',
      'delay: 6',
      'probability: 50%',
      'group: season',
      'group_weight: 40',
      'triggers: [normal, swipe]',
      'characters: ["[[Hesper Dray]]"]',
      'known_by: [[Hesper Dray]]',
      'era: strike years',
      'locked: true',
    ].join('\n'),
  );
  expect(problems).toEqual([]);
  expect(properties).toEqual({
    keys: ['Ember', '/em+ber/i'],
    aliases: ['Cinder'],
    title: 'The Ember',
    refineKeys: ['coal', 'ash'],
    selectiveLogic: 'not_any',
    excludeKeys: ['embers'],
    caseSensitive: true,
    wholeWords: false,
    scanDepth: 8,
    scanSources: ['persona', 'scenario'],
    summary: 'A coal.',
    enabled: true,
    constant: false,
    required: true,
    priority: 20,
    order: -3,
    position: 'in_chat',
    depth: 2,
    role: 'assistant',
    requires: ['Bell Tower'],
    excludes: ['Mill'],
    cascadeLinks: ['Lore/Quay'],
    delayUntilRecursion: 2,
    warmup: 2,
    sticky: { count: 3, unit: 'turns' },
    cooldown: { count: 4, unit: 'messages' },
    delay: { count: 6, unit: 'messages' },
    probability: 0.5,
    group: 'season',
    groupWeight: 40,
    triggers: ['normal', 'swipe'],
    characters: ['Hesper Dray'],
    knownBy: ['Hesper Dray'],
    era: ['strike years'],
    locked: true,
  });
  expect(lines.get('requires')).toBe(21);
});

test.each([
  ['0', 'before_char'],
  ['1', 'after_char'],
  ['2', 'author_note_top'],
  ['3', 'author_note_bottom'],
  ['4', 'in_chat'],
  ['5', 'examples_top'],
  ['6', 'examples_bottom'],
  ['7', 'outlet'],
  ['BEFORE', 'before'],
])('BR-127 the position %s is %s', (written, position) => {
  expect(read(`position: ${written}`).properties.position).toBe(position);
});

test.each([
  ['0', 'and_any'],
  ['1', 'not_all'],
  ['2', 'not_any'],
  ['3', 'and_all'],
])('BR-127 the logic %s is %s', (written, logic) => {
  expect(read(`selective_logic: ${written}`).properties.selectiveLogic).toBe(logic);
});

test('BR-078 what is empty is absent', () => {
  const { properties, problems, empty } = read('keys:\npriority:\nrequires: ~\nera: null');
  expect(properties).toEqual({});
  expect(problems).toEqual([]);
  expect([...empty.keys()]).toEqual(['keys', 'priority', 'requires', 'era']);
});

test('BR-082 what is not understood is reported, and the default holds', () => {
  expect(read('enabled: perhaps').properties).toEqual({});
  expect(messages('enabled: perhaps\npriority: soon\nposition: somewhere')).toEqual([
    '2: For "enabled" true or false is expected, not "perhaps". The default is used.',
    '3: For "priority" a whole number is expected, not "soon". The default is used.',
    '4: For "position" one of before, after, in_chat, before_char, after_char, author_note_top, author_note_bottom, examples_top, examples_bottom, outlet is expected, not "somewhere". The default is used.',
  ]);
});

test('what is out of range, and items that are not understood, are reported', () => {
  expect(messages('depth: 20000\ntriggers: [normal, sometimes]')).toEqual([
    '2: For "depth" 0 to 10,000 is expected, not "20000". The nearest allowed value is used.',
    '3: For "triggers" some of normal, continue, impersonate, swipe, regenerate, quiet are expected. "sometimes" is left out.',
  ]);
});

test('lists under several names of one property are joined in the order of the note', () => {
  const { properties, problems, empty } = read('keywords: b\nkey:\nkeys: [a, b]\nKeys: c');
  expect(properties.keys).toEqual(['b', 'a', 'c']);
  expect(problems).toEqual([]);
  expect(empty.size).toBe(0);
});

test('of single values under several names the first counts, and the rest is reported', () => {
  expect(read('scanDepth: 2\nscan_depth: 3').properties.scanDepth).toBe(2);
  expect(messages('scanDepth: 2\nscan_depth: 3')).toEqual([
    '3: "scanDepth" and "scan_depth" are the same property. The first one is used.',
  ]);
});

test('other properties are kept as texts', () => {
  const { otherProperties, problems } = read(
    'born: 1984-02-03\nallies: [[Vex]]\nnested:\n  a: 1\n  b: [x, y]\nempty:\ntags: [lorebook]',
  );
  expect(otherProperties).toEqual({ born: ['1984-02-03'], allies: ['Vex'], nested: ['a: 1', 'b: x, y'], empty: [] });
  expect(problems).toEqual([]);
});

test('names of the language’s own objects are names like others', () => {
  const { otherProperties } = read('__proto__: x\nconstructor: y\ntoString: z\n"": w');
  expect(Object.entries(otherProperties)).toEqual([
    ['__proto__', ['x']],
    ['constructor', ['y']],
    ['toString', ['z']],
    ['', ['w']],
  ]);
  expect(Object.getPrototypeOf(otherProperties)).toBe(Object.prototype);
});

test('a name near to one of ours is asked about, unless the right one is there', () => {
  expect(messages('kesy: [a]')).toEqual([
    '2: The property "kesy" is not known. Did you mean "keys"? Unknown properties are kept and have no effect.',
  ]);
  expect(messages('kesy: [a]\nkeys: [b]')).toEqual([]);
});

test('every name of every property leads to it, and no two share one', () => {
  const spellings = fieldNames().flatMap((name) =>
    [name, writtenName(name), ...entryFields[name].aliases].map((spelling) => [spelling, name] as const),
  );
  for (const [spelling, name] of spellings) expect(fieldsByFoldedName.get(foldPropertyName(spelling))).toBe(name);
  const folded = spellings.filter(([spelling, name]) => spelling !== name || !/[A-Z]/.test(name));
  expect(new Set(folded.map(([spelling]) => foldPropertyName(spelling))).size).toBe(fieldsByFoldedName.size);
});

test('10,000 properties are read in one go', () => {
  const yaml = Array.from({ length: 10_000 }, (_, index) => `prop${String(index)}: x`).join('\n');
  expect(Object.keys(read(yaml).otherProperties)).toHaveLength(10_000);
}, 60_000);
