import type { Handlers } from '../contract/api';
import { sendProblem } from '../http-problem';
import type { RouteParts } from './route-parts';

type StreamHandlers = Pick<Handlers, 'stream' | 'relayResult'>;

/** Events for clients, and the answers to jobs that they ran. */
export function streamRoutes({ engine, streams }: RouteParts): StreamHandlers {
  return {
    stream: async (context) => {
      const { client, since, wait, jobs } = context.req.valid('query');
      const runsJobs = jobs === 'true';
      if (wait !== undefined) {
        const { events, next } = await streams.poll(client, since, wait, context.req.raw.signal, runsJobs);
        return context.json({ events: [...events], next }, 200);
      }
      return new Response(streams.stream(client, since, runsJobs), {
        headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
      });
    },

    relayResult: (context) => {
      const body = context.req.valid('json');
      const result =
        'text' in body
          ? { kind: 'answer' as const, text: body.text, usage: body.usage ?? { input: 0, output: 0 } }
          : { kind: 'error' as const, error: body.error, message: body.message };
      if (engine.relay.complete(context.req.valid('param').id, result)) return context.json({ accepted: true }, 200);
      return sendProblem(context, 'not_found', 'Nobody waits for this job any more.');
    },
  };
}
