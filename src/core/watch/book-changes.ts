import type { JsonRecord } from '../base/json-value';
import { isSame } from '../formats/tavern-world-info/same-value';
import type { ImportConflict } from '../imports/merge-note';
import { isInFolder } from '../lore/book-folder';
import type { LoreEntry } from '../lore/lore-entry';
import { incomingNote, type EntryView } from './book-views';
import { entryForBook, newEntryForBook } from './entry-for-book';
import type { NoteFinder } from './note-finder';
import type { TrackedEntry, WatchedBook } from './watched-book';

/** Something that the vault says otherwise than the book. */
export interface BookChange {
  readonly uid: string;
  /** The name under which the entry stands, or is to stand, in the book's `entries`. */
  readonly at: string;
  readonly title: string;
  readonly kind: 'changed' | 'conflict' | 'new' | 'removed' | 'missing';
  readonly path?: string;
  readonly fields: readonly ImportConflict[];
  /** The whole entry for the book. */
  readonly entry?: JsonRecord;
}

/** What finding changes looks at. */
export interface ChangeParts {
  readonly finder: NoteFinder;
  readonly loreTag: string;
  /** A note as the index reads it; undefined for one that is no entry. */
  readonly parse: (path: string, text: string) => LoreEntry | undefined;
}

/** Everything that the vault says otherwise than a book, in the order of the book; new notes last. */
export async function bookChanges(
  book: WatchedBook,
  views: readonly EntryView[],
  parts: ChangeParts,
): Promise<readonly BookChange[]> {
  const changes: BookChange[] = [];
  for (const view of views) changes.push(...(await changesOf(book, view, parts)));
  if (!book.writeBack) return changes;
  const used = new Set(views.flatMap(({ entry }) => [entry.uid, entry.at]));
  return [...changes, ...(await newEntries(book, used, parts.finder))];
}

async function changesOf(book: WatchedBook, view: EntryView, parts: ChangeParts): Promise<readonly BookChange[]> {
  const { entry, note, state, differences } = view;
  const { uid, at, title, isSettled } = entry;
  const path = note && { path: note.path };
  if (state === 'removed') return isSettled ? [] : [{ uid, at, title, kind: 'removed', fields: [] }];
  if (state === 'missing') return [{ uid, at, title, kind: 'missing', fields: [], ...path }];
  if (state !== 'changed' && state !== 'conflict') return [];
  const written = await entryWritten(book, view, parts);
  // What a book cannot hold is no change of it.
  if (state === 'changed' && written !== undefined && isSame(written, entry.raw)) return [];
  const fields = differences.map(({ verdict: _, ...field }) => field);
  return [{ uid, at, title, kind: state, fields, ...path, ...(written && { entry: written }) }];
}

async function entryWritten(
  book: WatchedBook,
  { entry, note }: EntryView,
  { finder, loreTag, parse }: ChangeParts,
): Promise<JsonRecord | undefined> {
  const text = note && (await finder.text(note.path));
  const incoming = incomingNote(book, entry, loreTag);
  if (!note || text === undefined || incoming === undefined) return undefined;
  const [was, is] = [parse(note.path, incoming), parse(note.path, text)];
  return was && is && entryForBook(entry.raw, { entry: was, text: incoming }, { entry: is, text });
}

/** Notes of the book's folder that are from nowhere. */
async function newEntries(
  { folder }: WatchedBook,
  used: ReadonlySet<string>,
  finder: NoteFinder,
): Promise<readonly BookChange[]> {
  const changes: BookChange[] = [];
  let next = 0;
  for (const entry of finder.unmarked.filter((one) => isOwn(one, folder))) {
    const text = await finder.text(entry.path);
    if (text === undefined) continue;
    while (used.has(String(next))) next += 1;
    const uid = String(next);
    const about = { uid, at: uid, title: entry.title, path: entry.path };
    changes.push({ ...about, kind: 'new', fields: [], entry: newEntryForBook({ entry, text }, next) });
    next += 1;
  }
  return changes;
}

function isOwn({ path, never }: LoreEntry, folder: string): boolean {
  return !never && isInFolder(path.slice(0, Math.max(0, path.lastIndexOf('/'))), folder);
}

/** Entries that somebody has to decide about, or that wait to be written into the book. */
export function countChanges(views: readonly EntryView[]): BookCounts {
  const count = (state: EntryView['state'], fits: (entry: TrackedEntry) => boolean = () => true): number =>
    views.filter((view) => view.state === state && fits(view.entry)).length;
  return {
    changedHere: count('changed'),
    conflicts: count('conflict'),
    missing: count('missing'),
    removedHere: count('removed', ({ isSettled }) => !isSettled),
  };
}

/** How many entries of a book stand otherwise in the vault. */
export interface BookCounts {
  readonly changedHere: number;
  readonly conflicts: number;
  readonly missing: number;
  readonly removedHere: number;
}
