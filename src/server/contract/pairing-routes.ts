import { createRoute, z } from '@hono/zod-openapi';
import { bearer, body, idParameter, json, problem, refused } from './route-schemas';
import { wirePairRequest, wirePairStarted, wirePairState, wireWaitingPairing } from './wire-server';

/** Routes by which clients get their tokens. */
export const pairingRoutes = {
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
};
