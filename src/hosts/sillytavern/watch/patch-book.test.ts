import { expect, it } from 'vitest';
import { withChanges, withoutEntry } from './patch-book';

const change = (at: string, entry: Readonly<Record<string, unknown>> | undefined) => ({
  uid: at,
  at,
  title: at,
  kind: 'changed' as const,
  fields: [],
  entry,
});
const book = {
  name: 'V',
  entries: { '0': { uid: 0, content: 'Old.' }, '7': { uid: 7, content: 'Kept.' } },
  extensions: { x: 1 },
};

it('puts entries in their places and leaves everything else as it was', () => {
  const patched = withChanges(book, [change('0', { uid: 0, content: 'New.' }), change('8', { content: 'Added.' })]);
  expect(patched).toEqual({
    ...book,
    entries: { ...book.entries, '0': { uid: 0, content: 'New.' }, '8': { uid: 8, content: 'Added.' } },
  });
  expect(book.entries['0'].content).toBe('Old.');
});

it('reads a book whose entries are a list', () => {
  const list = {
    entries: [
      { uid: 3, content: 'A.' },
      { uid: 4, content: 'B.' },
    ],
  };
  expect(withChanges(list, [change('1', { uid: 4, content: 'C.' }), change('9', { uid: 9, content: 'D.' })])).toEqual({
    entries: [list.entries[0], { uid: 4, content: 'C.' }, { uid: 9, content: 'D.' }],
  });
  expect(withoutEntry(list, '0')).toEqual({ entries: [list.entries[1]] });
});

it('is the same book where nothing is to be written', () => {
  expect(withChanges(book, [change('0', undefined)])).toEqual(book);
});

it('takes out one entry', () => {
  expect(withoutEntry(book, '0')).toEqual({ ...book, entries: { '7': book.entries['7'] } });
});
