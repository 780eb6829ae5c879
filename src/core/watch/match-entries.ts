import { listOf, type JsonRecord } from '../base/json-value';
import type { ImportedEntry } from '../formats/lorebook-format';
import { readTavernItem, type TavernItem } from '../formats/sillytavern/read-tavern-book';
import { isSame } from '../formats/tavern-world-info/same-value';
import type { TrackedEntry } from './watched-book';

/** An entry of the book as it is now, and what is known of it. */
export interface MatchedEntry {
  readonly item: TavernItem;
  readonly source: string;
  readonly before: TrackedEntry | undefined;
  /** Whether it stands in the book as it did: then it was not read again. */
  readonly isSame: boolean;
  /** The note's contents, with the source that the note has; undefined for an entry that makes no note. */
  readonly entry: ImportedEntry | undefined;
}

/** The entries of a book, and those that it does not have any more though there is a note. */
export interface MatchedBook {
  readonly entries: readonly MatchedEntry[];
  readonly missing: readonly TrackedEntry[];
}

/** Entries that are read before the host gets its turn. */
const BATCH = 32;

/**
 * Finds each entry of a book among those that were mirrored before: by its number, whatever else changed. SillyTavern
 * gives the number of a deleted entry to the next new one, so one that has nothing in common with the former is another.
 *
 * @param book The book's name.
 */
export async function matchEntries(
  book: string,
  items: readonly TavernItem[],
  tracked: readonly TrackedEntry[],
  pause: () => Promise<void>,
): Promise<MatchedBook> {
  const known = new Map(tracked.map((entry) => [entry.uid, entry]));
  const found = new Set<TrackedEntry>();
  const sources = new Set(tracked.map(({ source }) => source));
  const entries: MatchedEntry[] = [];
  for (const [index, item] of items.entries()) {
    if (index % BATCH === 0) await pause();
    const former = known.get(item.uid);
    const before = former && hasCommon(former.raw, item.raw) ? former : undefined;
    if (before) found.add(before);
    const matched = matchOf(book, item, before, sources);
    if (matched) {
      sources.add(matched.source);
      entries.push(matched);
    }
  }
  return { entries, missing: missingEntries(tracked, found, entries) };
}

function matchOf(
  book: string,
  item: TavernItem,
  before: TrackedEntry | undefined,
  sources: ReadonlySet<string>,
): MatchedEntry | undefined {
  if (before && isSame(before.raw, item.raw))
    return { item, before, source: before.source, isSame: true, entry: undefined };
  const entry = readTavernItem(item.raw, item.uid, book);
  if (!before && !entry) return undefined;
  const source = before?.source ?? freeSource(entry?.sourceId ?? '', sources);
  return { item, before, source, isSame: false, entry: entry && { ...entry, sourceId: source } };
}

function missingEntries(
  tracked: readonly TrackedEntry[],
  found: ReadonlySet<TrackedEntry>,
  entries: readonly MatchedEntry[],
): readonly TrackedEntry[] {
  const uids = new Set(entries.map(({ item }) => item.uid));
  return tracked
    .filter((entry) => !found.has(entry) && entry.state !== 'removed')
    .map((entry) => ({ ...entry, uid: uids.has(entry.uid) ? entry.source : entry.uid, state: 'missing' }));
}

function freeSource(wanted: string, taken: ReadonlySet<string>): string {
  let source = wanted;
  for (let number = 2; taken.has(source); number += 1) source = `${wanted}~${String(number)}`;
  return source;
}

/** Whether two states of an entry share its name, its text or a key; one that says nothing yet shares all. */
function hasCommon(one: JsonRecord, other: JsonRecord): boolean {
  const [before, after] = [wordsOf(one), wordsOf(other)];
  return before.size === 0 || after.size === 0 || [...before].some((word) => after.has(word));
}

function wordsOf(raw: JsonRecord): ReadonlySet<string> {
  const keys = [...listOf(raw['key']), ...listOf(raw['keys'])].map((key) => ['key', key] as const);
  const texts = [['title', raw['comment']] as const, ['text', raw['content']] as const];
  const said = [...keys, ...texts].flatMap(([kind, value]) =>
    typeof value === 'string' && value.trim() !== '' ? [`${kind}:${value.trim().toLowerCase()}`] : [],
  );
  return new Set(said);
}
