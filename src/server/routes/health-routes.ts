import type { Handlers } from '../contract/api';
import { sendProblem } from '../http-problem';
import { writeProblem } from '../mapping/write-entry';
import { healthCounts, writeHealthProblem } from '../mapping/write-health';
import type { RouteParts } from './route-parts';

type HealthHandlers = Pick<Handlers, 'healthReport' | 'fixProblems' | 'ignoreProblem'>;

/** What is wrong with vault and settings, and what mends it. */
export function healthRoutes({ engine }: RouteParts): HealthHandlers {
  return {
    healthReport: async (context) => {
      const { severity, code, path, ignored } = context.req.valid('query');
      const report = await engine.health.report();
      const problems = report
        .filter((one) => one.ignored === undefined || ignored === 'true')
        .filter((one) => severity === undefined || one.severity === severity)
        .filter((one) => code === undefined || one.code === code)
        .filter((one) => path === undefined || one.path === path)
        .map(writeHealthProblem);
      const unused = engine.unusedNotes().map((note) => ({
        path: note.path,
        state: note.state,
        ...(note.reason !== undefined && { reason: note.reason }),
        problems: note.problems.map(writeProblem),
      }));
      return context.json({ problems, unused, ...healthCounts(report) }, 200);
    },

    fixProblems: async (context) => {
      const mended = await engine.health.mend(context.req.valid('json').problems);
      const items = mended.map(({ problem, proposal, sentence }) => ({
        problem,
        ...(proposal !== undefined && { proposal }),
        ...(sentence !== undefined && { sentence }),
      }));
      return context.json({ items }, 200);
    },

    ignoreProblem: async (context) => {
      const { code, path, ignored } = context.req.valid('json');
      const isKept = await engine.health.ignore({ code, path }, ignored);
      if (!isKept)
        return sendProblem(context, 'not_kept', 'It could not be kept. See whether the disk can be written.');
      const items = engine.health.ignored.map((one) => ({
        code: one.code,
        ...(one.path !== undefined && { path: one.path }),
      }));
      return context.json({ items }, 200);
    },
  };
}
