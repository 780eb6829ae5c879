import { ModelError } from '../../core/ai/model-error';
import type { ModelFetch } from './model-fetch';

/** What a provider's package gets to fetch with. */
export type ProviderFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** How requests are sent. */
export interface ProviderFetchParts {
  readonly fetch: ModelFetch;
  readonly host: string;
  /** Changes the body of a request before it is sent. */
  readonly amend?: (body: string) => string;
}

/** An answer of a provider that is longer is not read to its end. In bytes. */
export const LARGEST_ANSWER = 32 * 1024 * 1024;

/**
 * Sends the requests of a provider's package through the host's fetch, and tells a broken connection from everything
 * else: fetching, and reading what came, fail with `ModelError`.
 */
export function providerFetch({ fetch, host, amend = (body) => body }: ProviderFetchParts): ProviderFetch {
  return async (input, init = {}) => {
    const signal = init.signal ?? new AbortController().signal;
    const body = typeof init.body === 'string' ? amend(init.body) : undefined;
    const url = input instanceof Request ? input.url : input.toString();
    const method = init.method === 'POST' ? 'POST' : 'GET';
    const request = {
      method,
      headers: filledHeaders(init.headers),
      signal,
      ...(body === undefined ? {} : { body }),
    } as const;
    const response = await fetch(url, request).catch((error: unknown) => {
      throw unreachable(host, error);
    });
    return response.body === null ? response : withWatchedBody(response, response.body, host);
  };
}

/** A missing key leaves an empty header behind, which some servers refuse. */
function filledHeaders(headers: HeadersInit | undefined): Record<string, string> {
  return Object.fromEntries([...new Headers(headers)].filter(([, value]) => value !== ''));
}

function unreachable(host: string, error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  const code = codeOf(error);
  return new ModelError(
    'network',
    `There is no connection to ${host}${code}. Check the address, and that the server is running.`,
  );
}

/** The system's word for what happened, such as ECONNREFUSED, where it is known. */
function codeOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code: unknown = 'code' in cause ? cause.code : undefined;
    if (typeof code === 'string' && /^[A-Z][A-Z_]+$/.test(code)) return ` (${code})`;
  }
  return '';
}

function withWatchedBody(response: Response, body: ReadableStream<Uint8Array>, host: string): Response {
  const { status, statusText, headers } = response;
  return new Response(watched(body, host), { status, statusText, headers });
}

function watched(body: ReadableStream<Uint8Array>, host: string): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let size = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read().catch(() => {
        throw new ModelError('network', `The connection to ${host} broke before the answer was complete. Try again.`);
      });
      if (done) {
        controller.close();
        return;
      }
      size += value.byteLength;
      if (size <= LARGEST_ANSWER) controller.enqueue(value);
      else await refuse(reader, host);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

async function refuse(reader: ReadableStreamDefaultReader<Uint8Array>, host: string): Promise<never> {
  await reader.cancel().catch(() => undefined);
  throw new ModelError('unusable', `The answer of ${host} is too large. Lower the limit of tokens.`);
}
