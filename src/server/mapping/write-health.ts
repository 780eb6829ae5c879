import type { ReportedProblem } from '../../core/engine/health-administration';
import { healthTitle } from '../../core/health/health-kinds';
import type { WireHealthProblem, WireHealthReport } from '../contract/wire-health';

/** A problem of a health report. */
export function writeHealthProblem(problem: ReportedProblem): WireHealthProblem {
  const { id, code, severity, path, line, text, message, entry, setting, fix, ignored } = problem;
  return {
    ...{ id, code, severity, path, line, text, message, title: healthTitle(code) },
    ...(entry !== undefined && { entry }),
    ...(setting !== undefined && { setting }),
    ...(fix !== undefined && { fix }),
    ...(ignored !== undefined && { ignored }),
  };
}

/** How many problems there are by severity and kind; those put aside are only counted. */
export function healthCounts(problems: readonly ReportedProblem[]): Pick<WireHealthReport, 'counts' | 'codes'> {
  const counts = { error: 0, warning: 0, info: 0, ignored: 0 };
  const codes = new Map<string, WireHealthReport['codes'][number]>();
  for (const { code, severity, ignored } of problems) {
    counts[ignored === undefined ? severity : 'ignored']++;
    if (ignored !== undefined) continue;
    codes.set(code, { code, title: healthTitle(code), severity, count: (codes.get(code)?.count ?? 0) + 1 });
  }
  return { counts, codes: [...codes.values()] };
}
