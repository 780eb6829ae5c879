import { createRoute, z } from '@hono/zod-openapi';
import { bearer, body, json, refused } from './route-schemas';
import { wireHealth, wireRefreshed, wireSettings, wireSettingsCheck, wireStatus } from './wire-server';

/** Routes of the server itself: whether it is there, how it stands, its settings. */
export const serverRoutes = {
  health: createRoute({
    method: 'get',
    path: '/health',
    summary: 'Whether this is Lorehearth, and which vault it serves',
    responses: { 200: json(wireHealth, 'The server answers.') },
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
  checkSettings: createRoute({
    method: 'post',
    path: '/v1/settings/check',
    summary: 'What changing settings would say of each of them; nothing is changed',
    security: bearer,
    request: body(z.record(z.string(), z.unknown())),
    responses: { 200: json(wireSettingsCheck, 'What is wrong, and what would differ.'), ...refused },
  }),
};
