/** What a request to a provider is made of. */
export interface ModelFetchInit {
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/**
 * How a host reaches a provider; `fetch` is one. Errors: rejects when no answer comes, also when the signal is aborted;
 * an answer with any status is no error.
 */
export type ModelFetch = (url: string, init: ModelFetchInit) => Promise<Response>;
