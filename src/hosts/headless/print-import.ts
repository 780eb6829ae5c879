import { countActions, plannedNotes } from '../../core/imports/import-plan';
import { writePlannedFile } from '../../server/mapping/write-import';
import type { ImportOutcome } from './import-command';
import { table } from './print-table';

/** So many lines of one kind are shown. */
const MOST_LINES = 20;

/** The outcome for other programs: one object for each file, in the order in which they were given. */
export function importAsJson({ plan }: ImportOutcome): readonly object[] {
  return plan.files.map((planned) => {
    const { file, format = null, entries, mapped, lost, problems } = writePlannedFile(planned);
    return { file, format, entries, mapped, lost, problems };
  });
}

/** The outcome as it is read in a terminal. */
export function printImport({ plan, report }: ImportOutcome): string {
  const files = plan.files.map(writePlannedFile);
  const rows = plan.files.map((file, at) => {
    const { create, duplicate, update, unchanged, conflict } = countActions(plannedNotes({ files: [file] }));
    const lost = files[at]?.lost.length ?? 0;
    const counts = [create, duplicate, update, unchanged, conflict, lost].map(String);
    return [file.name, file.formats.join(', ') || '–', ...counts];
  });
  const notes = plannedNotes(plan);
  const { settings } = plan;
  return [
    ...table(['file', 'format', 'new', 'duplicates', 'updated', 'unchanged', 'conflicts', 'remarks'], rows),
    ...section(
      'Problems',
      files.flatMap(({ file, problems }) => problems.map((one) => `${file}: ${one}`)),
    ),
    ...section(
      'Remarks',
      files.flatMap(({ lost }) => lost.map((one) => `${one.title} · ${one.field}: ${one.sentence}`)),
    ),
    ...section(
      'The vault has these already',
      notes.flatMap(({ title, duplicateOf }) => (duplicateOf === undefined ? [] : [`${title}: ${duplicateOf}`])),
    ),
    ...section(
      'Kept as you changed them',
      notes.flatMap(({ path, conflicts }) => conflicts.map(({ field }) => `${path}: ${field}`)),
    ),
    ...section(
      'Not in the file any more; the notes stay',
      files.flatMap(({ books }) => books.flatMap(({ missing }) => missing)),
    ),
    ...(settings?.action === 'add-by-hand'
      ? ['', `Add to the note of books (${settings.path}):`, settings.text.trimEnd()]
      : []),
    ...section('Not written', report?.failed.map(({ path, sentence }) => `${path}: ${sentence}`) ?? []),
    '',
    summary(report),
  ].join('\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length - MOST_LINES;
  const shown = lines.slice(0, MOST_LINES).map((line) => `  ${line}`);
  return ['', `${title}:`, ...shown, ...(more > 0 ? [`  … and ${String(more)} more (--json shows all)`] : [])];
}

function summary(report: ImportOutcome['report']): string {
  if (!report) return 'Nothing was written (--dry-run).';
  const { created, updated, isCancelled, problem, id } = report;
  const figures = `${String(created.length)} notes made, ${String(updated.length)} changed.`;
  const undo = id === undefined ? '' : ` Import ${id}.`;
  return `${isCancelled ? 'It was ended early. ' : ''}${figures}${undo}${problem === undefined ? '' : ` ${problem}`}`;
}
