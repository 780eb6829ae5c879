import { describe, expect, test } from 'vitest';
import {
  entryNamed,
  exportedEntry,
  ourEntry,
  readFile,
  remarkedFields,
  writeFile,
} from '../../../../tests/support/lorebook-files';
import bareBook from '../__fixtures__/ccv2-book.json';
import card from '../__fixtures__/ccv2-card.json';
import bareEntries from '../__fixtures__/ccv2-entries.json';
import tavernCard from '../__fixtures__/ccv3-card.json';
import deeper from '../__fixtures__/ccv3-lorebook-deeper.json';
import patterns from '../__fixtures__/ccv3-lorebook.json';
import { ccv2 } from '../ccv2/ccv2';
import { ccv3 } from '../ccv3/ccv3';
import { asRecord } from '../tavern-world-info/tavern-entry';

/** The entry that a list of one gives. */
function readOne(item: Readonly<Record<string, unknown>>) {
  const entry = readFile(ccv2, {
    entries: [{ keys: ['a'], content: 'A.', enabled: true, insertion_order: 100, extensions: {}, ...item }],
  }).book.entries[0];
  if (!entry) throw new Error('No entry was read.');
  return entry;
}

function writtenEntries(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  const entries = (asRecord(asRecord(value)?.['data']) ?? asRecord(value))?.['entries'];
  return Array.isArray(entries) ? entries.map(asRecord).filter((entry) => entry !== undefined) : [];
}

describe('a character book', () => {
  const { book, unread } = readFile(ccv2, card);

  test('is the same in a card, on its own, and as a bare list', () => {
    const alone = readFile(ccv2, bareBook).book;
    expect(alone).toEqual(book);
    expect(readFile(ccv2, bareEntries, 'Inn.json').book).toMatchObject({
      name: 'Inn',
      entries: [{ title: 'alys' }, { title: 'bram' }],
    });
    expect(unread).toEqual([]);
  });

  test('has numbers for place and budget of their own, both in our directions', () => {
    expect(entryNamed(book, 'Tower').properties).toEqual({
      keys: ['lighthouse'],
      refineKeys: ['storm'],
      caseSensitive: true,
      priority: 195,
      order: 10,
      position: 'before_char',
    });
    expect(entryNamed(book, 'bell').properties).toMatchObject({ priority: 180, order: 20 });
  });

  test('is called by its name field where it has no comment, and keeps a name beside one', () => {
    expect(readOne({ name: 'Inn', comment: ' ' }).title).toBe('Inn');
    expect(entryNamed(book, 'Tower').leftovers).toMatchObject({ character_book: { name: 'Lighthouse' } });
  });

  test.each<[string, Readonly<Record<string, unknown>>, string, readonly string[]]>([
    ['before_char', { position: 'before_char' }, 'before_char', []],
    ['an unknown word', { position: 'somewhere' }, 'after_char', ['position']],
    ['nothing', {}, 'after_char', []],
    ['SillyTavern’s number', { extensions: { position: 2 } }, 'author_note_top', []],
    [
      'its number beside the word that it writes',
      { position: 'after_char', extensions: { position: 3 } },
      'author_note_bottom',
      [],
    ],
    [
      'its number against the word',
      { position: 'before_char', extensions: { position: 3 } },
      'author_note_bottom',
      ['position'],
    ],
    ['its number in chat', { extensions: { position: 4, depth: 1, role: 2 } }, 'in_chat', []],
  ])('stands where %s says', (_, item, position, remarked) => {
    const entry = readOne(item);
    expect(entry.properties.position).toBe(position);
    expect(remarkedFields(entry)).toEqual(remarked);
  });

  test('obeys letter case of the extension before that of the entry', () => {
    expect(readOne({ case_sensitive: true, extensions: { case_sensitive: false } }).properties.caseSensitive).toBe(
      false,
    );
    expect(readOne({ case_sensitive: true, extensions: { case_sensitive: null } }).properties.caseSensitive).toBe(true);
  });

  test('uses secondary keys only where the entry says so, and keeps them otherwise', () => {
    const sleeping = readOne({ secondary_keys: ['b'] });
    expect(sleeping.properties.refineKeys).toBeUndefined();
    expect(sleeping.leftovers).toEqual({ sillytavern: { keysecondary: ['b'], selective: false } });
    expect(readOne({ secondary_keys: ['b'], selective: true }).properties.refineKeys).toEqual(['b']);
  });

  test('has the chance, the timers, the group and the rest of SillyTavern’s extensions', () => {
    expect(readFile(ccv2, card).book.entries[1]?.properties).toEqual({
      keys: ['tide wall'],
      enabled: false,
      priority: -100,
      order: 300,
      position: 'author_note_bottom',
      sticky: { count: 2, unit: 'messages' },
      probability: 0.3,
      group: 'walls',
    });
  });

  test('has SillyTavern’s automation id, and gives it back', () => {
    const books = { entries: [{ keys: ['bell'], content: 'Cracked.', extensions: { automation_id: 'ring' } }] };
    const { book } = readFile(ccv2, books);
    expect(book.entries[0]?.properties.automationId).toBe('ring');
    expect(book.entries[0]?.remarks.map(({ field }) => field)).not.toContain('automationId');
    for (const format of [ccv2, ccv3]) {
      const [written] = writtenEntries(
        writeFile(format, { entries: [ourEntry({ properties: { automationId: 'ring' } })] }).value,
      );
      expect(written).toMatchObject({ extensions: { automation_id: 'ring' } });
      expect(written?.['extensions']).not.toHaveProperty('lorehearth.automation_id');
    }
  });

  test('in a card without a name has that of the card', () => {
    const value = {
      spec: 'chara_card_v2',
      data: { name: 'Mira', character_book: { entries: [{ keys: ['a'], content: 'A.' }] } },
    };
    expect(readFile(ccv2, value).book.name).toBe('Mira');
  });

  test('that a card only names is told, since it is a file of its own', () => {
    const value = { spec: 'chara_card_v3', data: { name: 'Mira', extensions: { world: 'Harbour' } } };
    expect(ccv3.read({ name: 'Mira.png', value })).toEqual({
      books: [],
      unread: [
        {
          where: 'data.extensions.world',
          sentence: expect.stringContaining('“Harbour”, which is not in the file') as string,
        },
      ],
    });
  });
});

