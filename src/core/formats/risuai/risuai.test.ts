import { describe, expect, test } from 'vitest';
import {
  entryNamed,
  ourEntry,
  readAgain,
  readFile,
  remarkedFields,
  writeFile,
} from '../../../../tests/support/lorebook-files';
import exported from '../__fixtures__/risuai-export.json';
import list from '../__fixtures__/risuai-list.json';
import module from '../__fixtures__/risuai-module.json';
import { risuai } from './risuai';

describe('a RisuAI export', () => {
  const { book, unread } = readFile(risuai, exported);

  test('gives every entry that is no folder, in order, with a copy for one that stands for another', () => {
    expect(book.entries.map((entry) => entry.title)).toEqual(['Lighthouse', 'Dragon', 'Weather', 'Lighthouse']);
    expect(unread).toEqual([]);
    expect(remarkedFields(book.entries[3] ?? { remarks: [] })).toEqual(['mode']);
    expect(new Set(book.entries.map((entry) => entry.sourceId)).size).toBe(4);
  });

  test('puts entries into folders, also into folders in folders', () => {
    expect(book.entries.map((entry) => entry.folder)).toEqual([['Places', 'Harbour'], [], [], ['Places']]);
  });

  test('says keys, secondary keys, numbers in our directions, chance and letter case', () => {
    expect(entryNamed(book, 'Lighthouse').properties).toEqual({
      keys: ['lighthouse', 'beacon'],
      refineKeys: ['storm', 'gale'],
      caseSensitive: true,
      priority: 80,
      order: 120,
      probability: 0.5,
    });
    expect(entryNamed(book, 'Weather').properties).toEqual({ keys: [], constant: true, priority: 120, order: 80 });
  });

  test('reads a pattern as a whole, with its commas and bare slashes', () => {
    expect(entryNamed(book, 'Dragon').properties.keys).toEqual(['/dra(g|k)on\\/path/i']);
  });

  test('keeps decorators in the text and names their dialect', () => {
    expect(entryNamed(book, 'Lighthouse').body).toBe('@@depth 2\n@@priority 150\nBuilt of blue stone.');
    expect(book.settings).toEqual({ decorators: 'risu' });
  });

  test('leaves commands of its language in the text, with a remark', () => {
    const dragon = entryNamed(book, 'Dragon');
    expect(dragon.body).toBe('{{#if {{getvar::x}}}}Sleeps.{{/if}}');
    expect(remarkedFields(dragon)).toEqual(['content']);
    expect(remarkedFields(entryNamed(book, 'Weather'))).toEqual([]);
  });

  test('keeps what it does not know', () => {
    expect(entryNamed(book, 'Lighthouse').leftovers).toEqual({
      risuai: { id: 'e1', bookVersion: 2, later: ['keep-entry'], extentions: { later: 'keep-extension' } },
    });
  });
});

describe('a RisuAI module', () => {
  const { book } = readFile(risuai, module);

  test('has a name of its own and the entries of its lorebook', () => {
    expect([book.name, book.entries.length]).toEqual(['Harbour', 3]);
  });

  test('has its scripts named and left out', () => {
    expect(book.remarks.map(({ field, sentence }) => [field, sentence.includes('never run')])).toEqual([
      ['regex', true],
      ['trigger', true],
      ['cjs', true],
    ]);
  });

  test('has what it says of itself kept', () => {
    expect(book.leftovers).toEqual({ risuai: { description: 'A port.', namespace: 'keep-module' } });
    expect(writeFile(risuai, { ...book, entries: [] }).value).toMatchObject({ type: 'risu', description: 'A port.' });
  });

  test('without a lorebook has no entries', () => {
    expect(readFile(risuai, { type: 'risuModule', name: 'Empty', id: 'x' }).book.entries).toEqual([]);
  });
});

test('a bare list is named like its file', () => {
  const { book } = readFile(risuai, list, 'C:\\Lore\\Harbour.v2.json');
  expect([book.name, book.entries.length]).toEqual(['Harbour.v2', 3]);
});

describe('odd RisuAI entries', () => {
  const entry = { key: 'mill', insertorder: 100, content: 'Text.', comment: 'Mill' };
  const one = (fields: Readonly<Record<string, unknown>>) => readFile(risuai, [{ ...entry, ...fields }]);

  test('an invalid pattern is plain text, with a remark', () => {
    const [mill] = one({ useRegex: true, key: '/mill(/' }).book.entries;
    expect(mill?.properties.keys).toEqual(['/\\/mill\\(\\//i']);
    expect(mill && remarkedFields(mill)).toEqual(['key']);
  });

  test('a plain key between slashes is found as it stands', () => {
    expect(one({ key: '/ooc/, mill' }).book.entries[0]?.properties.keys).toEqual(['/\\/ooc\\//i', 'mill']);
  });

  test('secondary keys that are not used are kept, not obeyed', () => {
    const [mill] = one({ selective: false, secondkey: 'stream' }).book.entries;
    expect(mill?.properties).toEqual({ keys: ['mill'] });
    expect(mill?.leftovers).toEqual({ risuai: { secondkey: 'stream' } });
  });

  test('folders that hold each other end', () => {
    const folder = (key: string, inside: string) => ({
      mode: 'folder',
      key,
      comment: key,
      insertorder: 1,
      folder: inside,
    });
    const { book } = readFile(risuai, [folder('a', 'b'), folder('b', 'a'), { ...entry, folder: 'a' }]);
    expect(book.entries[0]?.folder).toHaveLength(8);
  });

  test('a missing folder and a missing original are remarked', () => {
    const { book } = one({ folder: 'gone', mode: 'child', id: 'gone' });
    expect(book.entries.map(remarkedFields)).toEqual([['mode', 'folder']]);
    expect(book.entries[0]?.leftovers).toEqual({ risuai: { id: 'gone', folder: 'gone' } });
  });
});

