import { describe, expect, test } from 'vitest';
import {
  entryNamed,
  ourEntry,
  readAgain,
  readFile,
  remarkedFields,
  writeFile,
} from '../../../../tests/support/lorebook-files';
import memory from '../__fixtures__/agnai-memory.json';
import plain from '../__fixtures__/agnai-plain.json';
import { agnai } from './agnai';
import { keyFromWildcard, wildcardFromPattern } from './wildcard-key';

describe('an AgnAI memory book', () => {
  const { book, unread } = readFile(agnai, memory);

  test('has its name and settings; the rest of it is kept', () => {
    expect([book.name, book.settings, unread]).toEqual([
      'Harbour',
      { scanDepth: 4, tokenBudget: 500, recursion: false },
      [],
    ]);
    expect(remarkedFields(book)).toEqual(['description']);
    expect(book.leftovers).toEqual({ agnai: { _id: 'm1', description: 'A port.', note: 'keep-book' } });
  });

  test('has wildcards as patterns, a mirrored priority, and its weight as the order', () => {
    expect(entryNamed(book, 'Lighthouse').properties).toEqual({
      keys: [
        '/\\blight\\w*\\b/i',
        '/\\bbeacon\\w\\b/i',
        '/(?<![\\p{L}\\p{N}_])Старый[\\p{L}\\p{M}\\p{N}_]*(?![\\p{L}\\p{N}_])/iu',
        'tower',
      ],
      priority: 150,
      order: 10,
    });
  });

  test('has the further fields of newer versions', () => {
    const reef = entryNamed(book, 'Reef');
    expect(reef.properties).toEqual({
      keys: ['reef'],
      refineKeys: ['/\\btide\\w*\\b/i'],
      selectiveLogic: 'not_any',
      enabled: false,
      constant: true,
      notRecursable: true,
      probability: 0.25,
      position: 'before_char',
    });
    expect(reef.leftovers).toEqual({ agnai: { id: 7, comment: 'Seen in spring', later: [1] } });
  });

  test('is known without its kind, and numbers of nothing are numbers', () => {
    const { book: mill } = readFile(agnai, plain);
    expect(entryNamed(mill, 'Wheel').properties).toEqual({ keys: ['wheel'], priority: 200, order: 0 });
  });
});

describe('wildcards', () => {
  test.each(['light*', '*house', 'be?con', 'sea*  wind?', 'Старый*', '{{char}}*', "o'c*"])(
    '%j is the same after going to and fro',
    (keyword) => {
      expect(wildcardFromPattern(keyFromWildcard(keyword))).toBe(keyword);
    },
  );

  test('match words as a whole', () => {
    const [, source = '', flags] = /^\/(.*)\/(.*)$/.exec(keyFromWildcard('light*')) ?? [];
    const pattern = new RegExp(source, flags);
    expect(['Lighthouse', 'a light!', 'moonlight'].map((text) => pattern.test(text))).toEqual([true, true, false]);
  });

  test('alone match nothing, so that they cannot wake an entry always', () => {
    expect(
      readFile(agnai, { entries: [{ keywords: ['*', '?'], entry: 'T' }] }).book.entries[0]?.properties.keys,
    ).toEqual([]);
  });

  test('are not read into patterns of other kinds', () => {
    expect(['/\\ba|b\\b/i', '/light\\w*/i', 'light*'].map(wildcardFromPattern)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('writing AgnAI', () => {
  test('what came in goes out and comes in again unchanged', () => {
    for (const value of [memory, plain]) {
      const { book } = readFile(agnai, value);
      const again = readAgain(agnai, book);
      const entries = book.entries.map(({ remarks: _, ...entry }) => entry);
      expect(again.book.entries.map(({ remarks: _, ...entry }) => entry)).toEqual(entries);
      expect([again.book.name, again.book.settings]).toEqual([book.name, book.settings]);
    }
  });

  test('what it cannot carry is remarked', () => {
    const entries = [
      ourEntry({
        folder: ['A'],
        properties: { keys: ['/a+/', 'b?'], refineKeys: ['c'], position: 'in_chat', depth: 2 },
        body: '@@depth 2\nText.',
      }),
    ];
    const { value, remarks } = writeFile(agnai, { entries });
    expect(value).toMatchObject({ entries: [{ keywords: ['b?'], entry: 'Text.', priority: 100, weight: 100 }] });
    expect(remarks.map(({ field }) => field)).toEqual([
      'position',
      'depth',
      'folder',
      'body',
      'keys',
      'keys',
      'refine_keys',
    ]);
  });
});
