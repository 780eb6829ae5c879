import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../connection';
import { sendProblem } from '../http-problem';

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Whether a Host header names this server: a loopback name with the real port, or a listed name. A listed name without
 * a port stands for every port, since a proxy in front may have any.
 */
export function isOwnHost(host: string, port: number, listed: readonly string[]): boolean {
  const name = host.toLowerCase();
  const withPort = port === 80 ? name.replace(/^([^:]+|\[.*\])$/, '$1:80') : name;
  if (LOOPBACK_NAMES.some((loopback) => withPort === `${loopback}:${String(port)}`)) return true;
  return listed.some((one) => one.toLowerCase() === name || one.toLowerCase() === name.replace(/:\d+$/, ''));
}

/**
 * Turns away requests that were sent to another name. A page that rebinds its own DNS name to this computer is of the
 * same origin as its target, so that nothing but the name gives it away.
 */
export function hostGuard(listed: () => readonly string[]) {
  return createMiddleware<AppEnv>(async (context, next) => {
    const { connection } = context.env;
    if (connection.kind === 'network' && !isOwnHost(connection.header('host') ?? '', connection.port, listed())) {
      return sendProblem(context, 'host_not_allowed', 'This server does not answer under this host name.');
    }
    return next();
  });
}
