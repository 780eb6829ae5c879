import { undoImport, type UndoParts } from '../imports/undo-import';
import type { UndoReport } from '../imports/import-report';
import { whyNotWritten } from '../imports/write-notes';
import type { UndoStep } from './undo-steps';
import type { TrackedEntry } from './watched-book';

/** What taking a step back did. */
export interface StepUndone {
  readonly report: UndoReport;
  readonly entries: readonly TrackedEntry[];
}

/**
 * Takes a step back wherever nobody changed its notes since. What a mirroring wrote comes back only when the book says
 * something new: until then the old texts count as changes of the user. After a decision all is as it was before it.
 */
export async function undoStep(
  book: string,
  step: UndoStep,
  entries: readonly TrackedEntry[],
  parts: UndoParts,
): Promise<StepUndone> {
  const { memory, writer } = parts;
  const known = new Map(step.notes.map(({ source }) => [source, memory.source(source)]));
  const report = await undoImport({ run: book, notes: step.notes, folders: step.folders }, parts);
  if (step.kind === 'mirrored') {
    for (const { source, before } of step.notes) {
      const now = before !== undefined && memory.source(source) !== known.get(source) ? known.get(source) : undefined;
      if (now) memory.remember(source, now);
    }
  }
  const restored = [...report.restored];
  const kept = [...report.kept];
  const back: TrackedEntry[] = [];
  for (const { path, text, entry } of step.removed) {
    const result = await writer.create(path, text);
    if (result.kind === 'written') {
      restored.push(path);
      back.push(entry);
    } else kept.push({ title: entry.title, path, sentence: whyNotWritten(result) });
  }
  return { report: { ...report, restored, kept }, entries: [...entriesAfter(step, entries), ...back] };
}

/** Notes that are taken back are not removed by the user: the book keeps their entries. */
function entriesAfter(step: UndoStep, entries: readonly TrackedEntry[]): readonly TrackedEntry[] {
  const made = new Set(step.notes.flatMap(({ source, before }) => (before === undefined ? [source] : [])));
  return entries.map((entry) => {
    const raw = step.declined[entry.uid] ?? entry.raw;
    return made.has(entry.source) ? { ...entry, raw, state: 'removed', isSettled: true } : { ...entry, raw };
  });
}
