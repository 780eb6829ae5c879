import { describe, expect, test } from 'vitest';
import { CollectingLog } from '../../adapters/memory/collecting-log';
import { bookEntry, cardBook, numberedBook } from '../../../tests/support/card-books';
import { indexOf, lore, parseOptions } from '../../../tests/support/lore-vault';
import { lorebookFixtures } from '../../../tests/support/lorebook-fixtures';
import { importedNote } from '../imports/imported-note';
import { BookShelf } from '../lore/book-shelf';
import type { LoreEntry } from '../lore/lore-entry';
import { parseNote } from '../lore/parse-note';
import { CardBooks } from './card-books';

const shelf = BookShelf.empty;

function cardBooks(pause: () => Promise<void> = () => Promise.resolve()): CardBooks {
  return new CardBooks({ log: new CollectingLog(), pause, parse: () => parseOptions });
}

function mira(book: unknown) {
  return { card: 'Mira', avatar: 'mira', book };
}

/** What an entry means, without where it is from. */
function meaning({ id: _, path: __, card: ___, folders: ____, vault: _____, problems: ______, ...entry }: LoreEntry) {
  return entry;
}

describe('an entry of a card', () => {
  test.each(lorebookFixtures().filter(({ format }) => format === 'ccv2' || format === 'ccv3'))(
    'means exactly what its note would after an import: $file.name',
    async ({ file }) => {
      const books = cardBooks();
      const { read } = await books.take([mira(file.value)], shelf);
      const [{ book, notes } = { book: undefined, notes: [] }] = read;
      const imported = (book?.entries ?? []).map((entry) => {
        const options = { ...parseOptions, books: [{ folder: 'Lore', settings: book?.settings ?? {} }] };
        return parseNote(`Lore/${entry.title}.md`, importedNote(entry, 'lorebook'), options);
      });
      const live = notes.flatMap(({ reading }) => (reading.kind === 'entry' ? [meaning(reading.entry)] : []));
      expect(live).toEqual(imported.flatMap((reading) => (reading.kind === 'entry' ? [meaning(reading.entry)] : [])));
      expect(live.length).toBeGreaterThan(0);
    },
  );

  test('keeps its id when its text changes, and has another one in another card', async () => {
    const ids = async (card: string, content: string): Promise<readonly string[]> => {
      const book = cardBook([bookEntry({ id: 3, content })]);
      const { read } = await cardBooks().take([{ card, avatar: '', book }], shelf);
      return read.flatMap(({ notes }) => notes.map(({ path }) => path));
    };
    expect(await ids('Mira', 'Old.')).toEqual(await ids('Mira', 'New.'));
    expect(await ids('Bram', 'Old.')).not.toEqual(await ids('Mira', 'Old.'));
  });
});

describe('the books of cards', () => {
  test('are known by their digest once they were sent', async () => {
    const books = cardBooks();
    const first = await books.take([mira(cardBook([bookEntry()]))], shelf);
    const digest = first.books[0]?.digest ?? '';
    const again = await books.take([{ card: 'Mira', avatar: 'mira', digest }], shelf);
    expect(again.books).toEqual(first.books);
    expect(again.read[0]?.notes).toBe(first.read[0]?.notes);
    expect((await cardBooks().take([{ card: 'Mira', avatar: 'mira', digest }], shelf)).books).toMatchObject([
      { state: 'unknown', digest, entries: 0 },
    ]);
  });

  test('that were not used for long are forgotten, and bounded however large they are', async () => {
    const books = cardBooks();
    const digests: string[] = [];
    for (let number = 0; number < 70; number++) {
      const { books: taken } = await books.take([mira(cardBook([bookEntry({ id: number })]))], shelf);
      digests.push(taken[0]?.digest ?? '');
    }
    expect(digests.filter((digest) => books.find(digest) !== undefined)).toHaveLength(64);
    const large = 'x'.repeat(1_000_000);
    for (let number = 0; number < 40; number++)
      await books.take([mira(cardBook([bookEntry({ id: number, content: large })]))], shelf);
    expect(digests.filter((digest) => books.find(digest) !== undefined)).toEqual([]);
  });

  test('make one pool for each state of the vault, and leave the vault’s own index as it is', async () => {
    const books = cardBooks();
    const vault = indexOf({ 'Bell.md': lore('keys: [bell]') });
    const taken = await books.take([mira(numberedBook(20))], shelf);
    const pool = books.pool(taken, vault, shelf);
    expect(pool.index.entries.size).toBe(21);
    expect(vault.entries.size).toBe(1);
    const next = await books.take([{ card: 'Mira', avatar: 'mira', digest: taken.books[0]?.digest ?? '' }], shelf);
    expect(books.pool(next, vault, shelf).index).toBe(pool.index);
    const reading = parseNote('New.md', lore('keys: [new]'), parseOptions);
    const later = vault.apply([{ kind: 'read', note: { path: 'New.md', size: 0, modified: 0, reading } }]);
    expect(books.pool(next, later, shelf).index).not.toBe(pool.index);
    expect(books.pool(next, later, shelf).index.entries.size).toBe(22);
  });

  test('of another speaker are pools of their own that both stay', async () => {
    const books = cardBooks();
    const vault = indexOf({});
    const pools = new Set<unknown>();
    for (let turn = 0; turn < 6; turn++) {
      const card = turn % 2 === 0 ? 'Mira' : 'Bram';
      const taken = await books.take([{ card, avatar: '', book: numberedBook(3) }], shelf);
      pools.add(books.pool(taken, vault, shelf).index);
    }
    expect(pools.size).toBe(2);
  });

  test('that take longer than a turn may wait are there for the next', async () => {
    let goOn = (): void => undefined;
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const books = cardBooks(() => gate);
    const end = new AbortController();
    const taking = books.take([mira(numberedBook(5_000))], shelf, end.signal);
    end.abort();
    const late = await taking;
    expect(late.books).toMatchObject([{ state: 'late', entries: 0 }]);
    expect(late.read).toEqual([]);
    goOn();
    const digest = late.books[0]?.digest ?? '';
    const next = await books.take([{ card: 'Mira', avatar: 'mira', digest }], shelf);
    expect(next.books).toMatchObject([{ state: 'read', entries: 5_000, digest }]);
    // What is read already is there even for a turn that cannot wait at all.
    const hurried = await books.take([{ card: 'Mira', avatar: 'mira', digest }], shelf, end.signal);
    expect(hurried.books).toMatchObject([{ state: 'read' }]);
  });

  test('that break the reader are told, and the others stay', async () => {
    const books = cardBooks(() => Promise.reject(new Error('broken')));
    const taken = await books.take([mira(numberedBook(2)), { card: 'Bram', avatar: '', book: cardBook([]) }], shelf);
    expect(taken.books).toMatchObject([{ state: 'unreadable', entries: 0 }, { state: 'read' }]);
  });
});
