import { createRoute } from '@hono/zod-openapi';
import { bearer, body, json, problem, refused } from './route-schemas';
import { wireLabChats, wireLabEvent, wireSimulateRequest, wireTestRequest, wireTestRun } from './wire-lab';

/** Routes of the lab. */
export const labRoutes = {
  loreTests: createRoute({
    method: 'post',
    path: '/v1/lore-tests',
    summary: 'Run lore tests: those of the vault, of one note, or those that are sent; no model is asked',
    security: bearer,
    request: body(wireTestRequest),
    responses: { 200: json(wireTestRun, 'How each went.'), ...refused },
  }),
  labChats: createRoute({
    method: 'get',
    path: '/v1/lab/chats',
    summary: 'Chats that can be played again',
    security: bearer,
    responses: { 200: json(wireLabChats, 'The chats.'), ...refused },
  }),
  simulate: createRoute({
    method: 'post',
    path: '/v1/lab/simulate',
    summary: 'Play a chat turn by turn with the full pipeline; nothing is recorded, and leaving ends it',
    security: bearer,
    request: body(wireSimulateRequest),
    responses: {
      200: { description: 'The turns as they are played.', content: { 'text/event-stream': { schema: wireLabEvent } } },
      ...refused,
      404: problem('There is no such chat, or the file is none.'),
    },
  }),
};
