import { contentHash } from '../base/content-hash';
import type { NoteCreation, NoteWriter, NoteWriting } from '../ports/note-writer';
import type { PlannedNote } from './import-plan';
import type { FailedNote } from './import-report';
import type { WrittenNote } from './undo-record';

/** A note that is to be written. */
export type PendingNote = Pick<PlannedNote, 'source' | 'title' | 'path' | 'current'> & { readonly text: string };

/** What writing does besides. */
export interface WritingParts {
  readonly writer: NoteWriter;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
  /** Gives the host its turn now and then. */
  readonly pause: () => Promise<void>;
}

/** What was written, each list in the order of the notes. */
export interface NotesWritten {
  readonly notes: readonly WrittenNote[];
  readonly folders: readonly string[];
  readonly failed: readonly FailedNote[];
  readonly isCancelled: boolean;
}

/** Enough to keep a disk busy. */
const WIDTH = 8;
const MOST_NAMES = 100;

/** Writes notes, several at a time, until all are written or the signal ends it; what is written then stays. */
export async function writeNotes(pending: readonly PendingNote[], parts: WritingParts): Promise<NotesWritten> {
  const outcomes: (WrittenNote | FailedNote | undefined)[] = [];
  const folders: string[] = [];
  let next = 0;
  let done = 0;
  const work = async (): Promise<void> => {
    while (next < pending.length && parts.signal?.aborted !== true) {
      const at = next++;
      const note = pending[at];
      if (note) outcomes[at] = await writeOne(note, parts.writer, folders);
      parts.onProgress?.(++done, pending.length);
      await parts.pause();
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, work));
  const found = outcomes.filter((outcome) => outcome !== undefined);
  return {
    notes: found.filter((outcome) => 'hash' in outcome),
    folders,
    failed: found.filter((outcome) => 'sentence' in outcome),
    isCancelled: done < pending.length,
  };
}

async function writeOne(note: PendingNote, writer: NoteWriter, folders: string[]): Promise<WrittenNote | FailedNote> {
  const { source, title, text, current } = note;
  const hash = contentHash(text);
  if (current !== undefined) {
    const result = await writer.replace(note.path, current, text);
    if (result.kind === 'written') return { source, title, path: note.path, hash, before: current };
    return { title, path: note.path, sentence: whyNotWritten(result) };
  }
  const { path, result } = await createFree(note, writer);
  if (result.kind !== 'written') return { title, path, sentence: whyNotWritten(result) };
  folders.push(...result.folders);
  return { source, title, path, hash };
}

/** Makes a note; where its name was taken meanwhile, under the next free one. */
async function createFree(
  { path, text }: PendingNote,
  writer: NoteWriter,
): Promise<{ readonly path: string; readonly result: NoteCreation }> {
  const stem = path.replace(/\.md$/i, '');
  for (let number = 2; ; number++) {
    const free = number === 2 ? path : `${stem} ${String(number - 1)}.md`;
    const result = await writer.create(free, text);
    if (result.kind !== 'exists' || number > MOST_NAMES) return { path: free, result };
  }
}

/** Why a note was not written, as a sentence. */
export function whyNotWritten(result: NoteWriting | NoteCreation): string {
  switch (result.kind) {
    case 'written':
      return '';
    case 'exists':
      return 'There are too many notes of this name.';
    case 'changed':
      return 'The note was changed in the meantime and stays as it is.';
    case 'missing':
      return 'The note is not there any more.';
    case 'refused':
      return result.reason;
  }
}