describe('use_regex', () => {
  test('of SillyTavern makes no pattern of plain words', () => {
    const [ferry] = readFile(ccv3, tavernCard).book.entries;
    expect(ferry?.properties).toMatchObject({
      keys: ['C++', 'Dr. Who?'],
      selectiveLogic: 'and_all',
      position: 'in_chat',
      depth: 1,
      role: 'assistant',
    });
    const { value } = writeFile(ccv3, { entries: ferry ? [exportedEntry(ferry)] : [] });
    expect(writtenEntries(value)[0]).toMatchObject({ use_regex: true, keys: ['C++', 'Dr. Who?'] });
  });

  test('of other programs makes patterns of all keys, of that entry alone', () => {
    const [beacon, plain] = readFile(ccv3, patterns).book.entries;
    expect(beacon?.properties.keys).toEqual(['/beac(on|ons)/i', '/a\\/b/i']);
    expect(plain?.properties.keys).toEqual(['plain']);
  });

  test('leaves a key that is no valid pattern as a word, and says so', () => {
    const entry = readOne({ use_regex: true, keys: ['(', '/x/'] });
    expect(entry.properties.keys).toEqual(['(', '/x/']);
    expect(remarkedFields(entry)).toEqual(['keys']);
  });

  test('is written where all keys are patterns', () => {
    const entries = [['/a/'], ['a'], ['/a/', 'b'], []].map((keys) => ourEntry({ properties: { keys } }));
    const { value } = writeFile(ccv3, { entries });
    expect(writtenEntries(value).map((entry) => entry['use_regex'])).toEqual([true, false, false, false]);
    expect(writtenEntries(writeFile(ccv2, { entries }).value)[0]).not.toHaveProperty('use_regex');
  });
});

test('a lorebook of version 3 may stand one level deeper', () => {
  const { book, unread } = readFile(ccv3, deeper);
  expect([book.name, book.entries.length, unread]).toEqual(['Deeper', 1, []]);
  const broken = readFile(ccv3, { spec: 'lorebook_v3', data: { lorebook: { entries: [1] } } });
  expect(broken.unread[0]?.where).toBe('data.lorebook.entries.0');
});

describe('a note of ours in a character book', () => {
  test('has both numbers, mirrored, the second only where it says something else', () => {
    const entries = [
      { priority: 30, order: 5 },
      { priority: 120, order: 80 },
    ].map((properties) => ourEntry({ properties }));
    const written = writtenEntries(writeFile(ccv2, { entries }).value);
    expect(written.map(({ insertion_order, priority }) => [insertion_order, priority])).toEqual([
      [5, 170],
      [80, undefined],
    ]);
  });

  test('has the specification’s fields and SillyTavern’s extensions', () => {
    const properties = {
      keys: ['mill'],
      refineKeys: ['night'],
      position: 'in_chat',
      depth: 1,
      role: 'user',
      enabled: false,
    } as const;
    const [written] = writtenEntries(writeFile(ccv2, { entries: [ourEntry({ properties })] }).value);
    expect(written).toMatchObject({
      id: 0,
      keys: ['mill'],
      secondary_keys: ['night'],
      selective: true,
      comment: 'Mill',
      name: 'Mill',
      enabled: false,
      position: 'after_char',
      extensions: { position: 4, depth: 1, role: 1, selectiveLogic: 0, probability: 100, useProbability: true },
    });
  });

  test('names characters as something that such books do not know', () => {
    const { remarks } = writeFile(ccv2, { entries: [ourEntry({ properties: { keys: ['a'], characters: ['Mira'] } })] });
    expect(remarks.map(({ field }) => field)).toEqual(['characters']);
  });

  test('keeps its decorators in version 3 alone', () => {
    const entries = [ourEntry({ body: '@@depth 2\n@@is_greeting\nText.' })];
    expect(writtenEntries(writeFile(ccv3, { entries }).value)[0]?.['content']).toBe('@@depth 2\n@@is_greeting\nText.');
    expect(writtenEntries(writeFile(ccv2, { entries }).value)[0]).toMatchObject({
      content: 'Text.',
      extensions: { position: 4, depth: 2 },
    });
  });
});
