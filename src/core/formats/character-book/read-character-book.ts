import { bookNameOf } from '../book-name';
import type { FormatReading, LorebookFile, UnreadPart } from '../lorebook-format';
import { leftoversUnder, readBookFields } from '../tavern-world-info/book-fields';
import { readEntryList } from '../tavern-world-info/read-entry-list';
import { asRecord } from '../tavern-world-info/tavern-entry';
import { BOOK_LEFTOVERS, readBookEntry } from './read-book-entry';

type Fields = Readonly<Record<string, unknown>>;

/** Where a character book was found. */
export interface BookPlace {
  /** Id of the format. */
  readonly format: string;
  /** What a book without a name is called. */
  readonly fallbackName: string;
  /** Where the book stands in the file, such as `data.character_book`; empty for the file itself. */
  readonly where: string;
}

/** Reads a character book. */
export function readCharacterBook(book: Fields, { format, fallbackName, where }: BookPlace): FormatReading {
  const words = readBookFields(book);
  const name = words.name ?? fallbackName;
  const place = where === '' ? 'entries' : `${where}.entries`;
  const list = { format, book: name, where: place, items: book['entries'] };
  const { entries, unread } = readEntryList(list, readBookEntry);
  const { settings, remarks, others } = words;
  return { books: [{ name, settings, entries, leftovers: leftoversUnder(BOOK_LEFTOVERS, others), remarks }], unread };
}

/** Reads the book in a card. A card without lore has no book, which is told; so is a book that it names alone. */
export function readCard(file: LorebookFile, format: string): FormatReading {
  const card = asRecord(file.value) ?? {};
  const data = asRecord(card['data']) ?? card;
  const found = bookIn(card, data);
  const named = namedBook(data);
  if (!found) return { books: [], unread: [noLore(named)] };
  const fallbackName =
    typeof data['name'] === 'string' && data['name'].trim() !== '' ? data['name'].trim() : bookNameOf(file.name);
  return readCharacterBook(found.book, { format, fallbackName, where: found.where });
}

/** The book, where the specification wants it or where some tools put it; undefined for one without entries. */
function bookIn(card: Fields, data: Fields): { readonly book: Fields; readonly where: string } | undefined {
  const places: readonly (readonly [string, unknown])[] = [
    ['data.character_book', data['character_book']],
    ['character_book', card['character_book']],
    ['data.extensions.character_book', asRecord(data['extensions'])?.['character_book']],
  ];
  for (const [where, value] of places) {
    const book = Array.isArray(value) ? { entries: value } : asRecord(value);
    if (book && hasEntries(book)) return { book, where };
  }
  return undefined;
}

function hasEntries({ entries }: Fields): boolean {
  return Array.isArray(entries) ? entries.length > 0 : Object.keys(asRecord(entries) ?? {}).length > 0;
}

/** SillyTavern's cards may name a World Info book that is a file of its own. */
function namedBook(data: Fields): string {
  const world = asRecord(data['extensions'])?.['world'];
  return typeof world === 'string' ? world.trim() : '';
}

function noLore(named: string): UnreadPart {
  if (named === '') return { where: 'data.character_book', sentence: 'There is no lore in this card.' };
  const sentence = `There is no lore in this card. It names the book “${named}”, which is not in the file: import that too.`;
  return { where: 'data.extensions.world', sentence };
}
