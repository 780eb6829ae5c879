import { OpenAPIHono } from '@hono/zod-openapi';
import type { Env, Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { limitBody } from './body-limit';
import type { AppEnv, NetworkConnection } from './connection';
import { serveConsole } from './console-files';
import { mount, type Handlers } from './contract/api';
import { routes, routeScopes } from './contract/routes';
import { answerError, answerInvalid, answerWrongMethod, nothingEscapes } from './error-answers';
import { bearerGuard, scopeGuard } from './guards/bearer-guard';
import { hostGuard } from './guards/host-guard';
import { intakeGuard } from './guards/intake-guard';
import { originGuard } from './guards/origin-guard';
import { securityHeaders } from './guards/security-headers';
import { sendProblem } from './http-problem';
import { isOpenPath, isPathForAnyPage } from './open-paths';
import { serveOpenApi } from './openapi-document';
import { channelRoutes } from './routes/channel-routes';
import { chatRoutes } from './routes/chat-routes';
import { generationRoutes } from './routes/generation-routes';
import { importRoutes } from './routes/import-routes';
import { loreRoutes } from './routes/lore-routes';
import { pairingRoutes } from './routes/pairing-routes';
import type { RouteParts } from './routes/route-parts';
import { serverRoutes } from './routes/server-routes';
import { streamRoutes } from './routes/stream-routes';
import { serveTunnel } from './tunnel';
import { WrongTokens } from './wrong-tokens';

/** What the app is made of. */
export interface AppParts extends RouteParts {
  /** Files of the web console by name; empty for none. */
  readonly consoleFiles: Readonly<Record<string, string>>;
  /** Host names that are allowed besides those of the settings, e.g. of the command line. */
  readonly hosts?: readonly string[];
  /** Origins that are allowed besides those of the settings and of paired clients. */
  readonly origins?: readonly string[];
}

/** The server as a function; hosts only differ in what calls it. */
export interface App {
  /** For listeners: every guard holds. */
  readonly fetch: (request: Request, connection: NetworkConnection) => Promise<Response>;
  /**
   * For callers inside the process, in the form that the typed client takes: no token is needed. What is trusted is the
   * function itself, which never leaves the process, so that there is no secret to keep.
   */
  readonly inProcess: (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;
}

/** Makes the server. */
export function createApp(parts: AppParts): App {
  const app = new OpenAPIHono<Env>({ defaultHook: answerInvalid });
  addGuards(app, parts);
  addScopes(app);
  mount(app, allHandlers(parts));
  serveTunnel(app, (request, connection) => call(request, connection));
  serveOpenApi(app, parts.version);
  if (Object.keys(parts.consoleFiles).length > 0) serveConsole(app, parts.consoleFiles, () => parts.access.origins());
  app.notFound((context) => sendProblem(context, 'not_found', 'There is nothing at this address.'));
  app.onError((error, context) => answerError(error, context, parts.log));
  const call = async (request: Request, connection: AppEnv['Bindings']['connection']): Promise<Response> =>
    app.fetch(request, { connection });
  return {
    fetch: call,
    inProcess: (input, init) => call(new Request(input, init), { kind: 'in-process' }),
  };
}

function addGuards(app: OpenAPIHono, parts: AppParts): void {
  const { engine, access, clock, hosts = [], origins = [] } = parts;
  app.use(
    securityHeaders,
    hostGuard(() => [...hosts, ...engine.settings().hosts]),
    originGuard({
      listed: () => [...origins, ...engine.settings().origins, ...access.origins()],
      isOpenToAll: isPathForAnyPage,
    }),
    intakeGuard,
    bearerGuard({ access, wrongTokens: new WrongTokens(clock), isOpen: isOpenPath }),
    limitBody,
    methodNotAllowed({ app: app as Hono, onMethodNotAllowed: answerWrongMethod }),
    nothingEscapes(parts.log),
  );
}

/** The scope guards use the router itself, so that no spelling of an address gets past them. */
function addScopes(app: OpenAPIHono): void {
  for (const name of Object.keys(routes).filter((key): key is keyof typeof routes => key in routes)) {
    const scope = routeScopes[name];
    if (scope !== undefined) app.on(routes[name].method, routes[name].getRoutingPath(), scopeGuard(scope));
  }
}

function allHandlers(parts: RouteParts): Handlers {
  return {
    ...serverRoutes(parts),
    ...pairingRoutes(parts),
    ...generationRoutes(parts),
    ...loreRoutes(parts),
    ...chatRoutes(parts),
    ...streamRoutes(parts),
    ...channelRoutes(parts),
    ...importRoutes(parts),
  };
}
