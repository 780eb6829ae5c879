import { hc } from 'hono/client';
import type { Api } from './contract/api';

/** How a client reaches the server: in process (`app.request`) or over HTTP. */
export interface ClientOptions {
  readonly fetch: (input: RequestInfo | URL, init?: RequestInit) => Response | Promise<Response>;
  /** Address of the server without a path, e.g. `http://127.0.0.1:27673`. */
  readonly base: string;
  /** Read for every request, so that a token that comes later is used. Empty for none. */
  readonly token: () => string;
}

/** The typed client that panels and the bridge talk through. */
export const createClient = ({ fetch, base, token }: ClientOptions) =>
  hc<Api>(base, {
    fetch,
    headers: (): Record<string, string> => (token() === '' ? {} : { authorization: `Bearer ${token()}` }),
  });

export type LorehearthClient = ReturnType<typeof createClient>;
