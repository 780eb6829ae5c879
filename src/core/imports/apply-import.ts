import { contentHash } from '../base/content-hash';
import type { DocumentStore } from '../ports/document-store';
import { bookKey, type ImportMemory, type ImportRun } from './import-memory';
import { plannedNotes, type ImportPlan, type PlannedNote } from './import-plan';
import type { ImportReport } from './import-report';
import { writeUndoRecord, type WrittenNote } from './undo-record';
import { writeNotes, type NotesWritten, type PendingNote, type WritingParts } from './write-notes';

/** What carrying out an import needs. */
export interface ApplyParts extends WritingParts {
  readonly store: DocumentStore;
  readonly memory: ImportMemory;
  /** A new id for the import. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Writes what a plan says. How to undo it is kept before the first note is written, so that also an import that is cut
 * short by a crash can be undone. Rejects when that cannot be kept: then nothing is written.
 */
export async function applyImport(plan: ImportPlan, parts: ApplyParts): Promise<ImportReport> {
  const notes = plannedNotes(plan);
  const pending = pendingNotes(plan, notes);
  const run = newRun(plan, parts);
  if (pending.length > 0) await keepIntent(run, pending, parts);
  const outcome = await writeNotes(pending, parts);
  const written = { ...outcome, notes: withKnown(outcome.notes, parts.memory) };
  remember(plan, written, parts.memory);
  const problem = await keepOutcome(run, written, parts);
  return {
    ...reportOf(notes, written),
    id: written.notes.length > 0 ? run.id : undefined,
    ...(problem !== undefined && { problem }),
  };
}

function pendingNotes({ settings }: ImportPlan, notes: readonly PlannedNote[]): readonly PendingNote[] {
  const pending = notes.flatMap(({ source, title, path, current, text }) =>
    text === undefined ? [] : [{ source, title, path, ...(current !== undefined && { current }), text }],
  );
  if (settings?.action !== 'create' || notes.length === 0) return pending;
  return [...pending, { source: '', title: settings.path, path: settings.path, text: settings.text }];
}

function newRun({ files }: ImportPlan, { id, at, memory }: ApplyParts): ImportRun {
  const names = files.map(({ name }) => name);
  return { id, at, files: names, created: 0, updated: 0, state: 'under-way', slot: memory.freeSlot() };
}

async function keepIntent(run: ImportRun, pending: readonly PendingNote[], parts: ApplyParts): Promise<void> {
  const { store, memory } = parts;
  const notes = pending.map((note): WrittenNote => {
    const { source, title, path, current, text } = note;
    return { source, title, path, hash: contentHash(text), ...(current !== undefined && { before: current }) };
  });
  await writeUndoRecord(store, run.slot, { run: run.id, notes: withKnown(notes, memory), folders: [] });
  memory.note(run);
  await memory.save();
}

function withKnown(notes: readonly WrittenNote[], memory: ImportMemory): readonly WrittenNote[] {
  return notes.map((note) => {
    const known = memory.source(note.source);
    return { ...note, ...(known && { known }) };
  });
}

/** Why the import could not be remembered; undefined when it was. */
async function keepOutcome(
  run: ImportRun,
  written: NotesWritten,
  { store, memory }: ApplyParts,
): Promise<string | undefined> {
  try {
    if (written.notes.length > 0) {
      const updated = written.notes.filter(({ before }) => before !== undefined).length;
      memory.note({ ...run, state: 'done', created: written.notes.length - updated, updated });
      await writeUndoRecord(store, run.slot, { run: run.id, notes: written.notes, folders: written.folders });
    } else memory.drop(run.id);
    await memory.save();
    return undefined;
  } catch {
    return 'What was imported could not be remembered: it may not be possible to undo it after a restart.';
  }
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
