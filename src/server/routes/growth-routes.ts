import type { Context } from 'hono';
import type { Job } from '../../core/growth/job';
import type { Handlers } from '../contract/api';
import { sendProblem } from '../http-problem';
import { writeEstimate, writeGrowth, writeJob, writeJobHead } from '../mapping/write-growth';
import type { RouteParts } from './route-parts';

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

/** Work on the lore that takes many questions to a model. */
export function growthRoutes({ engine }: RouteParts): GrowthHandlers {
  const { growth } = engine;
  const answer = (context: Context, job: Job | undefined) => (job ? context.json(writeJob(job), 200) : noJob(context));
  return {
    growth: async (context) => context.json(writeGrowth(await growth.overview()), 200),

    estimateGrowth: async (context) => {
      const estimate = await growth.estimate(context.req.valid('json'));
      if (estimate.kind === 'refused') return sendProblem(context, 'not_done', estimate.sentence);
      return context.json(writeEstimate(estimate), 200);
    },

    growthJobs: async (context) => context.json({ items: (await growth.list()).map(writeJobHead) }, 200),

    startGrowth: async (context) => {
      const started = await growth.start(context.req.valid('json'));
      if (started.kind === 'refused') return sendProblem(context, 'not_done', started.sentence);
      return context.json(writeJob(started.job), 202);
    },

    growthJob: async (context) => {
      const { id } = context.req.valid('param');
      return answer(
        context,
        (await growth.list()).find((job) => job.id === id),
      );
    },

    pauseGrowth: async (context) => answer(context, await growth.pause(context.req.valid('param').id)),
    resumeGrowth: async (context) => answer(context, await growth.resume(context.req.valid('param').id)),
    cancelGrowth: async (context) => answer(context, await growth.cancel(context.req.valid('param').id)),

    forgetGrowth: async (context) => {
      const { id } = context.req.valid('param');
      return (await growth.remove(id)) ? context.json({ id }, 200) : noJob(context);
    },
  };
}

function noJob(context: Context) {
  return sendProblem(context, 'not_found', 'There is no job with this id.');
}
