import { OpenAPIHono } from '@hono/zod-openapi';
import type { Env, Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { limitBody } from './body-limit';
import { ClientReports } from './client-reports';
import type { AppEnv, NetworkConnection } from './connection';
import { serveConsole } from './console-files';
import { mount, type Handlers } from './contract/api';
import { routes, routeScopes } from './contract/routes';
import { noHost, type HostFacts } from './doctor/host-facts';
import { answerError, answerInvalid, answerWrongMethod, nothingEscapes } from './error-answers';
import { bearerGuard, scopeGuard } from './guards/bearer-guard';
import { bodyGuard } from './guards/body-guard';
import { hostGuard } from './guards/host-guard';
import { intakeGuard } from './guards/intake-guard';
import { originGuard } from './guards/origin-guard';
import { securityHeaders } from './guards/security-headers';
import { sendProblem } from './http-problem';
import { isOpenPath, isPathForAnyPage } from './open-paths';
import { serveOpenApi } from './openapi-document';
import { pageOrigin } from './page-origin';
import { RefusedOrigins } from './refused-origins';
import { analyticsRoutes } from './routes/analytics-routes';
import { channelRoutes } from './routes/channel-routes';
import { chatRoutes } from './routes/chat-routes';
import { clientRoutes } from './routes/client-routes';
import { doctorRoutes } from './routes/doctor-routes';
import { editRoutes } from './routes/edit-routes';
import { gapRoutes } from './routes/gap-routes';
import { generationRoutes } from './routes/generation-routes';
import { healthRoutes } from './routes/health-routes';
import { graphRoutes } from './routes/graph-routes';
import { growthRoutes } from './routes/growth-routes';
import { importRoutes } from './routes/import-routes';
import { labRoutes } from './routes/lab-routes';
import { librarianRoutes } from './routes/librarian-routes';
import { loreRoutes } from './routes/lore-routes';
import { noteRoutes } from './routes/note-routes';
import { pairingRoutes } from './routes/pairing-routes';
import type { RouteParts } from './routes/route-parts';
import { scribeRoutes } from './routes/scribe-routes';
import { serverRoutes } from './routes/server-routes';
import { streamRoutes } from './routes/stream-routes';
import { toolRoutes } from './routes/tool-routes';
import { transcriptRoutes } from './routes/transcript-routes';
import { vaultRoutes } from './routes/vault-routes';
import { watchRoutes } from './routes/watch-routes';
import { serveTunnel } from './tunnel';
import { WrongTokens } from './wrong-tokens';

/** Parts of routes that the app makes itself. */
type OwnPart = 'reports' | 'refusedOrigins' | 'host' | 'hasConsole' | 'isAllowed';

/** What the app is made of. */
export interface AppParts extends Omit<RouteParts, OwnPart> {
  /** What the program around the server knows, for the doctor; nothing without it. */
  readonly host?: HostFacts;
  /** Files of the web console by name; empty for none. */
  readonly consoleFiles: Readonly<Record<string, string>>;
  /** Host names that are allowed besides those of the settings, e.g. of the command line. */
  readonly hosts?: readonly string[];
  /** Origins that are allowed besides those of the settings and of paired clients. */
  readonly origins?: readonly string[];
}

interface AllParts extends RouteParts, Pick<AppParts, 'consoleFiles' | 'hosts'> {
  /** Origins that may ask, besides SillyTavern's usual ones. */
  readonly listed: () => readonly string[];
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
export function createApp(given: AppParts): App {
  const parts = withOwnParts(given);
  const app = new OpenAPIHono<Env>({ defaultHook: answerInvalid });
  addGuards(app, parts);
  addScopes(app);
  mount(app, allHandlers(parts));
  serveTunnel(app, (request, connection) => call(request, connection));
  serveOpenApi(app, parts.version);
  if (parts.hasConsole) serveConsole(app, parts.consoleFiles, () => parts.access.origins());
  app.notFound((context) => sendProblem(context, 'not_found', 'There is nothing at this address.'));
  app.onError((error, context) => answerError(error, context, parts.log));
  const call = async (request: Request, connection: AppEnv['Bindings']['connection']): Promise<Response> =>
    app.fetch(request, { connection });
  return {
    fetch: call,
    inProcess: (input, init) => call(new Request(input, init), { kind: 'in-process' }),
  };
}

function withOwnParts(parts: AppParts): AllParts {
  const { engine, access, clock, origins = [], host = noHost, consoleFiles } = parts;
  const listed = (): readonly string[] => [...origins, ...engine.settings().origins, ...access.origins()];
  return {
    ...parts,
    host,
    listed,
    reports: new ClientReports(clock),
    refusedOrigins: new RefusedOrigins(clock),
    hasConsole: Object.keys(consoleFiles).length > 0,
    isAllowed: (origin) => pageOrigin(origin, '', listed()).kind === 'listed',
  };
}

function addGuards(app: OpenAPIHono, parts: AllParts): void {
  const { engine, access, clock, listed, refusedOrigins, hosts = [] } = parts;
  app.use(
    securityHeaders,
    hostGuard(() => [...hosts, ...engine.settings().hosts]),
    originGuard({
      listed,
      isOpenToAll: isPathForAnyPage,
      onRefused: (origin) => refusedOrigins.note(origin),
    }),
    intakeGuard,
    bearerGuard({ access, wrongTokens: new WrongTokens(clock), isOpen: isOpenPath }),
    limitBody,
    bodyGuard,
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
    ...healthRoutes(parts),
    ...labRoutes(parts),
    ...chatRoutes(parts),
    ...streamRoutes(parts),
    ...channelRoutes(parts),
    ...importRoutes(parts),
    ...librarianRoutes(parts),
    ...watchRoutes(parts),
    ...analyticsRoutes(parts),
    ...graphRoutes(parts),
    ...scribeRoutes(parts),
    ...growthRoutes(parts),
    ...editRoutes(parts),
    ...clientRoutes(parts),
    ...doctorRoutes(parts),
    ...gapRoutes(parts),
    ...toolRoutes(parts),
    ...transcriptRoutes(parts),
    ...vaultRoutes(parts),
    ...noteRoutes(parts),
  };
}
