import { createRoute, z } from '@hono/zod-openapi';
import { bearer, json, problem, refused } from './route-schemas';
import { wireUseCourse, wireUsePage, wireUseReset } from './wire-analytics';

const span = {
  chat: z.string().max(500).optional(),
  entry: z.string().min(1).max(500).optional(),
  /** So many days up to today. */
  days: z.coerce.number<string>().int().min(1).max(90).optional(),
};

/** Routes of how entries are used. */
export const analyticsRoutes = {
  analytics: createRoute({
    method: 'get',
    path: '/v1/analytics',
    summary: 'How often entries matched, were selected, went in, or were refused and why',
    security: bearer,
    request: {
      query: z.object({
        ...span,
        state: z.enum(['always', 'hot', 'warm', 'cold', 'never', 'off', 'gone']).optional(),
        text: z.string().max(1_000).optional(),
        sort: z.enum(['title', 'matched', 'selected', 'injected', 'tokens', 'refused', 'last']).default('injected'),
        order: z.enum(['asc', 'desc']).default('desc'),
        offset: z.coerce.number<string>().int().min(0).default(0),
        limit: z.coerce.number<string>().int().min(1).max(1_000).default(100),
      }),
    },
    responses: { 200: json(wireUsePage, 'A page of entries with their use.'), ...refused },
  }),
  useCourse: createRoute({
    method: 'get',
    path: '/v1/analytics/course',
    summary: 'Turns and tokens of each day, the last turns, and why entries were refused',
    security: bearer,
    request: { query: z.object(span) },
    responses: { 200: json(wireUseCourse, 'The course.'), ...refused },
  }),
  resetAnalytics: createRoute({
    method: 'delete',
    path: '/v1/analytics',
    summary: 'Forget how often entries were used; the last time can be taken back',
    security: bearer,
    responses: {
      200: json(wireUseReset, 'Forgotten.'),
      ...refused,
      409: problem('It could not be kept for taking it back, so nothing was forgotten.'),
    },
  }),
  undoResetAnalytics: createRoute({
    method: 'post',
    path: '/v1/analytics/undo',
    summary: 'Bring back what was forgotten; what was counted since stays',
    security: bearer,
    responses: { 200: json(wireUseReset, 'It is back.'), ...refused, 404: problem('Nothing was forgotten.') },
  }),
};
