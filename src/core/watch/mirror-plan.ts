import { contentHash } from '../base/content-hash';
import type { BookSettings, ImportedEntry } from '../formats/lorebook-format';
import type { ImportMemory } from '../imports/import-memory';
import { plannedNotes, type ImportPlan, type PlannedNote } from '../imports/import-plan';
import { importedNote } from '../imports/imported-note';
import type { ImportSettings } from '../imports/lore-imports';
import { planImport } from '../imports/plan-import';
import type { LoreEntry } from '../lore/lore-entry';
import type { NoteSource } from '../ports/note-source';
import { adoptNotes } from './adopt-notes';
import { incomingEntry } from './book-views';
import type { MatchedBook, MatchedEntry } from './match-entries';
import type { NoteFinder } from './note-finder';
import type { TrackedEntry, WatchedBook } from './watched-book';

/** What planning looks at. */
export interface MirrorParts {
  readonly source: NoteSource;
  readonly memory: ImportMemory;
  readonly finder: NoteFinder;
  readonly entries: readonly LoreEntry[];
  /** The paths of all notes. */
  readonly paths: readonly string[];
  readonly settings: ImportSettings;
  readonly pause: () => Promise<void>;
}

/** What becomes of a book. */
export interface MirrorPlan {
  readonly plan: ImportPlan;
  /** Entries that stand in the book and in their notes as they did. */
  readonly untouched: number;
  /** Those whose notes the user removed; nothing is made for them. */
  readonly removed: ReadonlySet<MatchedEntry>;
}

/** Works out what mirroring a book would write. `settings`: what the book says of itself, where that is still to be kept. */
export async function planMirror(
  book: WatchedBook,
  matched: MatchedBook,
  settings: BookSettings,
  parts: MirrorParts,
): Promise<MirrorPlan> {
  const removed = new Set<MatchedEntry>();
  const wanted: ImportedEntry[] = [];
  let untouched = 0;
  for (const one of matched.entries) {
    const { before, source } = one;
    if (one.isSame && before?.state === 'there' && parts.finder.indexed(source)?.contentHash === before.hash) {
      untouched += 1;
      continue;
    }
    const entry = one.isSame && before ? incomingEntry(book, before) : one.entry;
    const isPlaced = before !== undefined && before.path !== '';
    const lastPath = parts.memory.source(source)?.path ?? before?.path ?? '';
    if (isPlaced && !(await parts.finder.find(source, lastPath))) removed.add(one);
    else if (entry) wanted.push(entry);
  }
  return { plan: await planEntries(book, wanted, settings, parts), removed, untouched };
}

/** Plans notes for entries of a watched book. */
export async function planEntries(
  { book, folder }: Pick<WatchedBook, 'book' | 'folder'>,
  entries: readonly ImportedEntry[],
  settings: BookSettings,
  { source, memory, finder, entries: known, paths, settings: wishes, pause }: MirrorParts,
): Promise<ImportPlan> {
  const found = { format: 'sillytavern', book: { name: book, settings, entries, remarks: [] } };
  const reading = { name: book, formats: ['sillytavern'], books: [found], unread: [], problems: [] };
  const home = folder.split('/').filter((part) => part !== '');
  const about = { source, memory, entries: known, paths, pause, folder: home, home, duplicates: 'write' as const };
  const plan = await planImport([reading], { ...about, ...wishes });
  const adopted = await adoptNotes(plannedNotes(plan), folder, finder);
  const files = plan.files.map((file) => ({ ...file, books: file.books.map((one) => ({ ...one, notes: adopted })) }));
  return { ...plan, files };
}

/** What is to be known of the entries of a book when a plan for it was carried out. */
export function trackedAfter(
  matched: MatchedBook,
  { plan, removed }: MirrorPlan,
  memory: ImportMemory,
  loreTag: string,
): readonly TrackedEntry[] {
  const planned = new Map(plannedNotes(plan).map((note) => [note.source, note]));
  const there = matched.entries.map((one): TrackedEntry => {
    const { item, source, entry, before } = one;
    const isRemoved = removed.has(one);
    return {
      uid: item.uid,
      at: item.at,
      source,
      title: entry?.title ?? before?.title ?? item.uid,
      path: pathAfter(planned.get(source), memory.source(source)?.path) ?? before?.path ?? '',
      state: isRemoved ? 'removed' : 'there',
      isSettled: isRemoved && before?.isSettled === true,
      raw: item.raw,
      hash: hashOf(one, loreTag),
    };
  });
  return [...there, ...matched.missing];
}

function hashOf({ isSame, before, entry }: MatchedEntry, loreTag: string): string {
  if (isSame && before) return before.hash;
  return entry ? contentHash(importedNote(entry, loreTag)) : '';
}

/** A new note that could not be made has no path. */
function pathAfter(note: PlannedNote | undefined, remembered: string | undefined): string | undefined {
  if (remembered !== undefined) return remembered;
  return note && (note.current !== undefined || note.text === undefined) ? note.path : undefined;
}
