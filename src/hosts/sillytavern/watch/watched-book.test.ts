import { expect, it } from 'vitest';
import { readWatchedBooks } from './watched-book';

it('reads each book once, with what is missing as it is at first', () => {
  const stored = [
    { book: 'A' },
    { book: 'B', writeBack: true, silent: false, everywhere: true },
    { book: 'A', writeBack: true },
  ];
  expect(readWatchedBooks(stored)).toEqual([
    { book: 'A', writeBack: false, silent: true, everywhere: false },
    { book: 'B', writeBack: true, silent: false, everywhere: true },
  ]);
});

it.each([undefined, null, 'A', [null, 3, { book: '' }, { book: 5 }]])('makes nothing of %o', (stored) => {
  expect(readWatchedBooks(stored)).toEqual([]);
});
