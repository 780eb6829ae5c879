import { countActions, plannedNotes, type ImportPlan, type PlannedFile } from '../../core/imports/import-plan';
import type { ImportReport } from '../../core/imports/import-report';
import type { WireImportAnswer, WirePlannedFile } from '../contract/wire-imports';

/** A plan, and what was done of it, as clients are told it. */
export function writeImport(plan: ImportPlan, report: ImportReport | undefined): WireImportAnswer {
  return {
    files: plan.files.map(writePlannedFile),
    counts: countActions(plannedNotes(plan)),
    ...(plan.settings && { settings: { ...plan.settings } }),
    ...(report && { report: writeReport(report) }),
  };
}

/** Where an item of a list or a numbered map stands; other parts that were not read are no entries. */
const ITEM = /(?:^|\.)\d+$/;

/** What was found in a file, and what becomes of it. */
export function writePlannedFile(file: PlannedFile): WirePlannedFile {
  const notes = plannedNotes({ files: [file] });
  const [format] = file.formats;
  const ofBooks = file.books.flatMap(({ remarks }) => remarks.map((remark) => ({ title: '', ...remark })));
  const ofNotes = notes.flatMap(({ title, remarks }) => remarks.map((remark) => ({ title, ...remark })));
  return {
    file: file.name,
    ...(format !== undefined && { format }),
    entries: notes.length + file.unread.filter(({ where }) => ITEM.test(where)).length,
    mapped: notes.length,
    lost: [...ofBooks, ...ofNotes],
    problems: [...file.problems, ...file.unread.map(({ where, sentence }) => `${where}: ${sentence}`)],
    books: file.books.map((book) => ({
      name: book.name,
      format: book.format,
      folder: book.folder,
      notes: book.notes.map(({ title, action, path, changes, conflicts, duplicateOf, kept, remarks }) => ({
        title,
        action,
        path,
        changes: [...changes],
        conflicts: [...conflicts],
        ...(duplicateOf !== undefined && { duplicateOf }),
        ...(kept !== undefined && { kept }),
        lost: [...remarks],
      })),
      missing: book.missing.map(({ path }) => path),
    })),
  };
}

function writeReport({ id, problem, ...report }: ImportReport): NonNullable<WireImportAnswer['report']> {
  const { created, updated, unchanged, failed, isCancelled } = report;
  return {
    ...(id !== undefined && { id }),
    created,
    updated,
    unchanged,
    failed,
    isCancelled,
    ...(problem !== undefined && { problem }),
  };
}
