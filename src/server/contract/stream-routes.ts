import { createRoute, z } from '@hono/zod-openapi';
import { bearer, body, idParameter, json, problem, refused } from './route-schemas';
import { wireEvents, wireRelayResult } from './wire-stream';

/** Routes of the event stream, and of jobs that a client runs for us. */
export const streamRoutes = {
  stream: createRoute({
    method: 'get',
    path: '/v1/stream',
    summary: 'What happens, as it happens: `text/event-stream`, or with `wait` a long poll in JSON',
    security: bearer,
    request: {
      query: z.object({
        /** The client's own id: its events are kept while it is away for a moment. */
        client: z.string().min(1).max(100),
        /** Id of the last event that the client has seen. */
        since: z.coerce.number<string>().int().min(0).optional(),
        /** Whether the client runs jobs for us; one that does not is told what happens and is asked nothing. */
        jobs: z.enum(['true', 'false']).default('true'),
        /** Milliseconds to wait for an event; makes this a poll. */
        wait: z.coerce.number<string>().int().min(0).max(60_000).optional(),
      }),
    },
    responses: {
      200: {
        description: 'The events.',
        content: { 'application/json': { schema: wireEvents }, 'text/event-stream': { schema: z.string() } },
      },
      ...refused,
    },
  }),
  relayResult: createRoute({
    method: 'post',
    path: '/v1/relay/{id}',
    summary: 'Bring the answer to a job back, or what went wrong with it',
    security: bearer,
    request: { params: idParameter, ...body(wireRelayResult) },
    responses: {
      200: json(z.object({ accepted: z.boolean() }), 'Taken.'),
      ...refused,
      404: problem('Nobody waits for this job any more.'),
    },
  }),
};
