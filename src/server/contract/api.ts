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
    .openapi(routes.refresh, handlers.refresh)
    .openapi(routes.generate, handlers.generate)
    .openapi(routes.generations, handlers.generations)
    .openapi(routes.generation, handlers.generation)
    .openapi(routes.reportDelivery, handlers.reportDelivery)
    .openapi(routes.preview, handlers.preview)
    .openapi(routes.entries, handlers.entries)
    .openapi(routes.entryNames, handlers.entryNames)
    .openapi(routes.entry, handlers.entry)
    .openapi(routes.search, handlers.search)
    .openapi(routes.healthReport, handlers.healthReport)
    .openapi(routes.chats, handlers.chats)
    .openapi(routes.chat, handlers.chat)
    .openapi(routes.changeChat, handlers.changeChat)
    .openapi(routes.contextFields, handlers.contextFields)
    .openapi(routes.settings, handlers.settings)
    .openapi(routes.changeSettings, handlers.changeSettings)
    .openapi(routes.stream, handlers.stream)
    .openapi(routes.relayResult, handlers.relayResult)
    .openapi(routes.prepare, handlers.prepare)
    .openapi(routes.channels, handlers.channels)
    .openapi(routes.changeChannels, handlers.changeChannels)
    .openapi(routes.testChannel, handlers.testChannel)
    .openapi(routes.keepKey, handlers.keepKey)
    .openapi(routes.connectionModels, handlers.connectionModels)
    .openapi(routes.resetConnection, handlers.resetConnection)
    .openapi(routes.import, handlers.import)
    .openapi(routes.imports, handlers.imports)
    .openapi(routes.undoImport, handlers.undoImport)
    .openapi(routes.export, handlers.export);

/** The type of the whole interface, for `hc`. */
export type Api = ReturnType<typeof mount>;
