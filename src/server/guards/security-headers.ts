import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../connection';

const headers = {
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const POLICY = 'Content-Security-Policy';

/** Headers for every answer: nothing is guessed, cached, run or framed unless a route says otherwise. */
export const securityHeaders = createMiddleware<AppEnv>(async (context, next) => {
  await next();
  for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
  if (!context.res.headers.has(POLICY)) {
    context.res.headers.set(POLICY, "default-src 'none'; frame-ancestors 'none'");
  }
});
