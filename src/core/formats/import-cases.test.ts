import { strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readAgain, readFile, remarkedFields } from '../../../tests/support/lorebook-files';
import { ccv2 } from './ccv2/ccv2';
import { ccv3 } from './ccv3/ccv3';
import { detectFormat, unknownFormat } from './formats';
import { foldFileName, noteFileName } from './note-file-name';
import { openFile } from './open-file';
import { sillytavern } from './sillytavern/sillytavern';

/** What is said of a file: its format, or why it has none. */
function whatIs(text: string, name: string): string {
  const opened = openFile(strToU8(text), name);
  if (opened.kind === 'refused') return opened.problem;
  const [file] = opened.files;
  if (!file) return 'nothing';
  return detectFormat(file)?.id ?? unknownFormat(file);
}

describe('BR-123 files of World Info', () => {
  const world = '{"entries":{"0":{"uid":0,"key":["mill"],"content":"Text."}}}';

  test.each([
    ['plain', world, 'Coast.json'],
    ['with a byte-order mark', `\uFEFF${world}`, 'Coast.json'],
    ['with an ending in capitals', world, 'COAST.JSON'],
  ])('are told by their content: %s', (_, text, name) => {
    expect(whatIs(text, name)).toBe('sillytavern');
  });

  test('are expected where a file of text or an empty object is found', () => {
    expect(whatIs('The mill stands still.', 'mill.txt')).toMatch(/begins with "The mill.* Expected is /);
    expect(whatIs('{}', 'empty.json')).toMatch(/has no fields\. Expected is one of: SillyTavern World Info, /);
  });
});

test('BR-124 entries of card books keep keys, secondary keys, order and whether they are on', () => {
  const { book, unread } = readFile(ccv2, {
    entries: [
      { keys: ['alys'], content: 'A.', enabled: true, insertion_order: 10, id: 0 },
      {
        keys: ['bram'],
        secondary_keys: ['inn'],
        selective: true,
        content: 'B.',
        enabled: false,
        insertion_order: 20,
        id: 1,
      },
    ],
  });
  expect(unread).toEqual([]);
  expect(book.entries.map(({ title, properties, body }) => ({ title, body, ...properties }))).toEqual([
    { title: 'alys', body: 'A.', keys: ['alys'], position: 'after_char', priority: 190, order: 10 },
    {
      title: 'bram',
      body: 'B.',
      keys: ['bram'],
      refineKeys: ['inn'],
      enabled: false,
      position: 'after_char',
      priority: 180,
      order: 20,
    },
  ]);
});

test.each([
  ['nothing', null],
  ['a book without entries', { entries: [] }],
  ['a book with entries by number, of which there are none', { entries: {} }],
])('BR-126 a card with %s has no lore in it, which is told', (_, character_book) => {
  for (const [format, spec] of [
    [ccv2, 'chara_card_v2'],
    [ccv3, 'chara_card_v3'],
  ] as const) {
    const file = { name: 'Mira.json', value: { spec, data: { name: 'Mira', character_book } } };
    expect(detectFormat(file)).toBe(format);
    expect(format.read(file)).toEqual({
      books: [],
      unread: [{ where: 'data.character_book', sentence: 'There is no lore in this card.' }],
    });
  }
});

test('BR-127 numbers of World Info become the words of notes', () => {
  const entries = [0, 1, 2, 3, 4, 5, 6].map((position) => ({
    uid: position,
    key: ['a'],
    keysecondary: ['b'],
    content: 'Text.',
    position,
    selectiveLogic: position % 4,
    depth: 2,
    role: 1,
    excludeRecursion: true,
    preventRecursion: true,
    delayUntilRecursion: 1,
    order: 250,
  }));
  const { book } = readFile(sillytavern, { entries });
  expect(book.entries.map(({ properties }) => [properties.position, properties.selectiveLogic])).toEqual([
    ['before_char', undefined],
    ['after_char', 'not_all'],
    ['author_note_top', 'not_any'],
    ['author_note_bottom', 'and_all'],
    ['in_chat', undefined],
    ['examples_top', 'not_all'],
    ['examples_bottom', 'not_any'],
  ]);
  expect(book.entries[4]?.properties).toMatchObject({ depth: 2, role: 'user', order: 250, priority: -50 });
  for (const { properties, remarks } of book.entries) {
    expect(properties).toMatchObject({ notRecursable: true, excludeRecursion: true, delayUntilRecursion: 1 });
    expect(remarks).toEqual([]);
  }
});

test.each([0, 1, 2, 3])('BR-128 secondary logic %i is the same after a way in, out and in again', (selectiveLogic) => {
  const entry = { uid: 4, key: ['a'], keysecondary: ['b', 'c'], content: 'Text.', selectiveLogic, comment: 'One' };
  const first = readFile(sillytavern, { name: 'Coast', entries: { 4: entry } }).book;
  const again = readAgain(sillytavern, first);
  expect(again.book).toEqual(first);
  expect(again.writing.value).toMatchObject({ entries: { 4: entry } });
});

test.each([
  ['a list', { key: ['a'] }, ['a']],
  ['one text with commas', { keys: 'b, c' }, ['b', 'c']],
  ['numbers and nothing among texts', { keys: [123, null, 'd'] }, ['123', 'd']],
])('BR-130 keys may be %s under either name', (_, fields, keys) => {
  const { book } = readFile(sillytavern, { entries: { 0: { ...fields, content: 'A.' } } });
  expect(book.entries[0]?.properties.keys).toEqual(keys);
});

test('BR-130 secondary keys may have either name', () => {
  const entries = { 0: { key: ['a'], keysecondary: ['x'] }, 1: { key: ['a'], secondary_keys: 'x, y' } };
  const { book } = readFile(sillytavern, { entries });
  expect(book.entries.map(({ properties }) => properties.refineKeys)).toEqual([['x'], ['x', 'y']]);
});

test('BR-132 entries that lack something come in, with the field named, and none is lost', () => {
  const entries = {
    0: { key: ['a'], content: 'A.', comment: 'One' },
    1: { key: ['b'], comment: 'Two' },
    2: { key: ['c'], content: 'C.', comment: 'Three', order: 'x' },
    3: 'no entry',
  };
  const { book, unread } = readFile(sillytavern, { entries });
  expect(book.entries.map((entry) => [entry.title, remarkedFields(entry)])).toEqual([
    ['One', []],
    ['Two', ['content']],
    ['Three', ['order']],
  ]);
  expect(unread.map(({ where }) => where)).toEqual(['entries.3']);
});

test('BR-133 entries without a title are called by their first key, and their files have names of their own', () => {
  const keys = [['mill'], ['mill', 'stream'], ['/reg,ex/i'], []];
  const entries = keys.map((key) => ({ comment: '', key, content: 'Text.' }));
  const { book } = readFile(sillytavern, { entries: Object.fromEntries(entries.entries()) });
  const taken = new Set<string>();
  const names = book.entries.map(({ title }) => {
    const name = noteFileName(title, (folded) => taken.has(folded));
    taken.add(foldFileName(name));
    return name;
  });
  expect(names).toEqual(['mill', 'mill 2', 'reg,ex i', 'Entry 4']);
});

test('BR-136 an entry with half of what it needs comes in and is marked; one with nothing is named', () => {
  const entries = [
    { key: [], content: 'Text.' },
    { key: ['a'], content: '' },
    { key: [], content: ' ', comment: 'Empty' },
  ];
  const { book, unread } = readFile(sillytavern, { entries: Object.fromEntries(entries.entries()) });
  expect(book.entries.map(remarkedFields)).toEqual([['key'], ['content']]);
  expect(unread).toEqual([{ where: 'entries.2', sentence: '“Empty” has neither keys nor text.' }]);
});

test('BR-137 the same book in two cards gives the same ids', () => {
  const character_book = {
    name: 'Coast',
    entries: [
      { id: 1, keys: ['a'], content: 'A.' },
      { keys: ['b'], content: 'B.' },
    ],
  };
  const [mira, nell] = ['Mira', 'Nell'].map((name) => {
    const { book } = readFile(ccv2, { spec: 'chara_card_v2', data: { name, character_book } }, `${name}.png`);
    return book.entries.map(({ sourceId }) => sourceId);
  });
  expect(mira).toEqual(nell);
  expect(new Set(mira).size).toBe(2);
});

test('BR-138 an entry whose text was changed keeps its id, if the file gives it one', () => {
  const ids = ['A.', 'A, changed.'].map(
    (content) =>
      readFile(sillytavern, { name: 'Coast', entries: { 3: { uid: 3, key: ['a'], content } } }).book.entries[0]
        ?.sourceId,
  );
  expect(ids[0]).toBe(ids[1]);
});
