import { kindOf } from '../field-reader';
import { fileLimits } from '../limits';
import type { BookSettings, ImportedEntry } from '../lorebook-format';
import { readBookFields } from '../tavern-world-info/book-fields';
import { importedTavernEntry } from '../tavern-world-info/imported-tavern-entry';
import { readTavernEntry } from '../tavern-world-info/read-tavern-entry';
import { asRecord } from '../tavern-world-info/tavern-entry';
import { idOf } from './read-world-info';

type Fields = Readonly<Record<string, unknown>>;

/** One place in the `entries` of a book of SillyTavern. */
export interface TavernItem {
  /** What SillyTavern calls the entry: its number, as text. No two items have the same. */
  readonly uid: string;
  /** The name in `entries`. */
  readonly at: string;
  /** The entry as it stands there. */
  readonly raw: Fields;
}

/** A book as SillyTavern holds it. */
export interface TavernBook {
  readonly kind: 'book';
  readonly settings: BookSettings;
  /** As the book has them. */
  readonly items: readonly TavernItem[];
  /** Items that are no entries, with a sentence each. */
  readonly unread: readonly { readonly title: string; readonly sentence: string }[];
}

/** What is wrong with what should be a book. */
export interface NoTavernBook {
  readonly kind: 'none';
  /** The place, such as `entries`; empty for the book itself. */
  readonly where: string;
  /** What was found and what was expected. */
  readonly sentence: string;
}

/** Reads what is in a book, without the meaning of its entries: each has to be found again, also after its keys, its text or the book's name changed. */
export function readTavernBook(value: unknown): TavernBook | NoTavernBook {
  const book = asRecord(value);
  if (!book) return none('', `Here is ${kindOf(value)}; a World Info book with "entries" was expected.`);
  const { entries } = book;
  const isList = Array.isArray(entries);
  const all = isList ? entries.map((item: unknown, at) => [String(at), item] as const) : pairsOf(entries);
  if (!all) return none('entries', `Here is ${kindOf(entries)}; entries by number were expected.`);
  if (all.length > fileLimits.entries) {
    const most = String(fileLimits.entries);
    return none('entries', `Here are ${String(all.length)} entries; ${most} at most are taken.`);
  }
  const uids = new UniqueIds();
  const items: TavernItem[] = [];
  const unread: { title: string; sentence: string }[] = [];
  for (const [at, item] of all) {
    const raw = asRecord(item);
    if (!raw) unread.push({ title: at, sentence: `Here is ${kindOf(item)}; an entry was expected.` });
    else items.push({ raw, at, uid: uids.take(raw, at, isList) });
  }
  return { kind: 'book', settings: readBookFields(book).settings, items, unread };
}

function none(where: string, sentence: string): NoTavernBook {
  return { kind: 'none', where, sentence };
}

function pairsOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  const record = asRecord(value);
  return record && Object.entries(record);
}

/**
 * What an entry of a book says as a note. Its number and its place among the others are no part of that: they change
 * when others do. Undefined for an entry with neither keys nor text, which is being written perhaps.
 *
 * @param uid As `TavernItem` has it.
 * @param book The book's name.
 */
export function readTavernItem(raw: Fields, uid: string, book: string): ImportedEntry | undefined {
  const reading = readTavernEntry(raw);
  const isNothing = !reading || (reading.entry.content.trim() === '' && reading.entry.key.every((key) => !key.trim()));
  if (isNothing) return undefined;
  const written = new Set([...reading.written].filter((name) => name !== 'uid' && name !== 'displayIndex'));
  const place = { format: 'sillytavern', book, index: reading.entry.uid };
  return importedTavernEntry({ ...reading, written, original: uid }, place);
}

/** Names for entries that do not change when others come and go. */
class UniqueIds {
  readonly #taken = new Set<string>();

  /** The entry's own number; without one its place, which in a list says nothing, so that keys and text have to do. */
  take(raw: Fields, at: string, isList: boolean): string {
    const own = idOf(raw['uid'] ?? raw['id']);
    const wanted = own !== '' ? own : isList ? `:${JSON.stringify([raw['comment'], raw['key'], raw['keys']])}` : at;
    let id = wanted;
    if (this.#taken.has(id) && !isList) id = `${wanted}@${at}`;
    for (let number = 2; this.#taken.has(id); number += 1) id = `${wanted}~${String(number)}`;
    this.#taken.add(id);
    return id;
  }
}
