import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../connection';
import { sendProblem } from '../http-problem';

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;
const UTF_8 = /^(?:utf-?8|us-ascii)$/i;

/** Refuses bodies that would be read as something else than was sent: packed ones, and those that are no UTF-8. */
export const bodyGuard = createMiddleware<AppEnv>(async (context, next) => {
  const { req, env } = context;
  if (env.connection.kind === 'in-process' || req.raw.body === null) return next();
  const packing = req.header('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (packing !== 'identity' && packing !== '') {
    const detail = 'Send the body as it is: packed bodies (Content-Encoding) are not taken.';
    return sendProblem(context, 'unsupported_media_type', detail, { headers: { 'Accept-Encoding': 'identity' } });
  }
  const charset = CHARSET.exec(req.header('content-type') ?? '')?.[1];
  if (charset !== undefined && !UTF_8.test(charset))
    return sendProblem(context, 'unsupported_media_type', 'Send JSON in UTF-8; no other character set is taken.');
  if (!isUtf8(await req.arrayBuffer()))
    return sendProblem(context, 'malformed_json', 'The body is not UTF-8, so that it cannot be read as JSON.');
  return next();
});

function isUtf8(bytes: ArrayBuffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
