import type { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import type { AppEnv, NetworkConnection } from './connection';
import { sendProblem } from './http-problem';

/** Where SillyTavern's own server asks when it carries a request of a browser that cannot reach this computer. */
export const TUNNEL_PATH = '/v1/chat/completions';

/** Streams do not end, and a tunnel in a tunnel leads nowhere. */
const NOT_CARRIED = /^\/v1\/chat\/completions(?:[/?#]|$)/;
const POLL = /^\/v1\/stream\?(?:.*&)?wait=\d/;

const envelope = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string() })).length(1),
});
const carried = z.object({
  lorehearth: z.literal(1),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().regex(/^\/(?:health|v1\/)/),
  body: z.unknown().optional(),
});

/** Answers a request as the app does. */
export type Dispatch = (request: Request, connection: NetworkConnection) => Promise<Response>;

/**
 * Takes requests that are wrapped into a chat completion. The token comes in the outer request's header, and every guard
 * holds for the inner one. Answers are always 200 with status and body inside, since SillyTavern hides any other.
 */
export function serveTunnel(app: OpenAPIHono, dispatch: Dispatch): void {
  app.post(TUNNEL_PATH, async (context) => {
    const { connection } = context.env as AppEnv['Bindings'];
    const inner = readCarried(await context.req.json().catch(() => undefined));
    if (inner === undefined || connection.kind !== 'network')
      return sendProblem(context, 'malformed_request', 'This address takes wrapped requests of the extension alone.');
    const response = await dispatch(toRequest(inner, context.req.raw), connection);
    const content = {
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      body: await response.text(),
    };
    return context.json({
      id: 'lorehearth',
      object: 'chat.completion',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: JSON.stringify(content) } }],
    });
  });
}

function readCarried(value: unknown): z.output<typeof carried> | undefined {
  const outer = envelope.safeParse(value);
  if (!outer.success) return undefined;
  const inner = carried.safeParse(parsed(outer.data.messages[0]?.content ?? ''));
  if (!inner.success || NOT_CARRIED.test(inner.data.path)) return undefined;
  return inner.data.path.startsWith('/v1/stream') && !POLL.test(inner.data.path) ? undefined : inner.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function toRequest({ method, path, body }: z.output<typeof carried>, outer: Request): Request {
  const headers = new Headers({ 'content-type': 'application/json' });
  const text = body === undefined || method === 'GET' ? undefined : JSON.stringify(body);
  return new Request(new URL(path, outer.url), {
    method,
    headers,
    signal: outer.signal,
    ...(text !== undefined && { body: text }),
  });
}
