import { createRoute, z } from '@hono/zod-openapi';
import { bearer, body, json, problem, refused } from './route-schemas';
import { graphEdgeKinds, wireGraph, wireGraphLayout } from './wire-graph';

const kindList = z
  .string()
  .max(200)
  .transform((text) => text.split(',').map((kind) => kind.trim()))
  .pipe(z.array(z.enum(graphEdgeKinds)))
  .optional();
const notKept = problem('It could not be stored.');

/** Routes of the graph. */
export const graphRoutes = {
  graph: createRoute({
    method: 'get',
    path: '/v1/graph',
    summary: 'Entries and what joins them; `kinds` names the ways of pointing, parted by commas',
    security: bearer,
    request: {
      query: z.object({
        type: z.string().max(500).optional(),
        tag: z.string().max(500).optional(),
        folder: z.string().max(1_000).optional(),
        text: z.string().max(1_000).optional(),
        kinds: kindList,
        /** The property whose value each node tells. */
        field: z.string().max(200).optional(),
        /** Only what is at most `hops` edges away from this entry. */
        focus: z.string().min(1).max(500).optional(),
        hops: z.coerce.number<string>().int().min(1).max(6).default(1),
        limit: z.coerce.number<string>().int().min(1).max(5_000).default(2_000),
      }),
    },
    responses: { 200: json(wireGraph, 'The graph, the most connected entries first.'), ...refused },
  }),
  graphLayout: createRoute({
    method: 'get',
    path: '/v1/graph/layout',
    summary: 'Where entries stood in the picture of the graph',
    security: bearer,
    responses: { 200: json(wireGraphLayout, 'The places.'), ...refused },
  }),
  keepGraphLayout: createRoute({
    method: 'put',
    path: '/v1/graph/layout',
    summary: 'Keep where entries stand; those that are not named stay where they were',
    security: bearer,
    request: body(wireGraphLayout),
    responses: { 200: json(z.object({ kept: z.number() }), 'Kept.'), ...refused, 400: refused[400], 409: notKept },
  }),
  forgetGraphLayout: createRoute({
    method: 'delete',
    path: '/v1/graph/layout',
    summary: 'Forget where entries stand, so that they are laid out anew',
    security: bearer,
    responses: { 200: json(z.object({ kept: z.number() }), 'Forgotten.'), ...refused, 409: notKept },
  }),
};
