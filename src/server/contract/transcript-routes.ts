import { createRoute } from '@hono/zod-openapi';
import { bearer, body, idParameter, json, problem, refused } from './route-schemas';
import { wireTranscriptAnswer, wireTranscriptRequest } from './wire-transcript';

/** The route by which clients tell what stands in a chat. */
export const transcriptRoutes = {
  keepTranscript: createRoute({
    method: 'put',
    path: '/v1/chats/{id}/transcript',
    summary: 'Tell the visible messages of a chat, all of them or what changed since an index',
    security: bearer,
    request: { params: idParameter, ...body(wireTranscriptRequest) },
    responses: {
      200: json(wireTranscriptAnswer, 'Whether it fitted, and what to send next.'),
      ...refused,
      413: problem('The body is too large.'),
    },
  }),
};
