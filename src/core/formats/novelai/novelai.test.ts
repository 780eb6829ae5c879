import { describe, expect, test } from 'vitest';
import {
  entryNamed,
  ourEntry,
  readAgain,
  readFile,
  remarkedFields,
  writeFile,
} from '../../../../tests/support/lorebook-files';
import lorebook from '../__fixtures__/novelai-lorebook.json';
import scenario from '../__fixtures__/novelai-scenario.json';
import story from '../__fixtures__/novelai-story.json';
import { novelai } from './novelai';

describe('a NovelAI lorebook', () => {
  const { book, unread } = readFile(novelai, lorebook, 'Harbour.lorebook');

  test('gives every entry in the folder of its category', () => {
    expect([book.name, unread]).toEqual(['Harbour', []]);
    expect(book.entries.map(({ title, folder }) => [title, folder])).toEqual([
      ['Lighthouse', ['Places']],
      ['Reef', ['Old']],
      ['Law', []],
      ['Silent', []],
      ['Heir', ['Family']],
    ]);
  });

  test('says keys, patterns, and a bigger priority as a smaller one', () => {
    expect(entryNamed(book, 'Lighthouse').properties).toEqual({
      keys: ['lighthouse', '/beac(on|ons)/i'],
      notRecursable: true,
      priority: -200,
    });
  });

  test('takes places near the end for depths and all others for the place before the chat', () => {
    expect(entryNamed(book, 'Reef').properties).toMatchObject({ position: 'in_chat', depth: 3, priority: 300 });
    expect(entryNamed(book, 'Law').properties).toMatchObject({ position: 'before', constant: true });
  });

  test('an entry of a category that is off is off', () => {
    const reef = entryNamed(book, 'Reef');
    expect(reef.properties.enabled).toBe(false);
    expect(reef.properties.notRecursable).toBeUndefined();
    expect(remarkedFields(reef)).toContain('category');
  });

  test('what is said by the category holds where the entry says nothing', () => {
    const heir = entryNamed(book, 'Heir');
    expect(heir.properties).toEqual({ keys: ['heir'], constant: true, notRecursable: true, priority: 150 });
    expect(heir.leftovers).toMatchObject({ novelai: { id: 'u-5', searchRange: 500, later: { a: [1] } } });
  });

  test('what notes do not have is remarked by its field and kept', () => {
    const reef = entryNamed(book, 'Reef');
    expect(remarkedFields(reef)).toEqual([
      'category',
      'contextConfig.insertionPosition',
      'contextConfig.prefix',
      'contextConfig.tokenBudget',
      'searchRange',
      'keyRelative',
      'loreBiasGroups',
    ]);
    expect(reef.leftovers).toMatchObject({
      novelai: { searchRange: 6300, keyRelative: true, contextConfig: { prefix: '[', tokenBudget: 0.25 } },
    });
  });

  test('no keys are an empty list', () => {
    expect(entryNamed(book, 'Silent').properties.keys).toEqual([]);
    expect(remarkedFields(entryNamed(book, 'Silent'))).toEqual(['keys']);
  });

  test('what the book itself says is remarked and kept', () => {
    expect(remarkedFields(book)).toEqual(['categories.Places.createSubcontext', 'settings.orderByKeyLocations']);
    expect(book.leftovers).toMatchObject({
      novelai: {
        settings: { orderByKeyLocations: true },
        categories: [
          { id: 'c-1', name: 'Places', createSubcontext: true },
          { id: 'c-2', name: 'Old' },
          { id: 'c-3', name: 'Family', useCategoryDefaults: true },
        ],
      },
    });
    expect(readAgain(novelai, book).book.leftovers).toEqual(book.leftovers);
  });
});

describe('stories and scenarios of NovelAI', () => {
  test.each([
    ['a story', story, 'The Mill', ['content.story', 'content.context']],
    ['a scenario', scenario, 'The Pass', ['prompt', 'context']],
  ] as const)('%s gives its lorebook and names the rest', (_, value, name, left) => {
    const { book } = readFile(novelai, value);
    expect([book.name, remarkedFields(book)]).toEqual([name, left]);
    expect(book.entries.map(({ title, properties }) => [title, properties])).toEqual([
      ['Rook', { keys: ['rook'], enabled: false, priority: -200 }],
    ]);
  });

  test('one without a lorebook says so', () => {
    const { book, unread } = readFile(novelai, { storyContainerVersion: 1, content: {} });
    expect(book.entries).toEqual([]);
    expect(unread).toEqual([
      { where: 'content.lorebook.entries', sentence: 'Here is nothing; a list of entries was expected.' },
    ]);
  });
});

