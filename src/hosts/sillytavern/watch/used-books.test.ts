import { expect, it } from 'vitest';
import { UsedBooks } from './used-books';
import { newlyWatched } from './watched-book';

const watched = ['Valley', 'Coast', 'Isle'].map(newlyWatched);
const scan = { globalLore: [{ world: 'Valley' }], characterLore: [], chatLore: [{ world: 'Isle' }], personaLore: [] };

it('names the mirrored books that no list of the last scan holds', () => {
  const used = new UsedBooks();
  used.entriesLoaded('evening', scan);
  expect(used.unusedOf(watched, 'evening')).toEqual(['Coast']);
});

it('names none before the first scan of a chat, nor from that of another chat', () => {
  const used = new UsedBooks();
  expect(used.unusedOf(watched, 'evening')).toEqual([]);
  used.entriesLoaded('evening', scan);
  expect(used.unusedOf(watched, 'morning')).toEqual([]);
});

it('leaves out a book that the user wants everywhere', () => {
  const used = new UsedBooks();
  used.entriesLoaded('evening', { globalLore: 'nonsense' });
  const books = watched.map((one) => ({ ...one, everywhere: one.book === 'Coast' }));
  expect(used.unusedOf(books, 'evening')).toEqual(['Valley', 'Isle']);
});
