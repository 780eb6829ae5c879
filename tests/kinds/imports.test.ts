import { strToU8 } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import { detectFormat } from '../../src/core/formats/formats';
import type { ImportedEntry } from '../../src/core/formats/lorebook-format';
import { openFile } from '../../src/core/formats/open-file';
import type { ImportFile, ImportPlan } from '../../src/core/imports/import-plan';
import { plannedNotes } from '../../src/core/imports/import-plan';
import { engineHost, settled, type EngineHost } from '../support/engine-host';
import { imported, planned, tavernFile, textFile, type TavernDraft } from '../support/import-files';
import { lore } from '../support/lore-vault';

/** What is read from a file: its format, its entries, and what was none. */
function read(value: unknown): {
  readonly format?: string;
  readonly entries: readonly ImportedEntry[];
  readonly unread: number;
} {
  const opened = openFile(strToU8(JSON.stringify(value)), 'Coast.json');
  const file = opened.kind === 'refused' ? undefined : opened.files[0];
  const format = file && detectFormat(file);
  if (!file || !format) return { entries: [], unread: 0 };
  const { books, unread } = format.read(file);
  return { format: format.id, entries: books.flatMap(({ entries }) => entries), unread: unread.length };
}

function only(value: unknown): ImportedEntry {
  const [entry] = read(value).entries;
  if (!entry) throw new Error('No entry was read.');
  return entry;
}

const tavern = (fields: object): unknown => ({
  entries: { 0: { uid: 0, key: ['mill'], content: 'Text.', ...fields } },
});
const cardEntry = { keys: ['mill'], content: 'Text.', enabled: true, insertion_order: 10 };
const card = (fields: object): unknown => ({
  spec: 'chara_card_v2',
  data: { name: 'Mira', character_book: { entries: [{ ...cardEntry, ...fields }] } },
});

describe('BR-130 spellings of keys', () => {
  test.each([
    [{ key: 1984 }, ['1984']],
    [{ key: 'a, b' }, ['a', 'b']],
    [{ key: 'a\\, b, c' }, ['a, b', 'c']],
    [{ key: '/a{1,2}/, b' }, ['/a{1,2}/', 'b']],
    [{ key: [['a', 'b'], 'c'] }, ['a', 'b', 'c']],
    [{ key: [7, null, true, 'd'] }, ['7', 'true', 'd']],
    [{ key: [{ text: 'a' }, 'd'] }, ['d']],
    [{ key: ['', ' ', 'd '] }, ['d']],
    [{ key: undefined, keys: ['e'] }, ['e']],
  ])('World Info with %j', (fields, keys) => {
    expect(only(tavern(fields)).properties.keys).toEqual(keys);
  });

  test.each([
    [{ keys: 1984 }, ['1984']],
    [{ keys: [7, null, ['x'], { a: 1 }, 'd'] }, ['7', 'x', 'd']],
    [{ keys: undefined, key: ['e'] }, ['e']],
    [{ keys: null, key: 'e, f' }, ['e', 'f']],
  ])('a card with %j', (fields, keys) => {
    expect(only(card(fields)).properties.keys).toEqual(keys);
  });

  test('a card with secondary keys under the name of World Info', () => {
    expect(only(card({ keysecondary: ['inn'], selective: true })).properties.refineKeys).toEqual(['inn']);
  });

  test('what is no text among keys is left out, and said', () => {
    expect(only(tavern({ key: [{ text: 'a' }, 'd'] })).remarks).toEqual([
      { field: 'key', sentence: '{"text":"a"} is no text and is left out.' },
    ]);
  });
});

