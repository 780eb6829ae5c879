import type { WireImportAnswer } from '../../server/contract/wire-imports';
import type { ImportAction, PlannedBook } from './import-types';

/** How many entries of a book become what, and how many remarks say what notes cannot keep. */
export type BookCounts = Readonly<Record<ImportAction | 'lost', number>>;

/** Counts one book of a preview. */
export function countBook({ notes }: PlannedBook): BookCounts {
  const counts = { create: 0, update: 0, unchanged: 0, conflict: 0, duplicate: 0, lost: 0 };
  for (const { action, lost } of notes) {
    counts[action] += 1;
    counts.lost += lost.length;
  }
  return counts;
}

/** How many notes an import would write; one in conflict is written where other parts of it change. */
export function notesToWrite({ files }: WireImportAnswer, skipsDuplicates: boolean): number {
  const notes = files.flatMap(({ books }) => books.flatMap((book) => book.notes));
  return notes.filter(({ action, changes }) => {
    if (action === 'duplicate') return !skipsDuplicates;
    return action === 'conflict' ? changes.length > 0 : action !== 'unchanged';
  }).length;
}

/** Why there is nothing to import; undefined when there is something. */
export function whyNothing(answer: WireImportAnswer, skipsDuplicates: boolean): string | undefined {
  if (notesToWrite(answer, skipsDuplicates) > 0 || answer.settings?.action === 'create') return undefined;
  const { counts, files } = answer;
  if (files.every(({ mapped }) => mapped === 0)) return 'There is no entry in these files that can be imported.';
  if (counts.conflict > 0) return 'Nothing to do: what differs was changed in your notes, and your words stay.';
  return counts.duplicate > 0
    ? 'Nothing to do: duplicates are left out, and everything else is in the vault already.'
    : 'Nothing to do: everything is in the vault already.';
}
