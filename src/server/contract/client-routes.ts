import { createRoute, z } from '@hono/zod-openapi';
import { bearer, body, idParameter, json, problem, refused } from './route-schemas';
import { wireClient, wireClientChange, wireClients, wireGranted, wireNewClient, wireOwnReport } from './wire-clients';

const unknown = problem('There is no such client.');
const fixed = problem('The client was given for this run only, and the sentence says what to do.');

/** Routes of the programs that may use the server. */
export const clientRoutes = {
  clients: createRoute({
    method: 'get',
    path: '/v1/clients',
    summary: 'Programs that may use the server, oldest first',
    security: bearer,
    responses: { 200: json(wireClients, 'The clients.'), ...refused },
  }),
  addClient: createRoute({
    method: 'post',
    path: '/v1/clients',
    summary: 'Make a token by hand; the answer is the only place where it is seen',
    security: bearer,
    request: body(wireNewClient),
    responses: { 200: json(wireGranted, 'The client and its token.'), ...refused },
  }),
  renameClient: createRoute({
    method: 'patch',
    path: '/v1/clients/{id}',
    summary: 'Give a client another name',
    security: bearer,
    request: { params: idParameter, ...body(wireClientChange) },
    responses: { 200: json(wireClient, 'The client.'), ...refused, 404: unknown, 409: fixed },
  }),
  revokeClient: createRoute({
    method: 'delete',
    path: '/v1/clients/{id}',
    summary: 'Take the access of a client away, at once',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: json(wireClient, 'The client that was.'), ...refused, 404: unknown, 409: fixed },
  }),
  reportClient: createRoute({
    method: 'put',
    path: '/v1/client-report',
    summary: 'Say of which version the asking client is, and the program that it runs in',
    security: bearer,
    request: body(wireOwnReport),
    responses: {
      200: json(z.object({ version: z.string() }), 'Noted; the version is that of the server.'),
      ...refused,
    },
  }),
};
