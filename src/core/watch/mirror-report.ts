import { plannedNotes, type ImportPlan } from '../imports/import-plan';
import type { ImportReport } from '../imports/import-report';

/** Something that was not read or not written, and why. */
export interface MirrorFailure {
  readonly title: string;
  /** A sentence for the user. */
  readonly sentence: string;
}

/** What mirroring a book did, in entries. */
export interface MirrorReport {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly conflicts: number;
  readonly missing: number;
  readonly removedHere: number;
  readonly failed: readonly MirrorFailure[];
}

/** A report of nothing to be done. */
export function unchangedReport(
  counts: Pick<MirrorReport, 'unchanged' | 'conflicts' | 'missing' | 'removedHere'>,
): MirrorReport {
  return { created: 0, updated: 0, failed: [], ...counts };
}

/** A report of what was done. */
export function mirrorReport(
  plan: ImportPlan,
  report: ImportReport,
  rest: Pick<MirrorReport, 'missing' | 'removedHere'> & {
    readonly untouched: number;
    readonly unread: readonly MirrorFailure[];
  },
): MirrorReport {
  const { unread, untouched, ...counts } = rest;
  const notes = plannedNotes(plan);
  const kept = notes.flatMap(({ title, kept: sentence }) => (sentence === undefined ? [] : [{ title, sentence }]));
  const equal = notes.filter(({ text, kept: why, conflicts }) => !text && why === undefined && conflicts.length === 0);
  const failed = report.failed.map(({ title, sentence }) => ({ title, sentence }));
  const problem = report.problem === undefined ? [] : [{ title: '', sentence: report.problem }];
  return {
    created: report.created.length,
    updated: report.updated.length,
    unchanged: untouched + equal.length,
    conflicts: notes.filter(({ conflicts }) => conflicts.length > 0).length,
    ...counts,
    failed: [...unread, ...kept, ...failed, ...problem],
  };
}
