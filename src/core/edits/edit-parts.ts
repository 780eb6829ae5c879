import type { Clock } from '../ports/clock';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import type { NoteSource } from '../ports/note-source';
import type { NoteWriter } from '../ports/note-writer';
import type { RandomSource } from '../ports/random';
import { refused, type Refused } from './apply-operations';
import type { EditRules } from './edit-rules';

/** What changes to notes are made with. */
export interface EditParts {
  readonly source: NoteSource;
  readonly writer: NoteWriter;
  readonly store: DocumentStore;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly log: Log;
  /** The rules of this moment. */
  readonly rules: () => EditRules;
  /** Where the note of a path is today, as far as that is known. */
  readonly pathToday: (path: string) => string;
  /** How long changes are kept. */
  readonly daysKept: () => number;
}

/** The text of a note, `missing`, or why it cannot be read. */
export async function noteText(source: NoteSource, path: string): Promise<string | Refused | undefined> {
  const note = await source.read(path);
  switch (note.kind) {
    case 'text':
      return note.text;
    case 'missing':
      return undefined;
    case 'unreadable':
      return refused(`The note cannot be read. ${note.reason}`);
    default:
      return refused('The note cannot be read: it is too large, or no text.');
  }
}

/** The name of a path's file without its ending. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');
}
