import type { WireHealthProblem, WireHealthReport } from '../../../src/server/contract/wire-health';
import type { WireProblem } from '../../../src/server/contract/wire-lore';
import type { Handlers } from '../../../src/server/contract/api';
import { problem } from './scripted-lore';

type HealthHandlers = Pick<Handlers, 'healthReport' | 'fixProblems' | 'ignoreProblem'>;
type Unused = WireHealthReport['unused'];

/** A problem of a health report with everything that a test does not care about filled in. */
export function healthProblem(facts: Partial<WireHealthProblem> & Pick<WireHealthProblem, 'path'>): WireHealthProblem {
  const plain = { ...problem(facts), ...facts };
  return { ...plain, id: facts.id ?? idOf(plain), title: facts.title ?? 'Value not understood' };
}

/** A health check that answers from what a test put into it. */
export class ScriptedHealth {
  /** What only the check finds. */
  problems: readonly WireHealthProblem[] = [];
  /** Id of the proposal that mends a problem, by the problem's id. */
  proposals: Readonly<Record<string, string>> = {};
  readonly ignored: { readonly code: string; readonly path?: string | undefined }[] = [];

  constructor(private readonly found: () => { readonly problems: readonly WireProblem[]; readonly unused: Unused }) {}

  /** Everything, what was put aside included. */
  get all(): readonly WireHealthProblem[] {
    const { problems, unused } = this.found();
    const ofNotes = [...problems, ...unused.flatMap((note) => note.problems)].map((one) => healthProblem(one));
    return [...new Map([...ofNotes, ...this.problems].map((one) => [one.id, one])).values()].map((one) => {
      const far = this.#ignoredBy(one);
      return far === undefined ? one : { ...one, ignored: far };
    });
  }

  handlers(): HealthHandlers {
    return {
      healthReport: (context) => {
        const { all } = this;
        const told = all.filter(({ ignored }) => ignored === undefined);
        const count = (severity: WireProblem['severity']): number =>
          told.filter((one) => one.severity === severity).length;
        const codes = new Map(told.map(({ code, title, severity }) => [code, { code, title, severity }]));
        return context.json(
          {
            problems: context.req.valid('query').ignored === 'true' ? all : told,
            unused: this.found().unused,
            counts: {
              ...{ error: count('error'), warning: count('warning'), info: count('info') },
              ignored: all.length - told.length,
            },
            codes: [...codes.values()].map((one) => ({
              ...one,
              count: told.filter(({ code }) => code === one.code).length,
            })),
          },
          200,
        );
      },
      fixProblems: (context) => {
        const items = context.req.valid('json').problems.map((id) => {
          const proposal = this.proposals[id];
          return proposal === undefined
            ? { problem: id, sentence: 'The note does not read like that any more.' }
            : { problem: id, proposal };
        });
        return context.json({ items }, 200);
      },
      ignoreProblem: (context) => {
        const { code, path, ignored } = context.req.valid('json');
        const at = this.ignored.findIndex((one) => one.code === code && one.path === path);
        if (ignored && at < 0) this.ignored.push({ code, path });
        if (!ignored && at >= 0) this.ignored.splice(at, 1);
        return context.json(
          { items: this.ignored.map((one) => ({ code: one.code, ...(one.path !== undefined && { path: one.path }) })) },
          200,
        );
      },
    };
  }

  #ignoredBy({ code, path }: WireHealthProblem): 'kind' | 'note' | undefined {
    if (this.ignored.some((one) => one.code === code && one.path === undefined)) return 'kind';
    return this.ignored.some((one) => one.code === code && one.path === path) ? 'note' : undefined;
  }
}

function idOf({ path, line, code, text, message }: WireProblem): string {
  return JSON.stringify([path, line, code, text, message]).slice(0, 100);
}
