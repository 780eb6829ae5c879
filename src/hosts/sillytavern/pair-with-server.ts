import { clientFor, type Fetch } from './find-server';

/** A code that waits for the user's approval on the other side. */
export interface PairingCode {
  readonly code: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** How a pairing ended. */
export type PairingEnd =
  | { readonly kind: 'approved'; readonly token: string }
  | { readonly kind: 'denied' }
  | { readonly kind: 'expired' }
  /** The server has too many open pairings. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'cancelled' };

/** What a pairing needs. */
export interface PairingRequest {
  readonly base: string;
  /** The name the user will see on the other side. */
  readonly client: string;
  readonly fetch: Fetch;
  /** Ends the pairing from this side. */
  readonly signal: AbortSignal;
  readonly showCode: (code: PairingCode) => void;
}

const pollMs = 1_000;

/** Starts a pairing, shows its code and waits until the user has decided. Never rejects. */
export async function pairWithServer({ base, client, fetch, signal, showCode }: PairingRequest): Promise<PairingEnd> {
  const server = clientFor(base, '', fetch);
  try {
    const started = await server.v1.pair.$post({ json: { client } }, { init: { signal } });
    if (started.status !== 201) return { kind: started.status === 429 ? 'busy' : 'unreachable' };
    const { id, code, expiresAt } = await started.json();
    showCode({ code, expiresAt });
    return await decision(id, server, signal);
  } catch {
    return { kind: signal.aborted ? 'cancelled' : 'unreachable' };
  }
}

async function decision(id: string, server: ReturnType<typeof clientFor>, signal: AbortSignal): Promise<PairingEnd> {
  for (;;) {
    await pause(pollMs, signal);
    const response = await server.v1.pair[':id'].$get({ param: { id } }, { init: { signal } });
    if (response.status === 404) return { kind: 'expired' };
    const state = await response.json();
    if (state.state === 'approved') return { kind: 'approved', token: state.token };
    if (state.state !== 'pending') return { kind: state.state };
  }
}

/** Rejects at once when the signal fires. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    const abort = (): void => {
      clearTimeout(timer);
      reject(new Error('The pairing was cancelled.'));
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  });
}
