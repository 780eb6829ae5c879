import type { EntryProperties } from '../lore/entry-fields';
import { kindOf, FieldReader, type Fields } from './field-reader';
import type { ImportRemark } from './import-remark';
import { fileLimits } from './limits';
import type { ImportedEntry, UnreadPart } from './lorebook-format';
import { sourceIdOf } from './source-id';
import { leftoversUnder } from './tavern-world-info/book-fields';
import { asRecord } from './tavern-world-info/tavern-entry';

/** What a reader makes of one item of a file. */
export interface EntryDraft {
  /** The id in the file; empty for none. */
  readonly original: string;
  /** What the entry may be called; the first that is not blank counts, else a key, else its number. */
  readonly titles: readonly (string | undefined)[];
  readonly folder?: readonly string[];
  /** With `keys`, be they none. */
  readonly properties: EntryProperties;
  /** Undefined where the file has none. */
  readonly body: string | undefined;
  /** What was not read, if that is not what the field reader has left. */
  readonly leftovers?: Fields;
}

/** Where items come from. */
export interface EntrySource {
  /** Id of the format. */
  readonly format: string;
  /** Name of the book. */
  readonly book: string;
  /** The list's place in the file, such as `entries`; empty for the file itself. */
  readonly where: string;
  /** The names of the fields for keys and for the text. */
  readonly fields: { readonly keys: string; readonly text: string };
}

/** Entries, and what were none. */
export interface EntriesReading {
  readonly entries: readonly ImportedEntry[];
  readonly unread: readonly UnreadPart[];
}

/**
 * Reads a list of entries. Items that are no objects, and entries with neither keys nor text, are named as unread. No
 * two entries get the same source id.
 *
 * @param found The list, as it was found; entries by their ids are one too.
 * @param read Undefined for an item that is part of the book but no entry.
 */
export function readEntries(
  source: EntrySource,
  found: unknown,
  read: (fields: FieldReader) => EntryDraft | undefined,
): EntriesReading {
  const items = listOf(found);
  if (!items) return { entries: [], unread: [notList(source.where, found)] };
  const entries: ImportedEntry[] = [];
  const unread: UnreadPart[] = [];
  const sourceId = uniqueIds(source);
  items.slice(0, fileLimits.entries).forEach((item: unknown, index) => {
    const where = placeOf(source, index);
    const record = asRecord(item);
    const fields = new FieldReader(record ?? {});
    const draft = record && read(fields);
    if (!record) unread.push({ where, sentence: `Here is ${kindOf(item)}; an entry was expected.` });
    else if (draft && isNothing(draft)) unread.push({ where, sentence: nothingToSay(draft) });
    else if (draft) entries.push(entryOf(draft, { source, fields, sourceId, number: index + 1 }));
  });
  if (items.length > fileLimits.entries) unread.push(tooMany(source, items.length));
  return { entries, unread };
}

/** Some tools write entries by id. */
function listOf(found: unknown): readonly unknown[] | undefined {
  const list: readonly unknown[] | undefined = Array.isArray(found) ? found : undefined;
  if (list) return list;
  const items = Object.values(asRecord(found) ?? {});
  return items.length > 0 && items.every((item) => asRecord(item) !== undefined) ? items : undefined;
}

function placeOf({ where }: EntrySource, index: number): string {
  return where === '' ? String(index) : `${where}.${String(index)}`;
}

function tooMany(source: EntrySource, count: number): UnreadPart {
  const most = fileLimits.entries;
  const sentence = `This and all after it are left out: there are ${String(count)} entries, ${String(most)} at most are taken.`;
  return { where: placeOf(source, most), sentence };
}

/** What is said of a value where a list of entries was expected. */
function notList(where: string, value: unknown): UnreadPart {
  return { where, sentence: `Here is ${kindOf(value)}; a list of entries was expected.` };
}

function isNothing({ properties, body = '' }: EntryDraft): boolean {
  return (properties.keys ?? []).length === 0 && body.trim() === '';
}

function nothingToSay({ titles }: EntryDraft): string {
  const name = firstTitle(titles);
  return `${name === undefined ? 'The entry' : `“${name}”`} has neither keys nor text.`;
}

interface EntryContext {
  readonly source: EntrySource;
  readonly fields: FieldReader;
  readonly sourceId: (draft: EntryDraft) => string;
  /** Counted from 1. */
  readonly number: number;
}

function entryOf(draft: EntryDraft, { source, fields, sourceId, number }: EntryContext): ImportedEntry {
  const { titles, folder = [], properties, body = '' } = draft;
  const leftovers = draft.leftovers ?? fields.rest();
  return {
    sourceId: sourceId(draft),
    title: firstTitle([...titles, ...(properties.keys ?? [])]) ?? `Entry ${String(number)}`,
    folder,
    properties,
    leftovers: leftoversUnder(source.format, leftovers),
    body,
    remarks: [...fields.remarks, ...warnings(draft, source.fields)],
  };
}

function warnings({ properties, body }: EntryDraft, names: EntrySource['fields']): readonly ImportRemark[] {
  const remarks: ImportRemark[] = [];
  if ((properties.keys ?? []).length === 0 && properties.constant !== true)
    remarks.push({ field: names.keys, sentence: 'It has no keys, so no word wakes it.' });
  if (body === undefined || body.trim() === '')
    remarks.push({ field: names.text, sentence: 'It has no text, so there is nothing to inject.' });
  return remarks;
}

function firstTitle(names: readonly (string | undefined)[]): string | undefined {
  return names.map((name) => name?.replace(/\s+/g, ' ').trim()).find((name) => name !== undefined && name !== '');
}

/** Entries that cannot be told apart are counted. */
function uniqueIds({ format, book }: EntrySource): (draft: EntryDraft) => string {
  const counts = new Map<string, number>();
  return ({ original, properties, body = '' }) => {
    const identity = { format, book, original, firstKey: properties.keys?.[0] ?? '', text: body };
    const id = sourceIdOf(identity);
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count === 1 ? id : sourceIdOf({ ...identity, original: JSON.stringify([original, count, body]) });
  };
}