describe('BR-124 whether an entry is on', () => {
  test.each([
    [{ disable: 'true' }, false],
    [{ disable: 'yes' }, false],
    [{ disable: 1 }, false],
    [{ disable: 'no' }, undefined],
    [{ enabled: 'false' }, false],
    [{ enabled: 0 }, false],
    [{ enabled: 'off' }, false],
    [{ disable: true, enabled: true }, false],
    [{ disable: false, enabled: false }, undefined],
  ])('World Info with %j', (fields, enabled) => {
    expect(only(tavern(fields)).properties.enabled).toBe(enabled);
  });

  test.each([
    [{ enabled: 'false' }, false],
    [{ enabled: 'OFF' }, false],
    [{ enabled: undefined, disable: true }, false],
    [{ enabled: undefined }, undefined],
    [{ enabled: true, disable: true }, undefined],
  ])('a card with %j', (fields, enabled) => {
    expect(only(card(fields)).properties.enabled).toBe(enabled);
  });

  test('two fields that disagree are named', () => {
    expect(only(tavern({ disable: false, enabled: false })).remarks.map(({ field }) => field)).toEqual(['enabled']);
  });
});

describe('BR-127 words and texts for numbers', () => {
  test.each([
    [
      { position: 'at_depth', depth: '2', role: 'User' },
      { position: 'in_chat', depth: 2, role: 'user' },
    ],
    [{ position: 'ANTop' }, { position: 'author_note_top' }],
    [{ position: '4' }, { position: 'in_chat' }],
    [{ keysecondary: ['inn'], selectiveLogic: 'NOT_ANY' }, { selectiveLogic: 'not_any' }],
    [{ keysecondary: ['inn'], selectiveLogic: '3' }, { selectiveLogic: 'and_all' }],
    [{ probability: '40%' }, { probability: 0.4 }],
    [{ order: '-5' }, { order: -5, priority: 205 }],
    [{ group: ['a', 'b'] }, { group: 'a, b' }],
    [{ sticky: '3' }, { sticky: { count: 3, unit: 'messages' } }],
    [{ extensions: null }, { keys: ['mill'] }],
  ])('World Info with %j', (fields, properties) => {
    const entry = only(tavern(fields));
    expect(entry.properties).toMatchObject(properties);
    expect(entry.remarks).toEqual([]);
  });

  test('a place that nobody knows is named, and the usual one holds', () => {
    const entry = only(card({ position: 'beside' }));
    expect([entry.properties.position, entry.remarks.map(({ field }) => field)]).toEqual(['after_char', ['position']]);
  });
});

describe('BR-132 texts of other kinds', () => {
  test.each([
    [{ content: 5 }, '5'],
    [{ content: ['one', 'two'] }, 'one\ntwo'],
    [{ content: null }, ''],
    [{ content: '---\nkeys: [x]\n---\nText' }, '---\nkeys: [x]\n---\nText'],
  ])('the text of %j', (fields, body) => {
    expect(only(tavern(fields)).body).toBe(body);
  });
});

describe('BR-133 names', () => {
  test.each([
    [{ comment: 12 }, '12'],
    [{ comment: '', name: 'Old mill' }, 'Old mill'],
    [{ comment: null, title: 'Old mill' }, 'Old mill'],
    [{ comment: 'Old\nmill' }, 'Old mill'],
    [{ comment: ' ', key: [' ', 'weir'] }, 'weir'],
    [{ comment: '', key: [] }, 'Entry 1'],
  ])('of %j', (fields, title) => {
    expect(only(tavern(fields)).title).toBe(title);
  });
});

