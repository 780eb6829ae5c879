import { describe, expect, test } from 'vitest';
import { bookEntry, cardBook } from '../../../tests/support/card-books';
import { readCardBook, unreadBook, type CardBook } from './card-book';

const owner = { card: 'Mira', avatar: 'mira' };

function read(book: unknown, card = owner): CardBook {
  return readCardBook(unreadBook(card, book));
}

describe('the book of a card', () => {
  test('is read with its settings and entries', () => {
    const book = read(cardBook([bookEntry()], { scan_depth: 2, token_budget: 300, recursive_scanning: true }));
    expect(book).toMatchObject({ name: 'Coast', isReadable: true, problems: [] });
    expect(book.settings).toEqual({ scanDepth: 2, tokenBudget: 300, recursion: true });
    expect(book.entries).toMatchObject([{ body: 'The mill grinds at night.', properties: { keys: ['mill'] } }]);
  });

  test('without a name is called after its card', () => {
    expect(read({ entries: [bookEntry()] }).name).toBe('Mira');
    expect(read({ entries: [bookEntry()] }, { card: 'Dr. Who', avatar: '' }).name).toBe('Dr. Who');
  });

  test('of version 3 is read as well', () => {
    expect(read({ spec: 'lorebook_v3', data: cardBook([bookEntry({ use_regex: false })]) }).entries).toHaveLength(1);
  });

  test('has a digest that is equal for equal books of one card', () => {
    const digest = read(cardBook([bookEntry()])).digest;
    expect(read(structuredClone(cardBook([bookEntry()]))).digest).toBe(digest);
    expect(read(cardBook([bookEntry({ content: 'Other.' })])).digest).not.toBe(digest);
    expect(read(cardBook([bookEntry()]), { card: 'Bram', avatar: 'bram' }).digest).not.toBe(digest);
  });

  test.each([[{}], [{ name: 'Coast' }], [cardBook([])]])(
    'that was never filled has no entries and no problem: %j',
    (book) => {
      expect(read(book)).toMatchObject({ isReadable: true, entries: [], problems: [] });
    },
  );

  test.each([['a text'], [7], [null], [[1, 2]], [{ entries: 'none' }], [{ entries: 7 }]])(
    'that is none is told: %j',
    (book) => {
      const { isReadable, problems } = read(book);
      expect(isReadable).toBe(false);
      expect(problems[0]).toMatch(/\.$/);
    },
  );

  test('keeps its good entries beside broken ones, which are named', () => {
    const { entries, problems, isReadable } = read(
      cardBook([bookEntry(), 7, null, bookEntry({ keys: [], content: '' })]),
    );
    expect([entries.length, isReadable]).toEqual([1, true]);
    expect(problems).toHaveLength(3);
    expect(problems[0]).toMatch(/^entries\.1: /);
  });

  test('nested beyond all measure is told', () => {
    let deep: unknown = [];
    for (let depth = 0; depth < 40; depth++) deep = [deep];
    expect(read(cardBook([bookEntry({ extensions: { deep } })]))).toMatchObject({ isReadable: false, entries: [] });
    for (let depth = 0; depth < 200_000; depth++) deep = [deep];
    expect(read(cardBook([bookEntry({ extensions: { deep } })]))).toMatchObject({ isReadable: false, entries: [] });
  });

  test('does not bring properties of all objects along', () => {
    const book: unknown = JSON.parse(
      '{"name":"Coast","entries":[{"keys":["a"],"content":"b","__proto__":{"polluted":1}}]}',
    );
    expect(read(book).entries).toHaveLength(1);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
