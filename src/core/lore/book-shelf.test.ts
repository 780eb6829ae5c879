import { expect, test } from 'vitest';
import { BookShelf, shelfOf } from './book-shelf';

const shelf = new BookShelf([
  { folder: 'Places/Old', settings: { depth: 2, enabled: true } },
  { folder: '/', settings: { depth: 9, role: 'user' } },
  { folder: 'places', settings: { enabled: false } },
]);

test('a note has what the nearest book says, and the rest from the books around it', () => {
  expect(shelf.of('Fox.md')).toEqual({ depth: 9, role: 'user' });
  expect(shelf.of('Places/Fox.md')).toEqual({ depth: 9, role: 'user', enabled: false });
  expect(shelf.of('Places/OLD/Deep/Fox.md')).toEqual({ depth: 2, role: 'user', enabled: true });
  expect(shelf.of('Places/Older/Fox.md')).toEqual({ depth: 9, role: 'user', enabled: false });
});

test('the nearest book that says something is known', () => {
  expect(shelf.whoSays('role', 'Places/Old')?.folder).toBe('/');
  expect(shelf.whoSays('enabled', 'Places/New')?.folder).toBe('places');
  expect(shelf.whoSays('tokenBudget', 'Places')).toBeUndefined();
});

test('the books in a folder are itself and those below it', () => {
  expect(shelf.within('Places').map((book) => book.folder)).toEqual(['Places/Old', 'places']);
  expect(shelf.within('')).toHaveLength(3);
});

test('a list of books makes one shelf, and no books say nothing', () => {
  const books = [{ folder: 'A', settings: {} }];
  expect(shelfOf(books)).toBe(shelfOf(books));
  expect(BookShelf.empty.of('A/Fox.md')).toEqual({});
});
