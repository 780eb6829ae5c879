import { setTimeout as delay } from 'node:timers/promises';
import { LARGEST_NOTE, type NoteText } from '../../core/ports/note-source';
import { decodeNote } from './decode-note';
import { type FileBytes, type FileStat, type FolderFiles, sameContent } from './folder-files';
import { pathInside } from './note-path';

const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 10;

const STILL_WRITTEN = 'It was being written all the time it was read.';
const NO_FILE = 'It is no file.';

/** The answer for a note whose real place is outside the vault. */
export const OUTSIDE_VAULT: NoteText = { kind: 'unreadable', reason: 'It is outside the vault.' };

/** Why an opened file is not read; undefined when it may be. */
function refusal(root: string, place: string, stat: FileStat): NoteText | undefined {
  if (pathInside(root, place) === undefined) return OUTSIDE_VAULT;
  if (stat.kind !== 'file') return { kind: 'unreadable', reason: NO_FILE };
  return stat.size > LARGEST_NOTE ? { kind: 'too-large', size: stat.size } : undefined;
}

/** The note, or undefined when it has to be read again. */
function toNoteText(root: string, path: string, { place, before, after, bytes }: FileBytes): NoteText | undefined {
  const refused = refusal(root, place, before);
  if (refused !== undefined) return refused;
  if (bytes?.length !== before.size || !sameContent(before, after)) return undefined;
  const text = decodeNote(bytes);
  if (text === undefined) return { kind: 'binary' };
  return { kind: 'text', text, stat: { path, size: before.size, modified: before.modified } };
}

/**
 * Reads the note at a place below `root` (a real path). A note that is saved in the meantime is read again after ever
 * longer pauses, so that half a note is never taken for a whole one. Rejects with the system's error.
 */
export async function readNote(files: FolderFiles, root: string, path: string, place: string): Promise<NoteText> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await delay(FIRST_PAUSE_MS * 2 ** attempt);
    const read = await files.bytes(place, (real, stat) => refusal(root, real, stat) === undefined);
    const note = toNoteText(root, path, read);
    if (note !== undefined) return note;
  }
  return { kind: 'unreadable', reason: STILL_WRITTEN };
}
