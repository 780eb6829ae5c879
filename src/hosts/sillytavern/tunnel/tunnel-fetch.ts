import type { Fetch } from '../find-server';
import { countOf, listOf, objectOf, textOf } from '../json-value';
import type { ReadContext } from '../tavern-context';

/** Answers with these have no body, and may have none. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Sends requests by way of SillyTavern's server: its back end for custom providers of chat completion posts to
 * Lorehearth, whose answer comes back as what a model would say. Lorehearth has to run on SillyTavern's computer.
 * Rejects as `fetch` does when nobody answers there.
 */
export function tunnelFetch(context: ReadContext): Fetch {
  return async (input, init = {}) => {
    const signal = init.signal ?? null;
    signal?.throwIfAborted();
    const service = context().ChatCompletionService;
    if (service === undefined) throw new TypeError('This SillyTavern cannot carry requests.');
    const request = wrapped(new URL(input instanceof Request ? input.url : input), init);
    const carried = service.processRequest(request, {}, false, signal).then(unwrapped, (error: unknown) => {
      throw new TypeError('SillyTavern could not carry the request.', { cause: error });
    });
    return signal === null ? carried : unlessAborted(carried, signal);
  };
}

function wrapped(url: URL, { method = 'GET', headers, body }: RequestInit): Readonly<Record<string, unknown>> {
  const inner = {
    lorehearth: 1,
    method,
    path: `${url.pathname}${url.search}`,
    ...(typeof body === 'string' && { body: JSON.parse(body) as unknown }),
  };
  // Without a header of ours SillyTavern would send the key of its provider. JSON is YAML too, whatever the token holds.
  const authorization = new Headers(headers).get('authorization') ?? '';
  return {
    chat_completion_source: 'custom',
    custom_url: `${url.origin}/v1`,
    custom_include_headers: JSON.stringify({ Authorization: authorization }),
    model: 'lorehearth',
    max_tokens: 1,
    stream: false,
    messages: [{ role: 'user', content: JSON.stringify(inner) }],
  };
}

function unwrapped(answer: unknown): Response {
  const choice = objectOf(listOf(objectOf(answer)?.['choices'])[0]);
  const said = textOf(objectOf(choice?.['message'])?.['content']);
  const content = said === undefined ? undefined : objectOf(parsed(said));
  const status = countOf(content?.['status']);
  if (content === undefined || status === undefined || status < 200 || status > 599) {
    throw new TypeError('Something else than Lorehearth answers there.');
  }
  return new Response(bodiless.has(status) ? null : (textOf(content['body']) ?? ''), {
    status,
    headers: { 'content-type': textOf(content['type']) ?? '' },
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Older versions of SillyTavern do not listen to the signal. */
function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new DOMException('The request was aborted.', 'AbortError'));
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
