import { describe, expect, test } from 'vitest';
import { readEntries, type EntrySource } from './read-entries';

const source: EntrySource = { format: 'own', book: 'Book', where: 'list', fields: { keys: 'k', text: 't' } };

function read(items: unknown) {
  return readEntries(source, items, (fields) => ({
    original: fields.text('id') ?? '',
    titles: [fields.text('name')],
    properties: { keys: fields.texts('k') },
    body: fields.text('t'),
  }));
}

describe('a list of entries', () => {
  test('that is none says what is there', () => {
    expect(read('text').unread).toEqual([
      { where: 'list', sentence: 'Here is a text; a list of entries was expected.' },
    ]);
  });

  test('has at most 20,000, and says how many there are', () => {
    const { entries, unread } = read(
      Array.from({ length: 20_002 }, (_, index) => ({ k: [`k${String(index)}`], t: 'T' })),
    );
    expect(entries).toHaveLength(20_000);
    expect(unread).toEqual([
      {
        where: 'list.20000',
        sentence: 'This and all after it are left out: there are 20002 entries, 20000 at most are taken.',
      },
    ]);
  });

  test('gives twins ids of their own, the same every time', () => {
    const twins = Array.from({ length: 3 }, () => ({ id: 'a', k: ['k'], t: 'T' }));
    const ids = read(twins).entries.map(({ sourceId }) => sourceId);
    expect(new Set(ids).size).toBe(3);
    expect(read(twins).entries.map(({ sourceId }) => sourceId)).toEqual(ids);
  });

  test('gives an entry with an id the same source id after its text was changed', () => {
    const idOf = (text: string) => read([{ id: 'a', k: ['k'], t: text }]).entries[0]?.sourceId;
    expect(idOf('One.')).toBe(idOf('Two.'));
  });

  test('keeps a value of a wrong kind, with a remark', () => {
    const [entry] = read([{ name: ['x'], k: [{}], t: 'T' }]).entries;
    expect(entry?.leftovers).toEqual({ own: { name: ['x'], k: [{}] } });
    expect(entry?.remarks).toEqual([
      { field: 'name', sentence: 'Here is a list instead of a text; it is kept without effect.' },
      { field: 'k', sentence: 'Here is a list instead of a list of texts; it is kept without effect.' },
      { field: 'k', sentence: 'It has no keys, so no word wakes it.' },
    ]);
  });
});