describe('BR-123 and BR-126 where a book may stand', () => {
  const entries = [cardEntry];

  test.each([
    ['a list in a card', { spec: 'chara_card_v2', data: { name: 'M', character_book: entries } }, 'ccv2', 1],
    [
      'entries by number',
      { spec: 'chara_card_v2', data: { character_book: { entries: { 0: cardEntry } } } },
      'ccv2',
      1,
    ],
    ['beside the data', { spec: 'chara_card_v3', name: 'M', character_book: { entries } }, 'ccv3', 1],
    ['in the extensions', { spec: 'chara_card_v2', data: { extensions: { character_book: { entries } } } }, 'ccv2', 1],
    ['nowhere', { spec: 'chara_card_v2', data: { character_book: 'Coast' } }, 'ccv2', 0],
    ['a bare list with the names of World Info', [{ key: ['mill'], content: 'Text.' }], 'ccv2', 1],
    ['a bare list with one text of keys', [{ keys: 'mill, weir', content: 'Text.' }], 'ccv2', 1],
    ['a list with holes', { entries: [null, { key: ['a'], content: 'A.' }, 7] }, 'sillytavern', 1],
    ['NovelAI with entries by id', { lorebookVersion: 5, entries: { a: { keys: ['a'], text: 'A.' } } }, 'novelai', 1],
    [
      'NovelAI with a version in quotes',
      { lorebookVersion: '5', entries: [{ keys: ['a'], text: 'A.' }] },
      'novelai',
      1,
    ],
    ['AgnAI without its kind', { name: 'W', entries: [{ keywords: ['a'], entry: 'A.' }] }, 'agnai', 1],
    ['no book at all', { name: 'Mira', first_mes: 'Hello.' }, undefined, 0],
  ])('%s', (_, value, format, count) => {
    const reading = read(value);
    expect([reading.format, reading.entries.length]).toEqual([format, count]);
    expect(reading.entries.every(({ properties }) => (properties.keys ?? []).length > 0)).toBe(true);
  });
});

const FOX = { uid: 0, comment: 'Fox', key: ['fox', 'vixen'], content: 'A red animal.' };
const DEN = { uid: 1, comment: 'Den', key: ['den'], content: 'Under the oak.' };
const forest = (...entries: readonly TavernDraft[]): ImportFile => tavernFile('Forest', entries);

/** A card with the two entries of the forest. */
function forestCard(name: string, book: object = {}): ImportFile {
  const entries = [FOX, DEN].map(({ uid, comment, key, content }) => ({
    id: uid,
    keys: key,
    comment,
    content,
    enabled: true,
    insertion_order: 100,
  }));
  const data = { name, character_book: { ...book, entries } };
  return textFile(`${name}.json`, JSON.stringify({ spec: 'chara_card_v2', data }));
}

