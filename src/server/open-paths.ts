import { routes, routeScopes } from './contract/routes';
import { TUNNEL_PATH } from './tunnel';

interface PathPattern {
  readonly method: string;
  readonly pattern: RegExp;
}

/** Routes of the table that need no scope: who is not paired yet has to start somewhere. */
const openRoutes: readonly PathPattern[] = Object.keys(routes)
  .filter((name): name is keyof typeof routes => name in routes)
  .filter((name) => routeScopes[name] === undefined)
  .map((name) => ({
    method: routes[name].method.toUpperCase(),
    pattern: new RegExp(`^${routes[name].path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }));

/** The interface's description and the console, which hold no data. */
const PUBLIC = /^\/(openapi\.json|console|console\/.*)?$/;

/** Whether a request is answered without a token. */
export function isOpenPath(method: string, path: string): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  // The wrapped request is the one that needs a token.
  if (method === 'POST' && path === TUNNEL_PATH) return true;
  const routed = reads ? 'GET' : method;
  return (reads && PUBLIC.test(path)) || openRoutes.some((open) => open.method === routed && open.pattern.test(path));
}

/** Whether a path answers pages of every origin. */
export function isPathForAnyPage(path: string): boolean {
  return openRoutes.some((open) => open.pattern.test(path));
}
