import type { Context } from 'hono';
import type { Handlers } from '../../../src/server/contract/api';
import type {
  WireGrowth,
  WireGrowthEstimate,
  WireGrowthJob,
  WireGrowthRequest,
  WireGrowthTool,
} from '../../../src/server/contract/wire-growth';
import { pictureNow } from './picture-clock';

type GrowthHandlers = Pick<
  Handlers,
  | 'growth'
  | 'estimateGrowth'
  | 'growthJobs'
  | 'startGrowth'
  | 'growthJob'
  | 'pauseGrowth'
  | 'resumeGrowth'
  | 'cancelGrowth'
  | 'forgetGrowth'
>;

const tool = (
  name: WireGrowthTool['tool'],
  channel: WireGrowthTool['channel'],
  channelLabel: string,
): WireGrowthTool => ({
  ...{ tool: name, channel, channelLabel, state: 'usable', model: 'small-model' },
});

/** Work on the lore of a scripted server: what could be done, and the jobs, are put in by the test. */
export class ScriptedGrowth {
  overview: WireGrowth = {
    tools: [
      tool('new-lore', 'suggest', 'Auto Lorebook'),
      tool('keys', 'keys', 'Optimize Keys'),
      tool('summaries', 'scribe', 'Session Scribe'),
      tool('review', 'librarian', 'Librarian'),
    ],
    chats: [],
    entries: 0,
    withoutSummary: 0,
    every: 0,
  };
  estimate: WireGrowthEstimate = { title: 'Lore', entries: 12, requests: 3, input: 8_000, output: 900, warnings: [] };
  jobs: readonly WireGrowthJob[] = [];
  /** Why nothing is begun, if it is not. */
  refusal: string | undefined;
  /** The last request that was reckoned or begun. */
  lastRequest: WireGrowthRequest | undefined;

  handlers(): GrowthHandlers {
    const change = (id: string, state: WireGrowthJob['state']): WireGrowthJob | undefined => {
      this.jobs = this.jobs.map((one) =>
        one.id === id ? { ...one, state, sentence: '', changed: one.changed + 1 } : one,
      );
      return this.jobs.find((one) => one.id === id);
    };
    return {
      growth: (context) => context.json(this.overview, 200),
      estimateGrowth: (context) => {
        this.lastRequest = context.req.valid('json');
        if (this.refusal !== undefined) return context.json(problem(409, 'not_done', this.refusal), 409);
        return context.json(this.estimate, 200);
      },
      growthJobs: (context) => context.json({ items: this.jobs.map(({ results: _, ...head }) => head) }, 200),
      startGrowth: (context) => {
        const request = context.req.valid('json');
        this.lastRequest = request;
        if (this.refusal !== undefined) return context.json(problem(409, 'not_done', this.refusal), 409);
        const job = jobOf({ id: `job-${String(this.jobs.length + 1)}`, tool: request.tool, state: 'running' });
        this.jobs = [job, ...this.jobs];
        return context.json(job, 202);
      },
      growthJob: (context) => {
        const found = this.jobs.find(({ id }) => id === context.req.valid('param').id);
        return found ? context.json(found, 200) : notFound(context);
      },
      pauseGrowth: (context) => answer(context, change(context.req.valid('param').id, 'paused')),
      resumeGrowth: (context) => answer(context, change(context.req.valid('param').id, 'running')),
      cancelGrowth: (context) => answer(context, change(context.req.valid('param').id, 'canceled')),
      forgetGrowth: (context) => {
        const { id } = context.req.valid('param');
        const isKnown = this.jobs.some((one) => one.id === id);
        this.jobs = this.jobs.filter((one) => one.id !== id);
        return isKnown ? context.json({ id }, 200) : notFound(context);
      },
    };
  }
}

/** A job with these results. */
export function jobOf(about: Partial<WireGrowthJob> & Pick<WireGrowthJob, 'id' | 'tool'>): WireGrowthJob {
  const results = about.results ?? [];
  const count = (kind: string): number => results.filter((one) => one.kind === kind).length;
  return {
    ...{
      title: 'Lore',
      at: pictureNow - 7_200_000,
      changed: pictureNow - 7_200_000,
      automatic: false,
      state: 'done',
      sentence: '',
    },
    ...{ steps: 4, done: 1, input: 4_200, output: 380 },
    ...{ proposals: count('proposal'), updates: count('update'), left: count('left'), failed: count('failed') },
    ...about,
    results,
  };
}

function answer(context: Context, job: WireGrowthJob | undefined) {
  return job ? context.json(job, 200) : notFound(context);
}

function problem(status: number, code: string, detail: string) {
  return { type: 'about:blank', title: 'Refused', status, code, detail };
}

function notFound(context: Context) {
  return context.json(problem(404, 'not_found', 'There is no such thing.'), 404);
}
