import type { WireWatchedChanges } from '../../../server/contract/wire-watch';
import { countOf, objectOf } from '../json-value';
import type { BookData } from './book-digest';

type Change = WireWatchedChanges['items'][number];

/** A book with the entries that the notes have changed or added, and everything else as it was. */
export function withChanges(data: BookData, changes: readonly Change[]): BookData {
  let { entries } = data;
  for (const { at, entry } of changes) if (entry !== undefined) entries = withEntry(entries, at, entry);
  return { ...data, entries };
}

/** A book without the entry of this name. */
export function withoutEntry(data: BookData, at: string): BookData {
  const { entries } = data;
  if (Array.isArray(entries)) return { ...data, entries: entries.filter((_entry, index) => String(index) !== at) };
  return {
    ...data,
    entries: Object.fromEntries(Object.entries(objectOf(entries) ?? {}).filter(([key]) => key !== at)),
  };
}

function withEntry(entries: unknown, at: string, entry: Readonly<Record<string, unknown>>): unknown {
  // SillyTavern knows entries by their number.
  const numbered = countOf(entry['uid']) === undefined ? { ...entry, uid: Number(at) } : entry;
  if (!Array.isArray(entries)) return { ...objectOf(entries), [at]: numbered };
  const list: readonly unknown[] = entries;
  const index = Number(at);
  return index < list.length ? list.map((old, place) => (place === index ? numbered : old)) : [...list, numbered];
}
