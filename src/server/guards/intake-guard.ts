import { createMiddleware } from 'hono/factory';
import { bodyTooLarge } from '../body-limit';
import type { AppEnv, Refusal } from '../connection';
import { sendProblem, type HttpProblemCode } from '../http-problem';

const AGAIN_SOON = { 'Retry-After': '1' };

const refusals = {
  'body-too-large': {
    code: 'body_too_large',
    detail: bodyTooLarge,
    headers: {},
  },
  busy: { code: 'busy', detail: 'Too many requests are under way. Try again in a moment.', headers: AGAIN_SOON },
  stopping: { code: 'stopping', detail: 'The server is stopping. Try again when it runs.', headers: AGAIN_SOON },
  'bad-target': { code: 'malformed_address', detail: 'The request names no path on this server.', headers: {} },
  'bad-method': {
    code: 'method_not_allowed',
    detail: 'This server does not know the method.',
    headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
  },
} as const satisfies Record<
  Refusal,
  {
    readonly code: HttpProblemCode;
    /** A sentence, or what makes one for the path that was asked. */
    readonly detail: string | ((path: string) => string);
    readonly headers: Readonly<Record<string, string>>;
  }
>;

/** Answers requests that the listener could not take in, and those whose address is not valid percent-encoding. */
export const intakeGuard = createMiddleware<AppEnv>(async (context, next) => {
  const { connection } = context.env;
  if (connection.kind === 'network' && connection.refusal !== undefined) {
    const { code, detail, headers } = refusals[connection.refusal];
    const sentence = typeof detail === 'string' ? detail : detail(context.req.path);
    return sendProblem(context, code, sentence, { headers });
  }
  if (!isDecodable(context.req.raw.url)) {
    return sendProblem(context, 'malformed_address', 'The address holds percent signs that encode no character.');
  }
  return next();
});

function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(address);
    return true;
  } catch {
    return false;
  }
}
