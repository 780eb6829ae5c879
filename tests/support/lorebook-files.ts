import type {
  ExportedBook,
  ExportedEntry,
  FormatWriting,
  ImportedBook,
  ImportedEntry,
  LorebookFormat,
} from '../../src/core/formats/lorebook-format';

/** What a format reads from a value that it takes for its own. */
export function readFile(format: LorebookFormat, value: unknown, name = 'Book.json') {
  const file = { name, value };
  if (!format.detect(file)) throw new Error(`${format.id} does not take the file for its own.`);
  const { books, unread } = format.read(file);
  const [book] = books;
  if (!book) throw new Error('No book was read.');
  return { book, unread };
}

/** The entry of this title. */
export function entryNamed(book: ImportedBook, title: string): ImportedEntry {
  const entry = book.entries.find((one) => one.title === title);
  if (!entry) throw new Error(`There is no entry ${title}.`);
  return entry;
}

/** The fields that remarks name. */
export function remarkedFields({ remarks }: Pick<ImportedEntry, 'remarks'>): readonly string[] {
  return remarks.map((remark) => remark.field);
}

/** An entry as it goes out right after it came in. */
export function exportedEntry({ title, folder, properties, leftovers, body }: ImportedEntry): ExportedEntry {
  return { title, folder, properties, otherProperties: leftovers, body };
}

/** What a format writes; a book that just came in, or entries of ours. */
export function writeFile(format: LorebookFormat, book: Partial<ExportedBook>): FormatWriting {
  if (!format.write) throw new Error(`${format.id} writes nothing.`);
  return format.write({ name: 'Book', settings: {}, entries: [], ...book });
}

/** A file that was read, written, and read again. */
export function readAgain(format: LorebookFormat, book: ImportedBook) {
  const { name, settings, leftovers = {}, entries } = book;
  const writing = writeFile(format, { name, settings, leftovers, entries: entries.map(exportedEntry) });
  return { ...readFile(format, JSON.parse(JSON.stringify(writing.value)), `${name}.json`), writing };
}

/** An entry of ours. */
export function ourEntry(entry: Partial<ExportedEntry>): ExportedEntry {
  return { title: 'Mill', folder: [], properties: { keys: ['mill'] }, otherProperties: {}, body: 'Text.', ...entry };
}
