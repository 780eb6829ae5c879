import type { Handlers } from '../contract/api';
import { sendProblem } from '../http-problem';
import type { RouteParts } from './route-parts';

type PairingHandlers = Pick<Handlers, 'startPairing' | 'pairingState' | 'waitingPairings' | 'decidePairing'>;

/** Pairing, from both sides. */
export function pairingRoutes({ pairing }: RouteParts): PairingHandlers {
  return {
    startPairing: (context) => {
      const page = context.get('page');
      const origin = page.kind === 'listed' || page.kind === 'unlisted' ? page.origin : undefined;
      const start = pairing.start(context.req.valid('json').client, origin);
      if (start.kind === 'started') {
        const { id, code, expiresAt } = start.pairing;
        return context.json({ id, code, expiresAt }, 201);
      }
      return sendProblem(context, 'too_many_pairings', 'Approve or deny the open pairings, or wait two minutes.', {
        headers: { 'Retry-After': String(Math.max(1, Math.ceil(start.waitMs / 1_000))) },
      });
    },

    pairingState: async (context) => {
      const state = await pairing.collect(context.req.valid('param').id);
      if (state === undefined) return sendProblem(context, 'not_found', 'There is no such pairing.');
      return context.json(state, 200);
    },

    waitingPairings: (context) => context.json({ items: pairing.waiting() }, 200),

    decidePairing: (context) => {
      const { code } = context.req.valid('param');
      const { decision } = context.req.valid('json');
      const decided = decision === 'approve' ? pairing.approve(code) : pairing.deny(code);
      if (decided === undefined) return sendProblem(context, 'not_found', 'No pairing with this code waits.');
      return context.json(decided, 200);
    },
  };
}
