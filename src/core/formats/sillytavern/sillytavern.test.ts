import { describe, expect, test } from 'vitest';
import {
  entryNamed,
  exportedEntry,
  ourEntry,
  readAgain,
  readFile,
  remarkedFields,
  writeFile,
} from '../../../../tests/support/lorebook-files';
import harbour from '../__fixtures__/sillytavern-harbour.json';
import list from '../__fixtures__/sillytavern-list.json';
import { fileLimits } from '../limits';
import { asRecord } from '../tavern-world-info/tavern-entry';
import { sillytavern } from './sillytavern';

/** The entries of a file that was written for SillyTavern. */
function writtenEntries(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Object.values(asRecord(asRecord(value)?.['entries']) ?? {})
    .map(asRecord)
    .filter((entry) => entry !== undefined);
}

function writtenEntry(entry: Parameters<typeof ourEntry>[0]) {
  const { value, remarks } = writeFile(sillytavern, { entries: [ourEntry(entry)] });
  return { fields: writtenEntries(value)[0] ?? {}, remarks };
}

describe('a World Info book', () => {
  const { book, unread } = readFile(sillytavern, harbour, 'file.json');

  test('has its name, its settings, and all of its entries', () => {
    expect(book.name).toBe('Harbour');
    expect(book.settings).toEqual({ scanDepth: 4, tokenBudget: 800, recursion: false });
    expect(book.leftovers).toEqual({
      sillytavern: { description: 'keep-description', extensions: { 'fixture/book': 'keep-book' } },
    });
    expect([book.entries.map(({ title }) => title), unread]).toEqual([
      ['Lighthouse', 'tide wall', 'Bell'],
      [{ where: 'entries.2', sentence: '“Old map” has neither keys nor text.' }],
    ]);
  });

  test('says every field in the words and directions of notes', () => {
    expect(entryNamed(book, 'Lighthouse').properties).toEqual({
      keys: ['lighthouse', '/beac(on|ons)/i'],
      refineKeys: ['storm', '{{user}}'],
      selectiveLogic: 'not_any',
      caseSensitive: true,
      wholeWords: false,
      scanDepth: 6,
      scanSources: ['persona', 'scenario'],
      excludeRecursion: true,
      notRecursable: true,
      delayUntilRecursion: 2,
      ignoreBudget: true,
      priority: -50,
      order: 250,
      position: 'in_chat',
      depth: 2,
      role: 'user',
      sticky: { count: 4, unit: 'messages' },
      cooldown: { count: 2, unit: 'messages' },
      delay: { count: 6, unit: 'messages' },
      probability: 0.01,
      group: 'towers, coast',
      groupWeight: 40,
      groupOverride: true,
      groupScoring: false,
      triggers: ['normal', 'swipe'],
      charactersExclude: ['Mira'],
      characterTagsExclude: ['7'],
      automationId: 'qr-1',
    });
  });

  test('leaves texts alone: macros, rules, dollar signs, decorators', () => {
    expect(entryNamed(book, 'Lighthouse').body).toBe('{{char}} built it of blue stone.\n---\nIt cost $5 a day.');
    expect(entryNamed(book, 'tide wall').body).toBe('@@depth 2\n@@activate_only_after 3\nA tide wall.');
  });

  test('keeps what has no effect, and what notes do not know, for the way back', () => {
    expect(entryNamed(book, 'Lighthouse').leftovers).toEqual({
      sillytavern: {
        vectorized: true,
        extensions: { other_tool: 'keep-extension' },
        fixture_field: 'keep-entry',
      },
    });
    expect(entryNamed(book, 'tide wall').leftovers).toMatchObject({
      sillytavern: { comment: '', depth: 7, keysecondary: ['sleeping'], selective: false, probability: 40 },
    });
  });

  test('turns a constant with timers into one with a decorator, and back', () => {
    const bell = entryNamed(book, 'Bell');
    expect([bell.properties.constant, bell.body]).toEqual([undefined, '@@activate\nIt rings in fog.']);
    const { value } = writeFile(sillytavern, { entries: [exportedEntry(bell)] });
    expect(writtenEntries(value)[0]).toMatchObject({
      constant: true,
      cooldown: 5,
      content: 'It rings in fog.',
      uid: 9,
    });
  });

  test('goes out as it came in, but for what our reader moved and remarked', () => {
    const { writing } = readAgain(sillytavern, { ...book, entries: [entryNamed(book, 'Lighthouse')] });
    const [written] = writtenEntries(writing.value);
    expect(written).toEqual(harbour.entries['0']);
    expect(writing.remarks).toEqual([]);
  });

  test('may have its entries in a list, with other names and one text for several keys', () => {
    const reading = readFile(sillytavern, list, 'Mill road.json');
    expect(reading.book.name).toBe('Mill road');
    const [mill, bakery] = reading.book.entries;
    expect(mill?.properties).toMatchObject({ keys: ['mill'], refineKeys: ['stream'], enabled: false, order: 10 });
    expect(bakery?.properties).toEqual({ keys: ['bakery', 'oven'], position: 'after_char' });
  });

  test('says where an item is no entry, and goes on', () => {
    const reading = readFile(sillytavern, { entries: { 0: null, 1: { key: ['a'], content: 'A.' }, 2: [], 3: 'x' } });
    expect(reading.book.entries).toHaveLength(1);
    expect(reading.unread).toEqual([
      { where: 'entries.0', sentence: 'Here is nothing; an entry was expected.' },
      { where: 'entries.2', sentence: 'Here is a list; an entry was expected.' },
      { where: 'entries.3', sentence: 'Here is a text; an entry was expected.' },
    ]);
  });

  test('has at most so many entries; the others are told', () => {
    const entries = Array.from({ length: fileLimits.entries + 1 }, (_, uid) => ({ uid, key: [`k${String(uid)}`] }));
    const reading = readFile(sillytavern, { entries });
    expect(reading.book.entries).toHaveLength(fileLimits.entries);
    expect(reading.unread).toEqual([
      { where: 'entries', sentence: expect.stringMatching(/^There are 20001 entries; 20000 at most/) as string },
    ]);
  });

  test('tells settings that are none, and does not keep the copy of a card', () => {
    const reading = readFile(sillytavern, { entries: {}, scan_depth: 'deep', originalData: { entries: [] } });
    expect(reading.book.settings).toEqual({});
    expect(reading.book.remarks.map(({ field }) => field)).toEqual(['scan_depth', 'originalData']);
  });

  test('remarks two names of one field that differ, and takes its own', () => {
    const { book: read } = readFile(sillytavern, {
      entries: { 0: { insertion_order: 5, order: 7, key: ['a'], content: 'A.' } },
    });
    expect(read.entries[0]?.properties.order).toBe(7);
    expect(read.entries[0] && remarkedFields(read.entries[0])).toEqual(['insertion_order']);
  });
});

