import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AccessTokens } from '../access-tokens';
import type { AppEnv, NetworkConnection } from '../connection';
import { scopes, type Scope } from '../contract/wire-server';
import { sendProblem } from '../http-problem';
import type { WrongTokens } from '../wrong-tokens';

declare module 'hono' {
  interface ContextVariableMap {
    scopes: readonly Scope[];
    /** Id of the client whose token was sent; undefined without one. */
    client: string | undefined;
    /** Whether the call comes from inside the process, which only the host itself can make. */
    isInside: boolean;
  }
}

const REALM = 'Bearer realm="lorehearth"';
const BEARER = /^Bearer\s+(\S.*)$/is;

export interface BearerGuardOptions {
  readonly access: AccessTokens;
  readonly wrongTokens: WrongTokens;
  /** Whether a request is answered without a token. */
  readonly isOpen: (method: string, path: string) => boolean;
}

/** Lets only requests with an accepted token through, and notes what the token allows. */
export function bearerGuard({ access, wrongTokens, isOpen }: BearerGuardOptions) {
  return createMiddleware<AppEnv>(async (context, next) => {
    const { connection } = context.env;
    context.set('isInside', connection.kind === 'in-process');
    if (connection.kind === 'in-process') {
      context.set('scopes', scopes);
      return next();
    }
    context.set('scopes', []);
    if (isOpen(context.req.method, context.req.path)) return next();
    const token = sentToken(connection);
    if (token === undefined) {
      const detail = 'Send a token in the header "Authorization: Bearer …". Pairing gives one.';
      return sendProblem(context, 'token_missing', detail, { headers: { 'WWW-Authenticate': REALM } });
    }
    const client = wrongTokens.mayTry(connection.remoteAddress, token) ? access.verify(token) : undefined;
    if (client === undefined) return refuse(context, wrongTokens.note(connection.remoteAddress));
    context.set('scopes', client.scopes);
    context.set('client', client.id);
    return next();
  });
}

/** Lets only tokens with the scope through; an admin token allows everything. */
export function scopeGuard(scope: Scope) {
  return createMiddleware<AppEnv>(async (context, next) => {
    const allowed = context.get('scopes');
    if (allowed.includes(scope) || allowed.includes('admin')) return next();
    return sendProblem(context, 'scope_missing', `This needs a token with the scope "${scope}".`, {
      headers: { 'WWW-Authenticate': `${REALM}, error="insufficient_scope", scope="${scope}"` },
    });
  });
}

function sentToken(connection: NetworkConnection): string | undefined {
  return BEARER.exec(connection.header('authorization')?.trim() ?? '')?.[1]?.trim();
}

function refuse(context: Context, waitSeconds: number | undefined): Response {
  if (waitSeconds === undefined) {
    return sendProblem(context, 'token_not_accepted', 'The token is not accepted. Pair again to get a new one.', {
      headers: { 'WWW-Authenticate': `${REALM}, error="invalid_token"` },
    });
  }
  const detail = 'The token is not accepted, and there were many wrong ones. Wait before the next attempt.';
  return sendProblem(context, 'too_many_wrong_tokens', detail, { headers: { 'Retry-After': String(waitSeconds) } });
}
