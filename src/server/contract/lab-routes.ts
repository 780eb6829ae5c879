import { createRoute } from '@hono/zod-openapi';
import { bearer, body, json, problem, refused } from './route-schemas';
import { wireCoverageEvent, wireCoverageRequest, wireKeysEvent, wireKeysRequest } from './wire-coverage';
import { wireLabChats, wireLabEvent, wireSimulateRequest } from './wire-lab';
import { wireTestEvent, wireTestRequest, wireTestRun, wireTestState } from './wire-lore-tests';
import { wireReplayEvent, wireReplayTurnsRequest } from './wire-replay';

const events = <Schema>(schema: Schema, description: string) => ({
  description,
  content: { 'text/event-stream': { schema } },
});

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
  loreTestState: createRoute({
    method: 'get',
    path: '/v1/lore-tests',
    summary: 'How all lore tests went when they were run last; none is run',
    security: bearer,
    responses: { 200: json(wireTestState, 'How they went.'), ...refused },
  }),
  runLoreTests: createRoute({
    method: 'post',
    path: '/v1/lore-tests/run',
    summary: 'Run the lore tests of the vault and tell how each goes; leaving ends it',
    security: bearer,
    responses: { 200: events(wireTestEvent, 'The tests as they are run.'), ...refused },
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
      200: events(wireLabEvent, 'The turns as they are played.'),
      ...refused,
      404: problem('There is no such chat, or the file is none.'),
    },
  }),
  replayTurns: createRoute({
    method: 'post',
    path: '/v1/lab/replay',
    summary: 'Play one kept turn, or all of a chat, again with the lore and settings of today, and tell what differs',
    security: bearer,
    request: body(wireReplayTurnsRequest),
    responses: {
      200: events(wireReplayEvent, 'The turns as they are played.'),
      ...refused,
      404: problem('No such turn, or no turn of the chat, is kept.'),
    },
  }),
  labCoverage: createRoute({
    method: 'post',
    path: '/v1/lab/coverage',
    summary: 'Count over many chats what turns do with each entry; nothing is recorded, and leaving ends it',
    security: bearer,
    request: body(wireCoverageRequest),
    responses: { 200: events(wireCoverageEvent, 'How far it is, and at last what was counted.'), ...refused },
  }),
  labKeys: createRoute({
    method: 'post',
    path: '/v1/lab/keys',
    summary: 'Look in many chats for keys that do less than they seem to; leaving ends it',
    security: bearer,
    request: body(wireKeysRequest),
    responses: { 200: events(wireKeysEvent, 'How far it is, and at last what was found.'), ...refused },
  }),
};
