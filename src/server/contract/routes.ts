import { createRoute, z } from '@hono/zod-openapi';
import { channelRoutes } from './channel-routes';
import { importRoutes } from './import-routes';
import { isNotePath } from './note-path';
import { bearer, body, idParameter, json, problem, refused } from './route-schemas';
import { streamRoutes } from './stream-routes';
import { wireChatChange, wireChatState, wireContextField } from './wire-chat';
import {
  wireDeliveryReport,
  wireGenerationAnswer,
  wireGenerationRequest,
  wirePreviewAnswer,
  wirePreviewRequest,
  wireTrace,
  wireTraceHead,
} from './wire-generation';
import {
  wireEntryDetail,
  wireEntryNames,
  wireEntryPage,
  wireHealthReport,
  wireSearchAnswer,
  wireSearchRequest,
} from './wire-lore';
import {
  wireHealth,
  wirePairRequest,
  wirePairStarted,
  wirePairState,
  wireRefreshed,
  wireSettings,
  wireStatus,
  wireWaitingPairing,
  type Scope,
} from './wire-server';

const page = {
  offset: z.coerce.number<string>().int().min(0).default(0),
  limit: z.coerce.number<string>().int().min(1).max(1_000).default(100),
};
const flag = z.enum(['true', 'false']).optional();

