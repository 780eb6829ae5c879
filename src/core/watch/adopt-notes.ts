import { foldFileName } from '../formats/note-file-name';
import type { PlannedNote } from '../imports/import-plan';
import { noteValues } from '../imports/note-values';
import { isInFolder } from '../lore/book-folder';
import type { LoreEntry } from '../lore/lore-entry';
import { patchNote } from '../lore/patch-note';
import { SOURCE_PROPERTY } from '../lore/source-property';
import type { NoteFinder } from './note-finder';

/**
 * Where a new note is planned although the folder of the book has it already, written by hand or on its way into the book
 * from here, that note becomes the entry's own: it gets the mark of its source and stays as it is otherwise.
 */
export async function adoptNotes(
  notes: readonly PlannedNote[],
  folder: string,
  finder: NoteFinder,
): Promise<readonly PlannedNote[]> {
  const free = new Map<string, LoreEntry>();
  for (const entry of finder.unmarked)
    if (isInFolder(parentOf(entry.path), folder)) free.set(foldFileName(entry.title), entry);
  if (free.size === 0) return notes;
  const adopted: PlannedNote[] = [];
  for (const note of notes) {
    const name = foldFileName(note.title);
    const own = isNew(note) ? free.get(name) : undefined;
    const taken = own && (await adoption(note, own.path, finder));
    if (taken) free.delete(name);
    adopted.push(taken ?? note);
  }
  return adopted;
}

function isNew({ action, current, text }: PlannedNote): boolean {
  return (action === 'create' || action === 'duplicate') && current === undefined && text !== undefined;
}

async function adoption(note: PlannedNote, path: string, finder: NoteFinder): Promise<PlannedNote | undefined> {
  const current = await finder.text(path);
  if (current === undefined || note.text === undefined || !isSameEntry(current, note.text)) return undefined;
  const mark = new Map([[SOURCE_PROPERTY, `${SOURCE_PROPERTY}: ${note.source}\n`]]);
  const text = patchNote(current, { properties: mark });
  if (text === undefined) return undefined;
  const { duplicateOf: _, ...rest } = note;
  return { ...rest, action: 'update', path, current, text, changes: [SOURCE_PROPERTY] };
}

/** Titles are the same already. */
function isSameEntry(one: string, other: string): boolean {
  const [mine, theirs] = [noteValues(one), noteValues(other)];
  if (!mine || !theirs) return false;
  const keys = mine.properties.get('keys');
  return mine.body.trim() === theirs.body.trim() || (keys !== undefined && keys === theirs.properties.get('keys'));
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
