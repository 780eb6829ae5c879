import { createRoute, z } from '@hono/zod-openapi';
import { isNotePath } from './note-path';
import { wireChatChange, wireChatState, wireContextField } from './wire-chat';
import {
  wireGenerationAnswer,
  wireGenerationRequest,
  wirePreviewAnswer,
  wirePreviewRequest,
  wireTrace,
  wireTraceHead,
} from './wire-generation';
import { wireEntryDetail, wireEntryPage, wireHealthReport, wireSearchAnswer, wireSearchRequest } from './wire-lore';
import {
  wireHealth,
  wireHttpProblem,
  wirePairRequest,
  wirePairStarted,
  wirePairState,
  wireSettings,
  wireStatus,
  wireWaitingPairing,
  type Scope,
} from './wire-server';

const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});

const body = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: true as const, content: { 'application/json': { schema } } },
});

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: wireHttpProblem } },
});

// Not `as const`: spreading read-only properties turns the status numbers into texts, and clients lose the types of refusals.
const refused = {
  400: problem('The request is malformed; `fields` names every bad field.'),
  401: problem('The token is missing or not accepted.'),
  403: problem('The token does not allow this, or the page’s origin is not allowed.'),
};

const idParameter = z.object({ id: z.string().min(1).max(200) });
const bearer = [{ bearer: [] as string[] }];
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
    summary: 'What was decided for a chat',
    security: bearer,
    request: { params: idParameter },
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
};

/** The scope a route needs; routes that are not named are open to everyone. */
export const routeScopes: Readonly<Partial<Record<keyof typeof routes, Scope>>> = {
  waitingPairings: 'admin',
  decidePairing: 'admin',
  status: 'read',
  generate: 'generate',
  generations: 'read',
  generation: 'read',
  preview: 'read',
  entries: 'read',
  entry: 'read',
  search: 'read',
  healthReport: 'read',
  chats: 'read',
  chat: 'read',
  changeChat: 'write',
  contextFields: 'read',
  settings: 'admin',
  changeSettings: 'admin',
};