/** Every route of the REST interface. Server, typed client and OpenAPI document are made from this table. */
export const routes = {
  health: createRoute({
    method: 'get',
    path: '/health',
    summary: 'Whether this is Lorehearth, and which vault it serves',
    responses: { 200: json(wireHealth, 'The server answers.') },
  }),
  startPairing: createRoute({
    method: 'post',
    path: '/v1/pair',
    summary: 'Start pairing; the user compares the code and approves it in the host',
    request: body(wirePairRequest),
    responses: {
      201: json(wirePairStarted, 'Waiting for the user.'),
      400: refused[400],
      429: problem('Too many pairings are open.'),
    },
  }),
  pairingState: createRoute({
    method: 'get',
    path: '/v1/pair/{id}',
    summary: 'How a pairing stands; an approved one hands out its token once',
    request: { params: idParameter },
    responses: { 200: json(wirePairState, 'The state.'), 404: problem('There is no such pairing.') },
  }),
  waitingPairings: createRoute({
    method: 'get',
    path: '/v1/pairings',
    summary: 'Pairings that wait for approval',
    security: bearer,
    responses: {
      200: json(z.object({ items: z.array(wireWaitingPairing).readonly() }), 'Waiting pairings.'),
      ...refused,
    },
  }),
  decidePairing: createRoute({
    method: 'post',
    path: '/v1/pairings/{code}',
    summary: 'Approve or deny the pairing that shows this code',
    security: bearer,
    request: {
      params: z.object({ code: z.string().regex(/^\d{6}$/) }),
      ...body(z.object({ decision: z.enum(['approve', 'deny']) })),
    },
    responses: {
      200: json(wireWaitingPairing, 'Decided.'),
      ...refused,
      404: problem('No pairing with this code waits.'),
    },
  }),
  status: createRoute({
    method: 'get',
    path: '/v1/status',
    summary: 'State of index, tokenizer, clients and the last turn',
    security: bearer,
    responses: { 200: json(wireStatus, 'The state.'), ...refused },
  }),
  refresh: createRoute({
    method: 'post',
    path: '/v1/refresh',
    summary: 'Read the whole vault again, and answer when that is done',
    security: bearer,
    responses: { 200: json(wireRefreshed, 'What the vault holds now.'), ...refused },
  }),
  generate: createRoute({
    method: 'post',
    path: '/v1/generations',
    summary: 'Choose the lore for one reply',
    security: bearer,
    request: body(wireGenerationRequest),
    responses: {
      200: json(wireGenerationAnswer, 'The lore, its places and what to store on the reply.'),
      ...refused,
      413: problem('The body is too large.'),
    },
  }),
  prepare: createRoute({
    method: 'post',
    path: '/v1/prepare',
    summary: 'Ask the AI for the likely next turn already, where the settings want that; nothing is recorded',
    security: bearer,
    request: body(wireGenerationRequest),
    responses: { 202: json(z.object({ preparing: z.boolean() }), 'Whether it is asked.'), ...refused },
  }),
  generations: createRoute({
    method: 'get',
    path: '/v1/generations',
    summary: 'Recorded turns, newest first',
    security: bearer,
    request: { query: z.object({ chat: z.string().optional(), limit: page.limit }) },
    responses: { 200: json(z.object({ items: z.array(wireTraceHead).readonly() }), 'The turns.'), ...refused },
  }),
  generation: createRoute({
    method: 'get',
    path: '/v1/generations/{id}',
    summary: 'The full trace of a turn',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: json(wireTrace, 'The trace.'), ...refused, 404: problem('No such generation is kept.') },
  }),
  reportDelivery: createRoute({
    method: 'post',
    path: '/v1/generations/{id}/delivery',
    summary: 'Say which injections of a turn reached the model; a later report replaces an earlier one',
    security: bearer,
    request: { params: idParameter, ...body(wireDeliveryReport) },
    responses: {
      200: json(wireDeliveryReport, 'The report as it is kept with the trace.'),
      ...refused,
      400: refused[400],
      404: problem('No such generation is kept.'),
    },
  }),
  preview: createRoute({
    method: 'post',
    path: '/v1/preview',
    summary: 'What a generation would get; nothing is recorded',
    security: bearer,
    request: body(wirePreviewRequest),
    responses: { 200: json(wirePreviewAnswer, 'Answer and trace.'), ...refused },
  }),
  entries: createRoute({
    method: 'get',
    path: '/v1/entries',
    summary: 'Entries of the index; `path` finds one by its path',
    security: bearer,
    request: {
      query: z.object({
        path: z.string().refine(isNotePath, { error: 'Not the path of a note inside the vault.' }).optional(),
        text: z.string().optional(),
        tag: z.string().optional(),
        folder: z.string().optional(),
        type: z.string().optional(),
        problems: flag,
        ...page,
      }),
    },
    responses: { 200: json(wireEntryPage, 'A page of entries.'), ...refused },
  }),
  entryNames: createRoute({
    method: 'get',
    path: '/v1/entry-names',
    summary: 'What entries are called; `name` gives those that a name means, several where it is ambiguous',
    security: bearer,
    request: {
      query: z.object({
        name: z.string().min(1).max(1_000).optional(),
        offset: page.offset,
        limit: z.coerce.number<string>().int().min(1).max(5_000).default(1_000),
      }),
    },
    responses: { 200: json(wireEntryNames, 'A page of names.'), ...refused },
  }),
  entry: createRoute({
    method: 'get',
    path: '/v1/entries/{id}',
    summary: 'One entry with its text',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: json(wireEntryDetail, 'The entry.'), ...refused, 404: problem('No such entry.') },
  }),
  search: createRoute({
    method: 'post',
    path: '/v1/search',
    summary: 'Full-text search over entries',
    security: bearer,
    request: body(wireSearchRequest),
    responses: { 200: json(wireSearchAnswer, 'Hits, best first.'), ...refused },
  }),
  healthReport: createRoute({
    method: 'get',
    path: '/v1/health-report',
    summary: 'Problems of notes, and notes that are not used with the reason',
    security: bearer,
    responses: { 200: json(wireHealthReport, 'The report.'), ...refused },
  }),
  chats: createRoute({
    method: 'get',
    path: '/v1/chats',
    summary: 'Chats for which something was decided, newest change first',
    security: bearer,
    request: { query: z.object(page) },
    responses: {
      200: json(
        z.object({ items: z.array(wireChatState).readonly(), total: z.number(), offset: z.number() }),
        'The chats.',
      ),
      ...refused,
    },
  }),
  chat: createRoute({
    method: 'get',
    path: '/v1/chats/{id}',
    summary: 'What was decided for a chat; `parent` is the chat it was copied from',
    security: bearer,
    request: { params: idParameter, query: z.object({ parent: z.string().min(1).max(200).optional() }) },
    responses: { 200: json(wireChatState, 'The state.'), ...refused },
  }),
  changeChat: createRoute({
    method: 'patch',
    path: '/v1/chats/{id}',
    summary: 'Pin, block, attach books, set context fields and notebook of a chat',
    security: bearer,
    request: { params: idParameter, ...body(wireChatChange) },
    responses: { 200: json(wireChatState, 'The state after the change.'), ...refused },
  }),
  contextFields: createRoute({
    method: 'get',
    path: '/v1/context-fields',
    summary: 'The fields by which entries are gated on the situation of a chat',
    security: bearer,
    responses: { 200: json(z.object({ items: z.array(wireContextField).readonly() }), 'The fields.'), ...refused },
  }),
  settings: createRoute({
    method: 'get',
    path: '/v1/settings',
    summary: 'Settings and their table',
    security: bearer,
    responses: { 200: json(wireSettings, 'The settings.'), ...refused },
  }),
  changeSettings: createRoute({
    method: 'patch',
    path: '/v1/settings',
    summary: 'Change settings; one wrong value refuses the whole change',
    security: bearer,
    request: body(z.record(z.string(), z.unknown())),
    // Written out, since a spread makes numbers of statuses into texts, and then handlers and clients do not know them.
    responses: { 200: json(wireSettings, 'The settings after the change.'), ...refused, 400: refused[400] },
  }),
  ...streamRoutes,
  ...channelRoutes,
  ...importRoutes,
};

/** The scope a route needs; routes that are not named are open to everyone. */
export const routeScopes: Readonly<Partial<Record<keyof typeof routes, Scope>>> = {
  waitingPairings: 'admin',
  decidePairing: 'admin',
  status: 'read',
  refresh: 'write',
  generate: 'generate',
  generations: 'read',
  generation: 'read',
  reportDelivery: 'generate',
  preview: 'read',
  entries: 'read',
  entryNames: 'read',
  entry: 'read',
  search: 'read',
  healthReport: 'read',
  chats: 'read',
  chat: 'read',
  changeChat: 'write',
  contextFields: 'read',
  settings: 'admin',
  changeSettings: 'admin',
  stream: 'generate',
  relayResult: 'generate',
  prepare: 'generate',
  channels: 'admin',
  changeChannels: 'admin',
  testChannel: 'admin',
  keepKey: 'admin',
  connectionModels: 'admin',
  resetConnection: 'admin',
  import: 'write',
  imports: 'read',
  undoImport: 'write',
  export: 'read',
};