describe('BR-134 a NovelAI lorebook of the barest kind', () => {
  const rook = { displayName: 'Rook', text: 'A spy.', keys: ['rook'], enabled: true, forceActivation: false };

  test('is one note with its key', () => {
    const { book } = readFile(novelai, { lorebookVersion: 5, entries: [rook] });
    expect(book.entries).toMatchObject([
      { title: 'Rook', properties: { keys: ['rook'] }, body: 'A spy.', remarks: [] },
    ]);
  });

  test('is always on when its activation is forced', () => {
    const { book } = readFile(novelai, { lorebookVersion: 5, entries: [{ ...rook, forceActivation: true }] });
    expect(book.entries[0]?.properties).toEqual({ keys: ['rook'], constant: true });
  });
});

describe('writing NovelAI', () => {
  test('what came in goes out and comes in again unchanged, but for remarks', () => {
    for (const value of [lorebook, story, scenario]) {
      const { book } = readFile(novelai, value);
      const again = readAgain(novelai, book);
      const plain = book.entries.map(({ remarks: _, ...entry }) => entry);
      expect(again.book.entries.map(({ remarks: _, ...entry }) => entry)).toEqual(plain);
      expect(again.writing.remarks.filter(({ field }) => field !== 'depth')).toEqual([]);
    }
  });

  test('a place that was moved is written anew', () => {
    const kept = { novelai: { contextConfig: { insertionPosition: 3, insertionType: 'sentence', prefix: '[' } } };
    const contexts = (['before', 'in_chat', 'outlet', undefined] as const).map((position) => {
      const properties = { keys: ['a'], depth: 5, ...(position === undefined ? {} : { position }) };
      const { value } = writeFile(novelai, { entries: [ourEntry({ properties, otherProperties: kept })] });
      return value;
    });
    const place = (insertionPosition: number, insertionType: string) => ({
      entries: [{ contextConfig: { insertionPosition, insertionType, prefix: '[' } }],
    });
    expect(contexts).toMatchObject([
      place(3, 'sentence'),
      place(-6, 'newline'),
      place(-1, 'newline'),
      place(-1, 'newline'),
    ]);
  });

  test('decorators are left out of the text, with a remark', () => {
    const { value, remarks } = writeFile(novelai, { entries: [ourEntry({ body: '@@depth 2\nText.' })] });
    expect(value).toMatchObject({ entries: [{ text: 'Text.', displayName: 'Mill' }] });
    expect(remarks.map(({ field }) => field)).toEqual(['body']);
  });

  test('folders become categories; deeper ones are joined', () => {
    const entries = [ourEntry({ folder: ['A', 'B'] }), ourEntry({ folder: ['A'] }), ourEntry({ folder: ['A'] })];
    const { value, remarks } = writeFile(novelai, { entries });
    expect(value).toMatchObject({ categories: [{ name: 'A / B' }, { name: 'A' }] });
    expect(remarks.map(({ field }) => field)).toEqual(['folder']);
  });

  test('what it cannot carry is remarked', () => {
    const properties = { keys: ['a'], order: 3, probability: 0.5, group: 'g' };
    const { remarks } = writeFile(novelai, { settings: { recursion: true }, entries: [ourEntry({ properties })] });
    expect(remarks.map(({ field }) => field)).toEqual(['recursion', 'order', 'probability', 'group']);
  });
});

test('a category that is no text is none', () => {
  const entries = [{ keys: ['a'], text: 'T', category: { toString: 1, valueOf: 1 } }];
  const { book } = readFile(novelai, { lorebookVersion: 5, entries, categories: [{ id: 'c', name: 'C' }] });
  expect(book.entries.map(remarkedFields)).toEqual([['category']]);
});
