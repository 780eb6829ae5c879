import { describe, expect, test } from 'vitest';
import { readFile, remarkedFields } from '../../../tests/support/lorebook-files';
import agnaiMemory from './__fixtures__/agnai-memory.json';
import agnaiPlain from './__fixtures__/agnai-plain.json';
import aidungeonAdventure from './__fixtures__/aidungeon-adventure.json';
import aidungeonCards from './__fixtures__/aidungeon-cards.json';
import aidungeonWorldInfo from './__fixtures__/aidungeon-world-info.json';
import janitoraiList from './__fixtures__/janitorai-list.json';
import janitoraiScript from './__fixtures__/janitorai-script.json';
import janitoraiWrapper from './__fixtures__/janitorai-wrapper.json';
import koboldaiSave from './__fixtures__/koboldai-save.json';
import novelaiLorebook from './__fixtures__/novelai-lorebook.json';
import novelaiScenario from './__fixtures__/novelai-scenario.json';
import novelaiStory from './__fixtures__/novelai-story.json';
import risuaiExport from './__fixtures__/risuai-export.json';
import risuaiList from './__fixtures__/risuai-list.json';
import risuaiModule from './__fixtures__/risuai-module.json';
import { agnai } from './agnai/agnai';
import { aidungeon } from './aidungeon/aidungeon';
import { janitorai } from './janitorai/janitorai';
import { koboldai } from './koboldai/koboldai';
import type { LorebookFormat } from './lorebook-format';
import { novelai } from './novelai/novelai';
import { risuai } from './risuai/risuai';

/** A format, files of it, and an entry of it with a list that holds one. */
interface Row {
  readonly format: LorebookFormat;
  readonly files: readonly unknown[];
  /** Names of the fields of an entry. */
  readonly fields: {
    readonly keys: string;
    readonly secondary?: string;
    readonly text: string;
    readonly number?: string;
  };
  readonly wrap: (entries: readonly unknown[]) => unknown;
}

const rows: readonly Row[] = [
  {
    format: risuai,
    files: [risuaiExport, risuaiList, risuaiModule],
    fields: { keys: 'key', secondary: 'secondkey', text: 'content', number: 'insertorder' },
    wrap: (data) => ({ type: 'risu', ver: 1, data }),
  },
  {
    format: novelai,
    files: [novelaiLorebook, novelaiStory, novelaiScenario],
    fields: { keys: 'keys', text: 'text' },
    wrap: (entries) => ({ lorebookVersion: 5, entries }),
  },
  {
    format: agnai,
    files: [agnaiMemory, agnaiPlain],
    fields: { keys: 'keywords', secondary: 'secondaryKeys', text: 'entry', number: 'weight' },
    wrap: (entries) => ({ kind: 'memory', entries }),
  },
  {
    format: koboldai,
    files: [koboldaiSave],
    fields: { keys: 'key', secondary: 'keysecondary', text: 'content', number: 'probability' },
    wrap: (worldinfo) => ({ worldinfo }),
  },
  {
    format: aidungeon,
    files: [aidungeonWorldInfo, aidungeonCards, aidungeonAdventure],
    fields: { keys: 'keys', text: 'value' },
    wrap: (storyCards) => ({ storyCards }),
  },
  {
    format: janitorai,
    files: [janitoraiList, janitoraiWrapper, janitoraiScript],
    fields: { keys: 'key', secondary: 'keysecondary', text: 'content', number: 'insertion_order' },
    wrap: (entries) => ({ type: 'lorebook', title: 'Book', script: JSON.stringify(entries) }),
  },
];

describe.each(rows.map((row) => [row.format.label, row] as const))('%s', (_, { format, files, fields, wrap }) => {
  const entry = (keys: unknown, text: unknown, more = {}) => ({ [fields.keys]: keys, [fields.text]: text, ...more });

  test('BR-123 nothing that is no such file is taken for one', () => {
    for (const value of [{}, [], 'text', '', 5, null, undefined, [{}], { entries: {} }])
      expect(format.detect({ name: 'x.lorebook', value })).toBe(false);
  });

  test('gives the same entries the same ids, and twins different ones', () => {
    for (const value of files) {
      const ids = readFile(format, value).book.entries.map(({ sourceId }) => sourceId);
      expect(readFile(format, JSON.parse(JSON.stringify(value))).book.entries.map((one) => one.sourceId)).toEqual(ids);
      expect(new Set(ids).size).toBe(ids.length);
    }
    const twins = readFile(format, wrap([entry(['a'], 'Text.'), entry(['a'], 'Text.')])).book.entries;
    expect(new Set(twins.map(({ sourceId }) => sourceId)).size).toBe(2);
  });

  test('BR-130 takes keys as a list or a text, numbers as texts, and no nulls', () => {
    const keysOf = (keys: unknown) => readFile(format, wrap([entry(keys, 'T')])).book.entries[0]?.properties.keys;
    expect([keysOf(['a']), keysOf('b, c'), keysOf([123, null, 'd'])]).toEqual([['a'], ['b', 'c'], ['123', 'd']]);
  });

  test.runIf(fields.secondary)('BR-130 takes secondary keys so too', () => {
    const secondary = fields.secondary ?? '';
    for (const keys of [['x', 'y'], 'x, y']) {
      const value = wrap([entry(['a'], 'T', { [secondary]: keys, selective: true })]);
      expect(readFile(format, value).book.entries[0]?.properties.refineKeys).toEqual(['x', 'y']);
    }
  });

  test('BR-132 names the field that is missing or of a wrong kind, and counts every entry', () => {
    const odd = fields.number === undefined ? {} : { [fields.number]: 'x' };
    const { book, unread } = readFile(
      format,
      wrap([entry(['a'], 'A.'), entry(['b'], undefined), entry(['c'], 'C.', odd)]),
    );
    expect(book.entries.length + unread.length).toBe(3);
    expect(book.entries.map(remarkedFields)).toEqual([
      [],
      [fields.text],
      fields.number === undefined ? [] : [fields.number],
    ]);
  });

  test('BR-133 calls entries without a title by their first key, else by their number', () => {
    const { book } = readFile(
      format,
      wrap([entry(['mill'], 'A'), entry(['mill', 'b'], 'B'), entry(['c'], 'C'), entry([], 'D')]),
    );
    expect(book.entries.map(({ title }) => title)).toEqual(['mill', 'mill', 'c', 'Entry 4']);
  });

  test('BR-136 makes notes of entries without keys or without text, and names those without both', () => {
    const { book, unread } = readFile(format, wrap([entry([], 'A'), entry(['b'], ''), entry([], '')]));
    expect(book.entries.map(remarkedFields)).toEqual([[fields.keys], [fields.text]]);
    expect(unread).toMatchObject([{ sentence: 'The entry has neither keys nor text.' }]);
  });

  test('leaves texts untouched', () => {
    const text = '  @@depth 2\r\n---\n$& {{char}} #tag %%x%%\n';
    expect(readFile(format, wrap([entry(['a'], text)])).book.entries[0]?.body).toBe(text);
  });

  test('keeps fields that it does not know', () => {
    const more = { later: { deep: [1, { x: null }] }, constructor: 1 };
    const [only] = readFile(format, wrap([entry(['a'], 'T', more)])).book.entries;
    expect(only?.leftovers).toEqual({ [format.id]: more });
  });
});
