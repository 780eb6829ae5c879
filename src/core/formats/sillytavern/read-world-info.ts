import { bookNameOf } from '../book-name';
import type { FormatReading, LorebookFile } from '../lorebook-format';
import { leftoversUnder, readBookFields } from '../tavern-world-info/book-fields';
import type { EntryReading } from '../tavern-world-info/imported-tavern-entry';
import { readEntryList } from '../tavern-world-info/read-entry-list';
import { readTavernEntry } from '../tavern-world-info/read-tavern-entry';
import { asRecord } from '../tavern-world-info/tavern-entry';

type Fields = Readonly<Record<string, unknown>>;

/** Which file of World Info it is. */
export interface WorldInfoFile {
  /** Id of the format. */
  readonly format: string;
  /** The file, for a book without a name. */
  readonly file: LorebookFile;
  /** Where the book stands in the file, with a dot at its end; empty for the file itself. */
  readonly where: string;
  /** Makes an item one of World Info, where it is not. */
  readonly asTavern?: (item: Fields) => Fields;
}

/** Reads a World Info book: entries by number or as a list, with the names of SillyTavern or of character books. */
export function readWorldInfo(book: Fields, { format, file, where, asTavern }: WorldInfoFile): FormatReading {
  const words = readBookFields(book);
  const name = words.name ?? bookNameOf(file.name);
  const list = { format, book: name, where: `${where}entries`, items: book['entries'] };
  const { entries, unread } = readEntryList(list, (item) => worldInfoEntry(asTavern ? asTavern(item) : item));
  const { settings, remarks, others } = words;
  return { books: [{ name, settings, entries, leftovers: leftoversUnder('sillytavern', others), remarks }], unread };
}

function worldInfoEntry(item: Fields): EntryReading | undefined {
  const reading = readTavernEntry(item);
  return reading && { ...reading, original: idOf(item['uid'] ?? item['id']) };
}

/** An id as text; empty for none. */
export function idOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The value as a book, if it has entries in whatever form. */
export function asBook(value: unknown): Fields | undefined {
  const book = asRecord(value);
  return book && typeof book['entries'] === 'object' && book['entries'] !== null ? book : undefined;
}
