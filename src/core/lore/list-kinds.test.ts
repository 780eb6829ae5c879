import { expect, test } from 'vitest';
import { splitNote } from './frontmatter';
import type { FieldKind } from './field-kinds';
import { choices, entryList, nameList, values, wordList } from './list-kinds';

/** What a kind reads from a property value as it is written in a note. */
function read(kind: FieldKind<unknown>, yaml: string): unknown {
  const { properties, problems } = splitNote('n.md', `---\np: ${yaml}\n---\n`);
  expect(problems).toEqual([]);
  const reading = kind.read(properties[0]?.value ?? { kind: 'null' });
  return reading.complaint ? { value: reading.value, left: reading.complaint.written } : reading.value;
}

test.each([
  [
    'BR-025 a pattern and a word in one text',
    '"/dragons?{1,3}|wyrms, old/i, ember"',
    ['/dragons?{1,3}|wyrms, old/i', 'ember'],
  ],
  ['BR-032 a text with commas', 'Orrin, the Grey Abbot , abbot', ['Orrin', 'the Grey Abbot', 'abbot']],
  ['BR-072 a day', '[2031-04-12]', ['2031-04-12']],
  [
    'BR-073 words that look like booleans',
    '[no, yes, on, off, y, n, "null"]',
    ['no', 'yes', 'on', 'off', 'y', 'n', 'null'],
  ],
  ['BR-075 a number', '1984', ['1984']],
  ['BR-077 an empty item', '\n  -\n  - Ember', ['Ember']],
  [
    'numbers as they are written',
    '[010, 1_000, 1.10, 0x1F, 1e3, 0o17]',
    ['010', '1_000', '1.10', '0x1F', '1e3', '0o17'],
  ],
  ['items with commas', '\n  - a, b\n  - c', ['a, b', 'c']],
  ['a link without quotes', '[[Bell Tower]]', ['Bell Tower']],
  ['an empty list', '[]', []],
  ['an empty text', '""', []],
  ['nothing', '', undefined],
  ['a map in a list', '\n  - Dr: Quill\n  - b', { value: ['b'], left: 'Dr: Quill' }],
  ['a map', '{a: b}', { value: undefined, left: 'a: b' }],
])('words: %s', (_, yaml, expected) => {
  expect(read(wordList, yaml)).toEqual(expected);
});

test.each([
  ['BR-080 a link without quotes', '[[Bell Tower]]', ['Bell Tower']],
  [
    'BR-081 links and names',
    '\n  - [[Bell Tower]]\n  - "[[Quay|the quay]]"\n  - "[[Lore/Mill#History]]"\n  - Plain Note',
    ['Bell Tower', 'Quay', 'Lore/Mill', 'Plain Note'],
  ],
  ['one link in a list', '\n  - [[Bell Tower]]', ['Bell Tower']],
  ['one name', 'Mill', ['Mill']],
  ['names with commas between', 'Mill, Quay', ['Mill', 'Quay']],
  ['links in one text', '"[[Mill, the Old]], [[Quay^block]]"', ['Mill, the Old', 'Quay']],
  ['a link with a comma, without quotes', '[[Mill, the Old]]', ['Mill, the Old']],
  ['two links in a list without quotes', '[[[Mill]], [[Quay]]]', ['Mill', 'Quay']],
  ['plain names in a list', '[Mill, 1984]', ['Mill', '1984']],
  ['BR-078 nothing', '~', undefined],
  ['an empty item', '\n  -\n  - Mill', ['Mill']],
  ['a map in a list', '\n  - Dr: Quill\n  - Mill', { value: ['Mill'], left: 'Dr: Quill' }],
])('entries: %s', (_, yaml, expected) => {
  expect(read(entryList, yaml)).toEqual(expected);
});

test.each([
  ['plain names', 'Hesper Dray, Pell', ['Hesper Dray', 'Pell']],
  ['a link with a path and a shown text', '"[[Characters/Hesper Dray|the Reader]]"', ['Hesper Dray']],
])('names: %s', (_, yaml, expected) => {
  expect(read(nameList, yaml)).toEqual(expected);
});

test.each([
  ['one text, commas included', 'Isk, the lower city', ['Isk, the lower city']],
  ['a list', '[first turning, strike years]', ['first turning', 'strike years']],
  ['a link', '"[[Places/Isk|the city]]"', ['Isk']],
  ['a number', '312', ['312']],
  ['an empty text', '""', []],
])('values: %s', (_, yaml, expected) => {
  expect(read(values, yaml)).toEqual(expected);
});

test.each([
  ['a list', '[normal, Swipe]', ['normal', 'swipe']],
  ['a text with commas', 'normal, swipe', ['normal', 'swipe']],
  ['unknown ones, which are left out', '[normal, never, often]', { value: ['normal'], left: 'never, often' }],
  ['nothing', '', undefined],
])('choices: %s', (_, yaml, expected) => {
  expect(read(choices(['normal', 'swipe']), yaml)).toEqual(expected);
});

test('lists of two names of one property are one list', () => {
  expect(wordList.merge?.(['a', 'b'], ['b', 'c'])).toEqual(['a', 'b', 'c']);
});
