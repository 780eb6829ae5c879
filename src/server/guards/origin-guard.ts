import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AppEnv, Connection, NetworkConnection } from '../connection';
import { sendProblem } from '../http-problem';
import { isOriginName, pageOrigin, type PageOrigin } from '../page-origin';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const EXPOSED = 'retry-after, www-authenticate';
const PREFLIGHT_SECONDS = '600';
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/;

/** Headers with which browsers ask whether a page of another network may call this computer. */
const networkQuestions = ['private-network', 'local-network'];

export interface OriginGuardOptions {
  /** Origins that may ask, besides those of SillyTavern on its usual port. */
  readonly listed: () => readonly string[];
  /** Whether a path answers pages of any origin: one that is not paired yet has to start somewhere. */
  readonly isOpenToAll: (path: string) => boolean;
  /** A page that has a name was turned away. */
  readonly onRefused?: (origin: string) => void;
}

/** Tells where a page's request comes from, turns away what is not listed, and answers CORS and its preflights. */
export function originGuard({ listed, isOpenToAll, onRefused }: OriginGuardOptions) {
  return createMiddleware<AppEnv>(async (context, next) => {
    const { connection } = context.env;
    const page = askingPage(connection, listed);
    context.set('page', page);
    const isAllowed = page.kind !== 'unlisted' || (isOpenToAll(context.req.path) && !isNamelessPairing(context, page));
    if (isAllowed && connection.kind === 'network' && context.req.method === 'OPTIONS') {
      return preflight(context, connection, page);
    }
    if (!isAllowed && isOriginName(page.origin)) onRefused?.(page.origin.toLowerCase());
    if (isAllowed) await next();
    else context.res = sendProblem(context, 'origin_not_allowed', notAllowed(page));
    context.res.headers.append('Vary', 'Origin');
    if (isAllowed) allowPage(context.res.headers, page);
    return undefined;
  });
}

function askingPage(connection: Connection, listed: () => readonly string[]): PageOrigin {
  if (connection.kind === 'in-process') return { kind: 'none' };
  return pageOrigin(connection.header('origin'), connection.header('host') ?? '', listed());
}

/** Pairing puts the page's origin on the list of allowed ones, so it needs one: `null` would let every sandbox in. */
function isNamelessPairing(context: Context, page: PageOrigin): boolean {
  return page.kind === 'unlisted' && !isOriginName(page.origin) && context.req.path !== '/health';
}

function notAllowed(page: PageOrigin): string {
  const name = page.kind === 'unlisted' && isOriginName(page.origin) ? page.origin : 'without a name';
  return `Pages of the origin ${name} may not ask. Pair it, or add it to the allowed origins in the settings.`;
}

function preflight(context: Context, connection: NetworkConnection, page: PageOrigin): Response {
  const headers = new Headers({ 'Access-Control-Allow-Methods': METHODS, Allow: METHODS, Vary: 'Origin' });
  headers.append('Vary', 'Access-Control-Request-Headers');
  headers.set('Access-Control-Max-Age', PREFLIGHT_SECONDS);
  const asked = connection.header('access-control-request-headers') ?? '';
  if (HEADER_NAMES.test(asked)) headers.set('Access-Control-Allow-Headers', asked);
  for (const network of networkQuestions) {
    if (connection.header(`access-control-request-${network}`) === 'true') {
      headers.set(`Access-Control-Allow-${network}`, 'true');
    }
  }
  allowPage(headers, page);
  return context.body(null, 204, Object.fromEntries(headers));
}

function allowPage(headers: Headers, page: PageOrigin): void {
  if (page.kind !== 'listed' && page.kind !== 'unlisted') return;
  headers.set('Access-Control-Allow-Origin', page.origin);
  headers.set('Access-Control-Expose-Headers', EXPOSED);
}
