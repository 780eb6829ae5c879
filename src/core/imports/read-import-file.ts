import { detectFormat, unknownFormat } from '../formats/formats';
import type { ImportedBook, LorebookFile, LorebookFormat, UnreadPart } from '../formats/lorebook-format';
import { openFile } from '../formats/open-file';
import type { ImportFile } from './import-plan';

/** Finds the format of a file. */
export type DetectFormat = (file: LorebookFile) => LorebookFormat | undefined;

/** A book and the id of the format in which it was found. */
export interface FoundBook {
  readonly format: string;
  readonly book: ImportedBook;
}

/** What is in a file. */
export interface FileReading {
  readonly name: string;
  readonly formats: readonly string[];
  readonly books: readonly FoundBook[];
  readonly unread: readonly UnreadPart[];
  readonly problems: readonly string[];
}

/** Opens and reads a file. Never throws. */
export function readImportFile(file: ImportFile, detect: DetectFormat = detectFormat): FileReading {
  const opened = openFile(file.bytes, file.name);
  if (opened.kind === 'refused') return { ...nothing(file.name), problems: [opened.problem] };
  const parts = opened.files.map((part) => readPart(part, detect));
  return {
    name: file.name,
    formats: [...new Set(parts.flatMap(({ formats }) => formats))],
    books: parts.flatMap(({ books }) => books),
    unread: parts.flatMap(({ unread }) => unread),
    problems: [...opened.notices, ...parts.flatMap(({ problems }) => problems)],
  };
}

function nothing(name: string): FileReading {
  return { name, formats: [], books: [], unread: [], problems: [] };
}

function readPart(file: LorebookFile, detect: DetectFormat): FileReading {
  const format = detect(file);
  if (!format) return { ...nothing(file.name), problems: [unknownFormat(file)] };
  const { books, unread } = format.read(file);
  return {
    ...nothing(file.name),
    formats: [format.id],
    books: books.map((book) => ({ format: format.id, book })),
    unread,
  };
}
