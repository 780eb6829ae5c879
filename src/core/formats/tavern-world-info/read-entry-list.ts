import { kindOf } from '../field-reader';
import { fileLimits } from '../limits';
import type { ImportedEntry, UnreadPart } from '../lorebook-format';
import type { EntriesReading } from '../read-entries';
import { importedTavernEntry, type EntryReading } from './imported-tavern-entry';
import { asRecord } from './tavern-entry';

/** The entries of a book, as they were found. */
export interface EntryList {
  /** Id of the format. */
  readonly format: string;
  /** Name of the book. */
  readonly book: string;
  /** The list's place in the file, such as `entries`; empty for the file itself. */
  readonly where: string;
  /** A list, or entries by number. */
  readonly items: unknown;
}

/**
 * Reads entries that are like those of World Info. Items that are no entries, and those with neither keys nor text, are
 * named as unread. No two entries get the same source id.
 */
export function readEntryList(
  { format, book, where, items }: EntryList,
  read: (item: Readonly<Record<string, unknown>>) => EntryReading | undefined,
): EntriesReading {
  const entries: ImportedEntry[] = [];
  const unread: UnreadPart[] = [];
  const seen = new Map<string, number>();
  const all = itemsOf(items);
  all.slice(0, fileLimits.entries).forEach(([name, item], index) => {
    const place = where === '' ? name : `${where}.${name}`;
    const record = asRecord(item);
    const reading = record && read(record);
    if (!reading) unread.push({ where: place, sentence: `Here is ${kindOf(item)}; an entry was expected.` });
    else if (isNothing(reading)) unread.push({ where: place, sentence: nothingToSay(reading) });
    else entries.push(withOwnId(importedTavernEntry(reading, { format, book, index }), seen));
  });
  if (all.length > fileLimits.entries) unread.push(tooMany(where, all.length));
  return { entries, unread };
}

function itemsOf(items: unknown): readonly (readonly [string, unknown])[] {
  return Array.isArray(items)
    ? items.map((item: unknown, index) => [String(index), item] as const)
    : Object.entries(asRecord(items) ?? {});
}

function isNothing({ entry }: EntryReading): boolean {
  return entry.content.trim() === '' && entry.key.every((key) => key.trim() === '');
}

function nothingToSay({ entry }: EntryReading): string {
  const name = entry.comment.trim();
  return `${name === '' ? 'The entry' : `“${name}”`} has neither keys nor text.`;
}

function tooMany(where: string, count: number): UnreadPart {
  const most = String(fileLimits.entries);
  return { where, sentence: `There are ${String(count)} entries; ${most} at most are taken, the others are left out.` };
}

/** Entries that cannot be told apart are counted. */
function withOwnId(entry: ImportedEntry, seen: Map<string, number>): ImportedEntry {
  const count = (seen.get(entry.sourceId) ?? 0) + 1;
  seen.set(entry.sourceId, count);
  return count === 1 ? entry : { ...entry, sourceId: `${entry.sourceId}-${String(count)}` };
}