describe('a note of ours for SillyTavern', () => {
  test('without keys is woken by title and aliases, as here', () => {
    expect(writtenEntry({ properties: { aliases: ['Watermill'] } }).fields).toMatchObject({
      key: ['Mill', 'Watermill'],
    });
  });

  test.each([
    ['the order, which decides about the place', { order: 30, priority: 60 }, 30],
    ['without an order the priority, in SillyTavern’s direction', { priority: 60 }, 140],
    ['nothing as the middle', {}, 100],
    ['an order in an outlet in the other direction', { position: 'outlet', order: 30 }, 170],
  ] as const)('has one number: %s', (_, properties, order) => {
    expect(writtenEntry({ properties }).fields['order']).toBe(order);
  });

  test('stands at the character for the places at the main prompt, which is remarked', () => {
    const { fields, remarks } = writtenEntry({ properties: { keys: ['a'], position: 'before' } });
    expect(fields['position']).toBe(0);
    expect(remarks).toEqual([
      { title: 'Mill', field: 'position', sentence: expect.stringContaining('character') as string },
    ]);
  });

  test('counts turns as two messages, which is remarked', () => {
    const { fields, remarks } = writtenEntry({ properties: { keys: ['a'], sticky: { count: 3, unit: 'turns' } } });
    expect(fields['sticky']).toBe(6);
    expect(remarks.map(({ field }) => field)).toEqual(['sticky']);
  });

  test('writes exclude keys as secondary ones where there is room', () => {
    const exclude = writtenEntry({ properties: { keys: ['a'], excludeKeys: ['b'] } }).fields;
    expect(exclude).toMatchObject({ keysecondary: ['b'], selectiveLogic: 2 });
    const both = writtenEntry({ properties: { keys: ['a'], excludeKeys: ['b'], refineKeys: ['c'] } }).fields;
    expect(both).toMatchObject({ keysecondary: ['c'], selectiveLogic: 0 });
  });

  test('gives numbers of their own to entries that came with the same one', () => {
    const entry = ourEntry({ otherProperties: { sillytavern: { uid: 1 } } });
    const { value } = writeFile(sillytavern, { entries: [entry, entry, ourEntry({})] });
    expect(writtenEntries(value).map(({ uid }) => uid)).toEqual([1, 2, 3]);
  });

  test('names folders as lost', () => {
    expect(writtenEntry({ folder: ['Places'] }).remarks.map(({ field }) => field)).toEqual(['folder']);
  });

  test.each<[string, string, Readonly<Record<string, unknown>>, string]>([
    ['depth and role', '@@depth 2\n@@role user\nText.', { position: 4, depth: 2, role: 1 }, 'Text.'],
    ['a place', '@@position after_desc\nText.', { position: 1 }, 'Text.'],
    ['chance and scan depth', '@@probability 30\n@@scan_depth 0\nText.', { probability: 30, scanDepth: 0 }, 'Text.'],
    ['a first reply', '@@activate_only_after 3\nText.', { delay: 3 }, 'Text.'],
    ['staying', '@@keep_activate_after_match\nText.', { sticky: 1_000_000 }, 'Text.'],
    ['once only', '@@dont_activate_after_match\nText.', { cooldown: 1_000_000 }, 'Text.'],
    [
      'one more condition',
      '@@additional_keys night, day\nText.',
      { keysecondary: ['night', 'day'], selectiveLogic: 0 },
      'Text.',
    ],
    ['a word that keeps out', '@@exclude_keys night\nText.', { keysecondary: ['night'], selectiveLogic: 2 }, 'Text.'],
    [
      'words that keep out together',
      '@@exclude_keys_all a, b\nText.',
      { keysecondary: ['a', 'b'], selectiveLogic: 1 },
      'Text.',
    ],
    ['whole words', '@@match_full_word\nText.', { matchWholeWords: true }, 'Text.'],
    [
      'recursion',
      '@@unrecursive\n@@no_recursive_search\nText.',
      { preventRecursion: true, excludeRecursion: true },
      'Text.',
    ],
    ['its own decorators, as SillyTavern reads them', ' @@ACTIVATE\r\n\r\nText.', {}, '@@activate\nText.'],
    ['keeping out, besides others', '@@depth 1\n@@dont_activate\nText.', { depth: 1 }, '@@dont_activate\nText.'],
  ])('moves decorators into fields: %s', (_, body, fields, content) => {
    expect(writtenEntry({ body }).fields).toMatchObject({ ...fields, content });
  });

  test('names decorators that SillyTavern has nothing for, and leaves them out of the text', () => {
    const { fields, remarks } = writtenEntry({ body: '@@is_greeting 0\n@@activate_only_every 2\n@@odd\nText.' });
    expect(fields['content']).toBe('Text.');
    expect(remarks.map(({ field, sentence }) => `${field} ${sentence}`)).toEqual(
      ['is_greeting', 'activate_only_every', 'odd'].map(
        (name) => `@@${name} The other program has nothing like it; it is left out.`,
      ),
    );
  });
});
