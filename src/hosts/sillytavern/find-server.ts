import { createClient, type LorehearthClient } from '../../server/client';
import type { WireStatus } from '../../server/contract/wire-server';
import { objectOf } from './json-value';

/** How this extension reaches the network. */
export type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/** What stands at an address for the holder of a token. */
export type ServerAt =
  /** The token is good. */
  | { readonly kind: 'open'; readonly base: string; readonly status: WireStatus }
  /** Lorehearth, and we have no token. */
  | { readonly kind: 'locked'; readonly base: string }
  /** The token is not accepted. */
  | { readonly kind: 'refused'; readonly base: string }
  /** The token may be good, but this page's own address is not allowed. */
  | { readonly kind: 'blocked'; readonly base: string }
  /** Nothing that answers in time, or another program. */
  | { readonly kind: 'absent'; readonly base: string };

/** How long one address may take to say who it is, in milliseconds. */
const probeMs = 1_500;

/** A client whose requests carry nothing of the page but their own token. */
export function clientFor(base: string, token: string, fetch: Fetch): LorehearthClient {
  const plain: Fetch = (input, init) => fetch(input, { ...init, cache: 'no-store', credentials: 'omit' });
  return createClient({ base, token: () => token, fetch: plain });
}

/** Asks all addresses at once and gives the best of them; the earlier one among equals. Never rejects. */
export async function findServer(
  addresses: readonly string[],
  token: string,
  fetch: Fetch,
  signal: AbortSignal,
  patienceMs = probeMs,
): Promise<ServerAt> {
  const found = await Promise.all(addresses.map((base) => serverAt(base, token, fetch, signal, patienceMs)));
  const best = (['open', 'blocked', 'refused', 'locked'] as const)
    .map((kind) => found.find((server) => server.kind === kind))
    .find((server) => server !== undefined);
  return best ?? { kind: 'absent', base: addresses[0] ?? '' };
}

/** Asks one address. Never rejects. */
async function serverAt(
  base: string,
  token: string,
  fetch: Fetch,
  signal: AbortSignal,
  patienceMs: number,
): Promise<ServerAt> {
  const limited = limitedSignal(signal, patienceMs);
  try {
    const client = clientFor(base, token, fetch);
    const health = await client.health.$get({}, { init: { signal: limited.signal } });
    const body: unknown = await health.json();
    if (objectOf(body)?.['name'] !== 'lorehearth') return { kind: 'absent', base };
    if (token === '') return { kind: 'locked', base };
    return await checkToken(base, client, limited.signal);
  } catch {
    return { kind: 'absent', base };
  } finally {
    limited.release();
  }
}

async function checkToken(base: string, client: LorehearthClient, signal: AbortSignal): Promise<ServerAt> {
  try {
    const response = await client.v1.status.$get({}, { init: { signal } });
    if (response.status === 200) return { kind: 'open', base, status: await response.json() };
    if (response.status === 401) return { kind: 'refused', base };
    return response.status === 403 ? { kind: 'blocked', base } : { kind: 'absent', base };
  } catch (error) {
    // A server that has just said who it is and now cannot be read: the browser keeps its answer from this page.
    if (!signal.aborted) return { kind: 'blocked', base };
    throw error;
  }
}

/** A signal that also fires after some time; release it when it is no longer needed. */
export function limitedSignal(
  outer: AbortSignal,
  milliseconds: number,
): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, milliseconds);
  if (outer.aborted) abort();
  outer.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    release: () => {
      clearTimeout(timer);
      outer.removeEventListener('abort', abort);
    },
  };
}
