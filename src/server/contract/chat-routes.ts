import { createRoute, z } from '@hono/zod-openapi';
import { bearer, body, idParameter, json, page, refused } from './route-schemas';
import { wireChatChange, wireChatState, wireContextField } from './wire-chat';

/** Routes of what was decided for chats. */
export const chatRoutes = {
  chats: createRoute({
    method: 'get',
    path: '/v1/chats',
    summary: 'Chats for which something was decided, newest change first',
    security: bearer,
    request: { query: z.object(page) },
    responses: {
      200: json(
        z.object({ items: z.array(wireChatState).readonly(), total: z.number(), offset: z.number() }),
        'The chats.',
      ),
      ...refused,
    },
  }),
  chat: createRoute({
    method: 'get',
    path: '/v1/chats/{id}',
    summary: 'What was decided for a chat; `parent` is the chat it was copied from',
    security: bearer,
    request: { params: idParameter, query: z.object({ parent: z.string().min(1).max(200).optional() }) },
    responses: { 200: json(wireChatState, 'The state.'), ...refused },
  }),
  changeChat: createRoute({
    method: 'patch',
    path: '/v1/chats/{id}',
    summary: 'Pin, block, attach books, set context fields and notebook of a chat',
    security: bearer,
    request: { params: idParameter, ...body(wireChatChange) },
    responses: { 200: json(wireChatState, 'The state after the change.'), ...refused },
  }),
  contextFields: createRoute({
    method: 'get',
    path: '/v1/context-fields',
    summary: 'The fields by which entries are gated on the situation of a chat',
    security: bearer,
    responses: { 200: json(z.object({ items: z.array(wireContextField).readonly() }), 'The fields.'), ...refused },
  }),
};