describe('writing RisuAI', () => {
  test('what came in goes out and comes in again unchanged', () => {
    for (const value of [exported, module, list]) {
      const { book } = readFile(risuai, value);
      const again = readAgain(risuai, book);
      const plain = book.entries.map(({ remarks: _, ...entry }) => entry);
      expect(again.book.entries.map(({ remarks: _, ...entry }) => entry)).toEqual(plain);
      expect(again.writing.remarks).toEqual([]);
    }
  });

  test('folders are entries that others name', () => {
    const { value } = writeFile(risuai, { entries: [ourEntry({ folder: ['A', 'B'] }), ourEntry({ folder: ['A'] })] });
    const { book } = readFile(risuai, value);
    expect(book.entries.map((entry) => entry.folder)).toEqual([['A', 'B'], ['A']]);
  });

  test('what it has no field for is said with decorators, each remarked', () => {
    const { value, remarks } = writeFile(risuai, {
      entries: [
        ourEntry({
          properties: {
            keys: ['mill'],
            enabled: false,
            scanDepth: 3,
            wholeWords: true,
            excludeRecursion: true,
            notRecursable: true,
            excludeKeys: ['ruin'],
            priority: 40,
            order: 7,
            position: 'in_chat',
            depth: 2,
            role: 'user',
          },
        }),
      ],
    });
    const content = [
      '@@dont_activate',
      '@@scan_depth 3',
      '@@match_full_word',
      '@@unrecursive',
      '@@no_recursive_search',
      '@@exclude_keys ruin',
      '@@priority 160',
      '@@depth 2',
      '@@role user',
      'Text.',
    ].join('\n');
    expect(value).toMatchObject({ data: [{ content, insertorder: 7 }] });
    expect(remarks).toHaveLength(10);
  });

  test.each([
    ['and_all', ['@@additional_keys a', '@@additional_keys b']],
    ['not_any', ['@@exclude_keys a, b']],
    ['not_all', ['@@exclude_keys_all a, b']],
  ] as const)('secondary keys of %s become decorators', (selectiveLogic, lines) => {
    const properties = { keys: ['mill'], refineKeys: ['a', 'b'], selectiveLogic };
    const { value } = writeFile(risuai, { entries: [ourEntry({ properties })] });
    expect(value).toMatchObject({ data: [{ secondkey: '', content: [...lines, 'Text.'].join('\n') }] });
  });

  test('a decorator that the text has already is not written twice', () => {
    const entry = ourEntry({ body: '@@depth 9\nText.', properties: { keys: ['a'], position: 'in_chat', depth: 2 } });
    expect(writeFile(risuai, { entries: [entry] }).value).toMatchObject({ data: [{ content: '@@depth 9\nText.' }] });
  });

  test('patterns and plain keys become one pattern, with a remark', () => {
    const entry = ourEntry({ properties: { keys: ['/be(a|e)n/i', 'a.b', '/Case/'] } });
    const { value, remarks } = writeFile(risuai, { entries: [entry] });
    expect(value).toMatchObject({ data: [{ key: '/(?:be(a|e)n)|(?:a\\.b)/i', useRegex: true }] });
    expect(remarks.map(({ field }) => field)).toEqual(['keys', 'keys']);
  });

  test('a key with a comma cannot stand in the list', () => {
    const { value, remarks } = writeFile(risuai, { entries: [ourEntry({ properties: { keys: ['a, b', 'c'] } })] });
    expect(value).toMatchObject({ data: [{ key: 'c' }] });
    expect(remarks.map(({ sentence }) => sentence)).toEqual(['RisuAI cannot hold these beside the others: a, b.']);
  });

  test('without keys the title and aliases are the keys', () => {
    const { value } = writeFile(risuai, { entries: [ourEntry({ properties: { aliases: ['wheel'] } })] });
    expect(value).toMatchObject({ data: [{ key: 'Mill, wheel' }] });
  });

  test('what it cannot carry is remarked', () => {
    const entry = ourEntry({
      properties: { keys: ['a'], summary: 'S', sticky: { count: 1, unit: 'turns' } },
      otherProperties: { sillytavern: { a: 1 }, lorehearth_source: 'x' },
      body: '@@priority 5\nText.',
    });
    const { remarks } = writeFile(risuai, { settings: { scanDepth: 4 }, entries: [entry] });
    expect(remarks.map(({ title, field }) => [title, field])).toEqual([
      ['', 'scanDepth'],
      ['Mill', 'summary'],
      ['Mill', 'sticky'],
      ['Mill', 'sillytavern'],
      ['Mill', 'body'],
    ]);
  });
});
