import { createRoute } from '@hono/zod-openapi';
import { bearer, body, json, refused } from './route-schemas';
import { wireFlagLoreAnswer, wireFlagLoreCall, wireSearchLoreAnswer, wireSearchLoreCall } from './wire-tools';

/** Routes of the tools for the AI that writes. What it did wrong is told in the answer, so that it can go on. */
export const toolRoutes = {
  searchLore: createRoute({
    method: 'post',
    path: '/v1/tools/search_lore',
    summary: 'Look up lore while a reply is written: the best entry in full, entries it links to as summaries',
    security: bearer,
    request: body(wireSearchLoreCall),
    responses: { 200: json(wireSearchLoreAnswer, 'What the model is to be told.'), ...refused },
  }),
  flagLore: createRoute({
    method: 'post',
    path: '/v1/tools/flag_lore',
    summary: 'Note while a reply is written that lore is missing or old',
    security: bearer,
    request: body(wireFlagLoreCall),
    responses: { 200: json(wireFlagLoreAnswer, 'What the model is to be told.'), ...refused },
  }),
};
