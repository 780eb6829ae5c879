import { createRoute, z } from '@hono/zod-openapi';
import { bearer, body, idParameter, json, problem, refused } from './route-schemas';
import {
  wireLibrarianEvent,
  wireLibrarianSession,
  wireLibrarianSessions,
  wireLibrarianText,
  wireNewSession,
  wireSessionChange,
} from './wire-librarian';

const missing = problem('There is no such conversation.');
const notDone = problem('It was not done, and the sentence says why.');

/** The answer while it is written. It goes on, or ends, without a reader as the settings say. */
const events = {
  description:
    'Server-sent events: `answer` first, then `text`, `tool-call`, `tool-result`, `proposal`, `notice` and `usage`, and at the end `done` or `error`.',
  content: { 'text/event-stream': { schema: wireLibrarianEvent } },
};

const messageParameter = idParameter.extend({ message: z.coerce.number<string>().int().min(0) });

/** Routes of the conversations with the Librarian. */
export const librarianRoutes = {
  librarianSessions: createRoute({
    method: 'get',
    path: '/v1/librarian/sessions',
    summary: 'Conversations with the Librarian, and whether it can be asked',
    security: bearer,
    responses: { 200: json(wireLibrarianSessions, 'The conversations.'), ...refused },
  }),
  startLibrarianSession: createRoute({
    method: 'post',
    path: '/v1/librarian/sessions',
    summary:
      'Begin a conversation: free, about a lore gap or the next open one, or about an entry; nobody is asked yet',
    security: bearer,
    request: body(wireNewSession),
    responses: { 201: json(wireLibrarianSession, 'The conversation.'), ...refused, 409: notDone },
  }),
  librarianSession: createRoute({
    method: 'get',
    path: '/v1/librarian/sessions/{id}',
    summary: 'A conversation with everything that was said, also while an answer is written',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: json(wireLibrarianSession, 'The conversation.'), ...refused, 404: missing },
  }),
  changeLibrarianSession: createRoute({
    method: 'patch',
    path: '/v1/librarian/sessions/{id}',
    summary: 'Rename a conversation, or let it look at another chat',
    security: bearer,
    request: { params: idParameter, ...body(wireSessionChange) },
    responses: { 200: json(wireLibrarianSession, 'The conversation.'), ...refused, 404: missing },
  }),
  deleteLibrarianSession: createRoute({
    method: 'delete',
    path: '/v1/librarian/sessions/{id}',
    summary: 'Forget a conversation; its proposals and changes stay',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: json(z.object({ deleted: z.boolean() }), 'It is forgotten.'), ...refused, 404: missing },
  }),
  tellLibrarian: createRoute({
    method: 'post',
    path: '/v1/librarian/sessions/{id}/messages',
    summary: 'Say something, and read the answer as it is written',
    security: bearer,
    request: { params: idParameter, ...body(wireLibrarianText) },
    responses: { 200: events, ...refused, 404: missing, 409: notDone },
  }),
  librarianEvents: createRoute({
    method: 'get',
    path: '/v1/librarian/sessions/{id}/events',
    summary: 'Read an answer that is being written already; of one that is complete only its end is told',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: events, ...refused, 404: missing },
  }),
  stopLibrarian: createRoute({
    method: 'post',
    path: '/v1/librarian/sessions/{id}/stop',
    summary: 'Stop the answer that is being written; what was written stays',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: json(wireLibrarianSession, 'The conversation.'), ...refused, 404: missing },
  }),
  regenerateLibrarian: createRoute({
    method: 'post',
    path: '/v1/librarian/sessions/{id}/regenerate',
    summary: 'Answer the last message anew; the new answer takes the place of the last one, whose proposals stay',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: events, ...refused, 404: missing, 409: notDone },
  }),
  editLibrarianMessage: createRoute({
    method: 'patch',
    path: '/v1/librarian/sessions/{id}/messages/{message}',
    summary:
      'Say something else at a place of the conversation: a new conversation branches off there and is answered; the old one stays',
    security: bearer,
    request: { params: messageParameter, ...body(wireLibrarianText) },
    responses: { 200: events, ...refused, 404: missing, 409: notDone },
  }),
};
