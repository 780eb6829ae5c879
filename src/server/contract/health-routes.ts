import { createRoute } from '@hono/zod-openapi';
import { bearer, body, json, problem, refused } from './route-schemas';
import {
  wireFixAnswer,
  wireFixRequest,
  wireHealthQuery,
  wireHealthReport,
  wireIgnored,
  wireIgnoreRequest,
} from './wire-health';

/** Routes of the health check. */
export const healthRoutes = {
  healthReport: createRoute({
    method: 'get',
    path: '/v1/health-report',
    summary: 'What is wrong with notes and settings, and notes that are not used with the reason',
    security: bearer,
    request: { query: wireHealthQuery },
    responses: { 200: json(wireHealthReport, 'The report.'), ...refused },
  }),
  fixProblems: createRoute({
    method: 'post',
    path: '/v1/health-report/fixes',
    summary: 'Propose the changes that mend problems; nothing is written before they are accepted',
    security: bearer,
    request: body(wireFixRequest),
    responses: { 200: json(wireFixAnswer, 'What became of each.'), ...refused },
  }),
  ignoreProblem: createRoute({
    method: 'post',
    path: '/v1/health-report/ignored',
    summary: 'Put a kind of problem aside, in one note or everywhere, or take that back',
    security: bearer,
    request: body(wireIgnoreRequest),
    responses: {
      200: json(wireIgnored, 'Everything that is put aside now.'),
      ...refused,
      409: problem('It could not be kept.'),
    },
  }),
};
