import { contentHash } from '../base/content-hash';
import { bookKey, type ImportMemory } from './import-memory';
import { plannedNotes, type ImportPlan, type PlannedNote } from './import-plan';
import type { ImportReport } from './import-report';
import type { WrittenNote } from './undo-record';
import { writeNotes, type NotesWritten, type PendingNote, type WritingParts } from './write-notes';

const NOT_REMEMBERED = 'What was imported could not be remembered: it may not be possible to undo it after a restart.';

/** Where it is kept what an import writes, so that it can be taken back. */
export interface ImportJournal {
  /** Before the first note is written. Rejects when it cannot be kept. */
  begin(notes: readonly WrittenNote[]): Promise<void>;
  /** What was written in the end; nothing, perhaps. Rejects when it cannot be kept. */
  end(written: Pick<NotesWritten, 'notes' | 'folders'>): Promise<void>;
}

/** What carrying out an import needs. */
export interface ApplyParts extends WritingParts {
  readonly memory: ImportMemory;
  readonly journal: ImportJournal;
  /** The id by which it is undone. */
  readonly id: string;
}

/**
 * Writes what a plan says. How to undo it is kept before the first note is written, so that also an import that is cut
 * short by a crash can be undone. Rejects when that cannot be kept: then nothing is written.
 */
export async function applyImport(plan: ImportPlan, parts: ApplyParts): Promise<ImportReport> {
  const { memory, journal, id } = parts;
  const notes = plannedNotes(plan);
  const pending = pendingNotes(plan, notes);
  if (pending.length > 0) await journal.begin(withKnown(pending.map(intended), memory));
  const outcome = await writeNotes(pending, parts);
  const written = { ...outcome, notes: withKnown(outcome.notes, memory) };
  remember(plan, written, memory);
  const isKept = await journal.end(written).then(
    () => true,
    () => false,
  );
  return {
    ...reportOf(notes, written),
    id: written.notes.length > 0 ? id : undefined,
    ...(!isKept && { problem: NOT_REMEMBERED }),
  };
}

function pendingNotes({ settings }: ImportPlan, notes: readonly PlannedNote[]): readonly PendingNote[] {
  const pending = notes.flatMap(({ source, title, path, current, text }) =>
    text === undefined ? [] : [{ source, title, path, ...(current !== undefined && { current }), text }],
  );
  if (settings?.action !== 'create' || notes.length === 0) return pending;
  return [...pending, { source: '', title: settings.path, path: settings.path, text: settings.text }];
}

function intended({ source, title, path, current, text }: PendingNote): WrittenNote {
  return { source, title, path, hash: contentHash(text), ...(current !== undefined && { before: current }) };
}

function withKnown(notes: readonly WrittenNote[], memory: ImportMemory): readonly WrittenNote[] {
  return notes.map((note) => {
    const known = memory.source(note.source);
    return { ...note, ...(known && { known }) };
  });
}

/** What the next import has to know: of the notes that stand as they should now. */
function remember(plan: ImportPlan, written: NotesWritten, memory: ImportMemory): void {
  const paths = new Map(written.notes.map(({ source, path }) => [source, path]));
  for (const { books } of plan.files) {
    for (const { format, name, notes } of books) {
      for (const { source, path, text, action, base, kept } of notes) {
        const place = text === undefined ? path : paths.get(source);
        const isOthers = action === 'duplicate' && text === undefined;
        if (place !== undefined && !isOthers && kept === undefined)
          memory.remember(source, { path: place, book: bookKey(format, name), base });
      }
    }
  }
}

function reportOf(notes: readonly PlannedNote[], written: NotesWritten): Omit<ImportReport, 'id'> {
  const paths = (isNew: boolean): readonly string[] =>
    written.notes
      .filter(({ source, before }) => source !== '' && (before === undefined) === isNew)
      .map(({ path }) => path);
  return {
    created: paths(true),
    updated: paths(false),
    unchanged: notes.filter(({ text }) => text === undefined).length,
    conflicts: notes
      .filter(({ conflicts }) => conflicts.length > 0)
      .map(({ path, conflicts }) => ({ path, conflicts })),
    failed: written.failed,
    isCancelled: written.isCancelled,
    hasSettings: written.notes.some(({ source }) => source === ''),
  };
}
