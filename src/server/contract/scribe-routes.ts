import { createRoute, z } from '@hono/zod-openapi';
import { bearer, body, idParameter, json, problem, refused } from './route-schemas';
import { wireChatState } from './wire-chat';
import {
  wireChatCopy,
  wireChatSummaries,
  wireNotes,
  wireNotesRequest,
  wireRecap,
  wireRedoRequest,
  wireScribe,
  wireScribeRequest,
  wireScribeStarted,
} from './wire-scribe';

const notDone = problem('It was not done, and the sentence says why.');
const summaryParameter = idParameter.extend({ summary: z.string().min(1).max(200) });

/** Routes of summaries of chats, of notes that the AI keeps, and of what a new chat takes over. */
export const scribeRoutes = {
  scribe: createRoute({
    method: 'get',
    path: '/v1/scribe',
    summary: 'Chats that can be summed up, what is under way, and whether a model can be asked',
    security: bearer,
    responses: { 200: json(wireScribe, 'The Scribe.'), ...refused },
  }),
  summarize: createRoute({
    method: 'post',
    path: '/v1/chats/{id}/scribe',
    summary: 'Sum up everything in a chat that is not summed up yet; `scribe-changed` events tell how it goes',
    security: bearer,
    request: { params: idParameter, ...body(wireScribeRequest) },
    responses: { 202: json(wireScribeStarted, 'It is begun, or waits for its turn.'), ...refused, 409: notDone },
  }),
  cancelScribe: createRoute({
    method: 'delete',
    path: '/v1/chats/{id}/scribe',
    summary: 'Stop summing up a chat; what is written stays',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: json(z.object({ cancelled: z.boolean() }), 'Whether there was anything.'), ...refused },
  }),
  summaries: createRoute({
    method: 'get',
    path: '/v1/chats/{id}/summaries',
    summary: 'The summaries of a chat, how each stands to its messages, and what is being done',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: json(wireChatSummaries, 'The summaries.'), ...refused },
  }),
  redoSummary: createRoute({
    method: 'post',
    path: '/v1/chats/{id}/summaries/{summary}/redo',
    summary: 'Write one summary anew; a note that the user changed is not written over without asking',
    security: bearer,
    request: { params: summaryParameter, ...body(wireRedoRequest) },
    responses: {
      202: json(wireScribeStarted, 'It is begun, or waits for its turn.'),
      ...refused,
      404: problem('There is no such summary.'),
      409: notDone,
    },
  }),
  recap: createRoute({
    method: 'get',
    path: '/v1/chats/{id}/recap',
    summary: 'The whole story in short, to begin a new chat with; no model is asked',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: json(wireRecap, 'The recap.'), ...refused },
  }),
  extractNotes: createRoute({
    method: 'post',
    path: '/v1/chats/{id}/notes',
    summary: 'Ask a model what the AI that writes should note of its reply',
    security: bearer,
    request: { params: idParameter, ...body(wireNotesRequest) },
    responses: {
      200: json(wireNotes, 'The notes.'),
      ...refused,
      409: notDone,
      502: problem('The model gave no answer; the sentence says why.'),
    },
  }),
  copyChat: createRoute({
    method: 'post',
    path: '/v1/chats/{id}/copy',
    summary: 'Let another chat begin with the pins, blocks, books, context and notebook of this one',
    security: bearer,
    request: { params: idParameter, ...body(wireChatCopy) },
    responses: { 200: json(wireChatState, 'The state of the other chat.'), ...refused, 409: notDone },
  }),
};
