import { contentHash } from '../base/content-hash';
import { detectFormat, unknownFormat } from '../formats/formats';
import type { BookSettings, ImportedEntry, LorebookFile } from '../formats/lorebook-format';
import { FileProblem } from '../formats/opening/file-problem';
import { parseJson } from '../formats/opening/parse-json';
import { asRecord } from '../formats/tavern-world-info/tavern-entry';

/** The character whose card a book is from. */
export interface CardName {
  /** Name of the character. */
  readonly card: string;
  /** File name of the card without ending; empty when it is not known. */
  readonly avatar: string;
}

/** A lorebook that stands in a character's card. */
export interface CardBook extends CardName {
  /** Stands for the book: equal for equal books of one card. */
  readonly digest: string;
  /** The book as JSON. */
  readonly json: string;
  readonly name: string;
  readonly settings: BookSettings;
  readonly entries: readonly ImportedEntry[];
  /** Whether anything of it was understood. */
  readonly isReadable: boolean;
  /** What was not understood, in sentences; the first ones. */
  readonly problems: readonly string[];
}

/** So many sentences are kept of a book. */
const MOST_PROBLEMS = 20;

/** A book that nobody has looked into. */
export type UnreadBook = Pick<CardBook, 'card' | 'avatar' | 'digest' | 'json'>;

/** A book as it came over the wire, with its digest. Never throws. */
export function unreadBook({ card, avatar }: CardName, book: unknown): UnreadBook {
  const json = jsonOf(book);
  return { card, avatar, digest: contentHash(JSON.stringify([card, avatar, json])), json };
}

/** The name of the file that a book would be; a book without a name of its own is called after its card. */
export function cardFileName({ card }: CardName): string {
  return `${card}.json`;
}

/** Reads a book as an import of it as a file does. Never throws: what is wrong comes back as problems. */
export function readCardBook(book: UnreadBook): CardBook {
  return { ...book, ...read(book.json, cardFileName(book)) };
}

type BookContent = Pick<CardBook, 'name' | 'settings' | 'entries' | 'isReadable' | 'problems'>;

function read(json: string, name: string): BookContent {
  try {
    const parsed = parseJson(json);
    const { entries, ...content } = readFile({ name, value: parsed?.value });
    return { ...content, entries, problems: [...(parsed?.notices ?? []), ...content.problems].slice(0, MOST_PROBLEMS) };
  } catch (error) {
    if (error instanceof FileProblem) return { ...nothing(name), isReadable: false, problems: [error.message] };
    throw error;
  }
}

function readFile(file: LorebookFile): BookContent {
  const format = detectFormat(file);
  const record = asRecord(file.value);
  // A book that was never filled.
  if (!format && record && !Object.hasOwn(record, 'entries')) return nothing(file.name);
  if (!format) return { ...nothing(file.name), isReadable: false, problems: [unknownFormat(file)] };
  const { books, unread } = format.read(file);
  const problems = unread.map(({ where, sentence }) => `${where}: ${sentence}`);
  const [book] = books;
  if (!book) return { ...nothing(file.name), problems };
  return { name: book.name, settings: book.settings, entries: book.entries, isReadable: true, problems };
}

function nothing(fileName: string): BookContent {
  return { name: fileName.replace(/\.json$/, ''), settings: {}, entries: [], isReadable: true, problems: [] };
}

/** A value that came over the wire can be nested so deeply that it cannot be written again. */
function jsonOf(book: unknown): string {
  try {
    const json: unknown = JSON.stringify(book);
    return typeof json === 'string' ? json : 'null';
  } catch {
    return 'null';
  }
}
