import type { OpenAPIHono, RouteHandler } from '@hono/zod-openapi';
import { routes } from './routes';

type Routes = typeof routes;

/** One handler for each route of the table. */
export type Handlers = { readonly [Name in keyof Routes]: RouteHandler<Routes[Name]> };

/** Joins the routes to their handlers; the result's type is all that a typed client needs. */
export const mount = (app: OpenAPIHono, handlers: Handlers) =>
  app
    .openapi(routes.health, handlers.health)
    .openapi(routes.startPairing, handlers.startPairing)
    .openapi(routes.pairingState, handlers.pairingState)
    .openapi(routes.waitingPairings, handlers.waitingPairings)
    .openapi(routes.decidePairing, handlers.decidePairing)
    .openapi(routes.status, handlers.status)
    .openapi(routes.generate, handlers.generate)
    .openapi(routes.generations, handlers.generations)
    .openapi(routes.generation, handlers.generation)
    .openapi(routes.preview, handlers.preview)
    .openapi(routes.entries, handlers.entries)
    .openapi(routes.entry, handlers.entry)
    .openapi(routes.search, handlers.search)
    .openapi(routes.healthReport, handlers.healthReport)
    .openapi(routes.chats, handlers.chats)
    .openapi(routes.chat, handlers.chat)
    .openapi(routes.changeChat, handlers.changeChat)
    .openapi(routes.contextFields, handlers.contextFields)
    .openapi(routes.settings, handlers.settings)
    .openapi(routes.changeSettings, handlers.changeSettings);

/** The type of the whole interface, for `hc`. */
export type Api = ReturnType<typeof mount>;
