import { RefusedReply, type Failure } from './failure';

/** How a request ended. */
export type Asked<Answer> =
  | { readonly kind: 'answer'; readonly value: Answer }
  | { readonly kind: 'failure'; readonly failure: Failure }
  /** Nobody waits for it any more. */
  | { readonly kind: 'dropped' };

/** Sends one request and turns every way in which the world can fail into a value. `send` throws `RefusedReply` for a bad reply. */
export async function ask<Answer>(
  send: (signal: AbortSignal) => Promise<Answer>,
  signal: AbortSignal,
): Promise<Asked<Answer>> {
  try {
    const value = await send(signal);
    return signal.aborted ? { kind: 'dropped' } : { kind: 'answer', value };
  } catch (error) {
    if (signal.aborted) return { kind: 'dropped' };
    return { kind: 'failure', failure: failureOf(error) };
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof RefusedReply) return error.failure;
  if (error instanceof SyntaxError) return { kind: 'unreadable' };
  // What fetch rejects with when there is no connection; browsers give it no better name.
  if (error instanceof TypeError) return { kind: 'offline' };
  throw error;
}