describe('importing again', () => {
  let host: EngineHost;
  const plan = (...files: readonly ImportFile[]): Promise<ImportPlan> => planned(host.engine, files);
  const actions = (made: ImportPlan): readonly string[] =>
    plannedNotes(made).map(({ title, action, path }) => `${title} ${action} ${path}`);

  beforeEach(async () => {
    host = engineHost({ 'Hare.md': lore('keys: [hare]') });
    await host.engine.open();
    await imported(host.engine, [forest(FOX, DEN)]);
    await settled();
  });

  const SAME = ['Fox unchanged Lorebooks/Forest/Fox.md', 'Den unchanged Lorebooks/Forest/Den.md'];

  test.each([
    ['a second download', tavernFile('Forest (1)', [FOX, DEN])],
    ['a copy under another name', tavernFile('Wood', [FOX, DEN])],
    ['another letter case', tavernFile('forest', [FOX, DEN])],
    ['the lorebook of a card', forestCard('Mira')],
    ['the lorebook of a card by its name', forestCard('Mira', { name: 'Forest' })],
  ])('BR-137 the same book is known again: %s', async (_, file) => {
    const made = await plan(file);
    expect(actions(made)).toEqual(SAME);
    expect(plannedNotes(made)[0]?.kept).toBe('It is in the vault already, as an entry of the book “Forest”.');
  });

  test('BR-137 a world file and two cards of one import make one set of notes', async () => {
    const fresh = engineHost({});
    await fresh.engine.open();
    const report = await imported(fresh.engine, [forest(FOX, DEN), forestCard('Mira'), forestCard('Orr')]);
    expect(report).toMatchObject({ created: ['Lorebooks/Forest/Fox.md', 'Lorebooks/Forest/Den.md'], unchanged: 4 });
  });

  test.each([
    ['one entry says something else', tavernFile('Wood', [FOX, { ...DEN, content: 'Below.' }])],
    ['one entry is switched off', tavernFile('Wood', [FOX, { ...DEN, disable: true }])],
    ['one entry has another place', tavernFile('Wood', [FOX, { ...DEN, position: 1 }])],
    ['there is one entry more', tavernFile('Wood', [FOX, DEN, { uid: 2, comment: 'Hill', key: ['hill'] }])],
  ])('BR-137 another book is another one: %s', async (_, file) => {
    const made = await plan(file);
    expect(
      plannedNotes(made).every(({ action, path }) => action === 'create' && path.startsWith('Lorebooks/Wood/')),
    ).toBe(true);
  });

  test.each([
    ['numbers that changed places', forest({ ...FOX, uid: 1 }, { ...DEN, uid: 0 }), [SAME[1], SAME[0]]],
    ['a first entry that is gone', forest({ ...DEN, uid: 0 }), SAME.slice(1)],
    [
      'an entry put in front',
      forest({ uid: 0, comment: 'Hill', key: ['hill'] }, { ...FOX, uid: 1 }, { ...DEN, uid: 2, content: 'Below.' }),
      ['Hill create Lorebooks/Forest/Hill.md', SAME[0], 'Den update Lorebooks/Forest/Den.md'],
    ],
    [
      'another first key',
      forest({ ...FOX, key: ['reynard', 'fox'] }, DEN),
      ['Fox update Lorebooks/Forest/Fox.md', SAME[1]],
    ],
    [
      'another title and number',
      forest({ ...DEN, uid: 0 }, { ...FOX, uid: 1, comment: 'Vixen' }),
      [SAME[1], 'Vixen update Lorebooks/Forest/Fox.md'],
    ],
    ['entries as a list', textFile('Forest.json', JSON.stringify({ entries: [FOX, DEN] })), SAME],
  ])('BR-138 entries are known again by what they say: %s', async (_, file, expected) => {
    expect(actions(await plan(file))).toEqual(expected);
  });

  test('BR-138 two that are equally like are not taken for each other', async () => {
    const twins = [
      { ...FOX, uid: 1, key: ['a'], content: 'One.' },
      { ...FOX, uid: 2, key: ['b'], content: 'Two.' },
    ];
    expect(actions(await plan(forest({ ...DEN, uid: 0 }, ...twins)))).toEqual([
      SAME[1],
      'Fox create Lorebooks/Forest/Fox 2.md',
      'Fox create Lorebooks/Forest/Fox 3.md',
    ]);
  });

  test('BR-138 a note that was renamed, moved or edited stays, whatever the file counts', async () => {
    host.source.rename('Lorebooks/Forest/Fox.md', 'Beasts/Reynard.md');
    await settled();
    host.source.set('Beasts/Reynard.md', (host.source.text('Beasts/Reynard.md') ?? '').replace('red', 'grey'));
    await settled();
    const made = await plan(forest({ ...DEN, uid: 0 }, { ...FOX, uid: 1 }));
    expect(actions(made)).toEqual([SAME[1], 'Fox unchanged Beasts/Reynard.md']);
    await imported(host.engine, [forest({ ...DEN, uid: 0 }, { ...FOX, uid: 1 })]);
    expect(host.source.text('Beasts/Reynard.md')).toContain('A grey animal.');
  });

  test('BR-138 a note that was deleted comes back, and only that one', async () => {
    host.source.remove('Lorebooks/Forest/Fox.md');
    await settled();
    expect(actions(await plan(forest(FOX, DEN)))).toEqual(['Fox create Lorebooks/Forest/Fox.md', SAME[1]]);
  });

  test('BR-139 the same titles in another book are other notes', async () => {
    const other = tavernFile('Coast', [{ ...FOX, content: 'A sea fox.' }]);
    expect(actions(await plan(other))).toEqual(['Fox create Lorebooks/Coast/Fox.md']);
  });

  test('BR-128 what notes hide is said of a text that holds it', async () => {
    const made = await plan(tavernFile('Odd', [{ ...FOX, content: 'Sure: 100%% and 50%% more. <b>' }]));
    expect(plannedNotes(made)[0]?.remarks).toEqual([
      { field: 'content', sentence: 'It holds a comment, which notes keep from the model: %% and 50%%' },
    ]);
  });
});
