import { createRoute, z } from '@hono/zod-openapi';
import { bearer, body, idParameter, json, problem, refused } from './route-schemas';
import { wireGrowth, wireGrowthEstimate, wireGrowthJob, wireGrowthJobs, wireGrowthRequest } from './wire-growth';

const missing = problem('There is no such job.');
const notDone = problem('There is nothing to do, or no model for it; the sentence says which.');
const job = { 200: json(wireGrowthJob, 'The job.'), ...refused, 404: missing };

/** Routes of work on the lore that takes many questions to a model. What comes of it are proposals. */
export const growthRoutes = {
  growth: createRoute({
    method: 'get',
    path: '/v1/growth',
    summary: 'What models could do for the lore: chats to read, entries without a summary, which model would do it',
    security: bearer,
    responses: { 200: json(wireGrowth, 'What could be done.'), ...refused },
  }),
  estimateGrowth: createRoute({
    method: 'post',
    path: '/v1/growth/estimate',
    summary: 'What a job would take; nobody is asked',
    security: bearer,
    request: body(wireGrowthRequest),
    responses: { 200: json(wireGrowthEstimate, 'The estimate.'), ...refused, 409: notDone },
  }),
  growthJobs: createRoute({
    method: 'get',
    path: '/v1/growth/jobs',
    summary: 'Jobs that run, wait or ended lately',
    security: bearer,
    responses: { 200: json(wireGrowthJobs, 'The jobs.'), ...refused },
  }),
  startGrowth: createRoute({
    method: 'post',
    path: '/v1/growth/jobs',
    summary: 'Begin a job; `growth-changed` events tell how it goes',
    security: bearer,
    request: body(wireGrowthRequest),
    responses: { 202: json(wireGrowthJob, 'It runs, or waits for its turn.'), ...refused, 409: notDone },
  }),
  growthJob: createRoute({
    method: 'get',
    path: '/v1/growth/jobs/{id}',
    summary: 'One job with what came of it',
    security: bearer,
    request: { params: idParameter },
    responses: job,
  }),
  pauseGrowth: createRoute({
    method: 'post',
    path: '/v1/growth/jobs/{id}/pause',
    summary: 'Stop a job until it is resumed; what is done stays done',
    security: bearer,
    request: { params: idParameter },
    responses: job,
  }),
  resumeGrowth: createRoute({
    method: 'post',
    path: '/v1/growth/jobs/{id}/resume',
    summary: 'Go on with a paused job where it was',
    security: bearer,
    request: { params: idParameter },
    responses: job,
  }),
  cancelGrowth: createRoute({
    method: 'post',
    path: '/v1/growth/jobs/{id}/cancel',
    summary: 'End a job; what it found so far stays',
    security: bearer,
    request: { params: idParameter },
    responses: job,
  }),
  forgetGrowth: createRoute({
    method: 'delete',
    path: '/v1/growth/jobs/{id}',
    summary: 'Forget a job, and end it before; its proposals stay',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: json(z.object({ id: z.string() }), 'It is forgotten.'), ...refused, 404: missing },
  }),
};
