import { requestUrl } from 'obsidian';

/** A request as far as the app can send one. */
interface SentRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

type Fetch = (url: string, init: SentRequest) => Promise<Response>;

/** Statuses whose answers have no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Fetches through the app's window and, where a server does not allow that to a web page, through the app itself, which
 * asks without a page's limits but gives an answer only when it is complete. That is remembered for the server until the
 * app is closed. Errors: as with `fetch`, which cannot tell a forbidden page from a server that is not there: then the
 * app's own attempt has the last word.
 */
export function createRequestUrlFetch(fetch: Fetch): Fetch {
  const closedToPages = new Set<string>();
  return async (url, init) => {
    const { origin } = new URL(url);
    if (closedToPages.has(origin)) return fetchThroughApp(url, init);
    try {
      return await fetch(url, init);
    } catch (error) {
      if (init.signal.aborted || !(error instanceof TypeError)) throw error;
      const response = await fetchThroughApp(url, init);
      closedToPages.add(origin);
      return response;
    }
  };
}

async function fetchThroughApp(url: string, { method, headers, body, signal }: SentRequest): Promise<Response> {
  const answer = await untilAborted(signal, () =>
    requestUrl({ url, method, headers, throw: false, ...(body === undefined ? {} : { body }) }),
  );
  const content = WITHOUT_BODY.has(answer.status) ? null : answer.arrayBuffer;
  return new Response(content, { status: answer.status, headers: answer.headers });
}

/** The app cannot cancel a request: its answer is not waited for. */
async function untilAborted<Result>(signal: AbortSignal, work: () => PromiseLike<Result>): Promise<Result> {
  signal.throwIfAborted();
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  signal.addEventListener('abort', stop, { once: true });
  const result = work();
  try {
    await Promise.race([stopped, result]);
    signal.throwIfAborted();
    return await result;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
