import { contentHash } from '../base/content-hash';
import { readTavernItem } from '../formats/sillytavern/read-tavern-book';
import type { ImportedEntry } from '../formats/lorebook-format';
import type { KnownSource } from '../imports/import-memory';
import { importedNote } from '../imports/imported-note';
import { noteDifferences, type NoteDifference } from '../imports/merge-note';
import type { FoundNote, NoteFinder } from './note-finder';
import type { TrackedEntry, WatchedBook } from './watched-book';

/** How an entry of a watched book and its note stand to each other. */
export type EntryState =
  | 'mirrored'
  /** The vault alone changed it. */
  | 'changed'
  | 'conflict'
  /** The note could not be written, and says what the book said before. */
  | 'kept'
  /** The note is there, the book does not have the entry. */
  | 'missing'
  /** The user removed the note. */
  | 'removed';

/** An entry of a watched book beside its note. */
export interface EntryView {
  readonly entry: TrackedEntry;
  readonly note: FoundNote | undefined;
  readonly state: EntryState;
  /** What differs, as far as it makes the state. */
  readonly differences: readonly NoteDifference[];
}

/** What comparing looks at. */
export interface ViewParts {
  readonly finder: NoteFinder;
  readonly known: (source: string) => KnownSource | undefined;
  readonly loreTag: string;
  readonly pause: () => Promise<void>;
}

interface Comparison {
  readonly key: string;
  readonly known: KnownSource | undefined;
  readonly differences: readonly NoteDifference[];
}

const BATCH = 64;

/** Compares watched books with their notes; notes that nobody changed are not read. */
export class BookViews {
  /** By source: what was found out of a note that differs. */
  readonly #compared = new Map<string, Comparison>();

  /** Every entry of a book in its order; missing ones without a note are left out. */
  async of(book: WatchedBook, entries: readonly TrackedEntry[], parts: ViewParts): Promise<readonly EntryView[]> {
    const views: EntryView[] = [];
    for (let at = 0; at < entries.length; at += BATCH) {
      const batch = entries.slice(at, at + BATCH);
      const found = await Promise.all(batch.map((entry) => this.one(book, entry, parts)));
      views.push(...found.filter(({ state, note }) => state !== 'missing' || note !== undefined));
      await parts.pause();
    }
    return views;
  }

  /** One entry of a book. */
  async one(book: WatchedBook, entry: TrackedEntry, parts: ViewParts): Promise<EntryView> {
    const note = await parts.finder.find(entry.source, parts.known(entry.source)?.path ?? entry.path);
    const nothing = { entry, note, differences: [] };
    if (entry.state === 'missing') return { ...nothing, state: 'missing' };
    if (!note) return { ...nothing, state: entry.path === '' ? 'kept' : 'removed' };
    if (entry.hash === '' || note.indexed?.contentHash === entry.hash) return { ...nothing, state: 'mirrored' };
    const all = await this.#differences(book, entry, note, parts);
    const state = stateOf(all);
    const verdict = state === 'conflict' ? 'conflict' : state === 'changed' ? 'keep' : 'take';
    return { entry, note, state, differences: all.filter((one) => one.verdict === verdict) };
  }

  async #differences(
    book: WatchedBook,
    entry: TrackedEntry,
    { path, indexed }: FoundNote,
    { finder, known: knownOf, loreTag }: ViewParts,
  ): Promise<readonly NoteDifference[]> {
    const known = knownOf(entry.source);
    const key = `${indexed?.contentHash ?? ''} ${entry.hash}`;
    const before = this.#compared.get(entry.source);
    if (indexed && before?.key === key && before.known === known) return before.differences;
    const current = await finder.text(path);
    const incoming = incomingNote(book, entry, loreTag);
    if (current === undefined || incoming === undefined || contentHash(current) === entry.hash) return [];
    const differences = noteDifferences(current, incoming, known?.base) ?? [];
    if (contentHash(current) === indexed?.contentHash) this.#compared.set(entry.source, { key, known, differences });
    return differences;
  }
}

function stateOf(differences: readonly NoteDifference[]): EntryState {
  const has = (verdict: NoteDifference['verdict']): boolean => differences.some((one) => one.verdict === verdict);
  if (has('conflict')) return 'conflict';
  if (has('keep')) return 'changed';
  return has('take') ? 'kept' : 'mirrored';
}

/** What an entry says as a note; undefined for one that says nothing. */
export function incomingEntry(book: WatchedBook, { raw, uid, source }: TrackedEntry): ImportedEntry | undefined {
  const entry = readTavernItem(raw, uid, book.book);
  return entry && { ...entry, sourceId: source };
}

/** The note that an entry makes. */
export function incomingNote(book: WatchedBook, entry: TrackedEntry, loreTag: string): string | undefined {
  const imported = incomingEntry(book, entry);
  return imported && importedNote(imported, loreTag);
}

/** Fingerprint of the note that an entry makes; '' for none. */
export function noteHash(book: WatchedBook, entry: TrackedEntry, loreTag: string): string {
  const note = incomingNote(book, entry, loreTag);
  return note === undefined ? '' : contentHash(note);
}
