import { APICallError, UnsupportedFunctionalityError } from '@ai-sdk/provider';
import { ModelError } from '../../core/ai/model-error';
import { readRefusal, type AskedProvider } from './refused-request';

/** Statuses of errors that Anthropic names in the middle of a stream. */
const statusOfName: Readonly<Record<string, number>> = {
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  rate_limit_error: 429,
  invalid_request_error: 400,
  request_too_large: 413,
  overloaded_error: 529,
};

/**
 * What went wrong in a provider's package. Its own error is not kept: it holds the whole prompt, and answers of
 * providers repeat keys.
 */
export function readFailure(error: unknown, asked: AskedProvider): ModelError {
  const known = findModelError(error);
  if (known !== undefined) return known;
  if (APICallError.isInstance(error)) return readCallError(error, asked);
  if (UnsupportedFunctionalityError.isInstance(error)) {
    return new ModelError(
      'request',
      `${asked.host} does not take this kind of message. Check the type of the connection.`,
    );
  }
  const status = statusInStream(error);
  return status === undefined ? unreadable(asked) : readRefusal({ status, headers: new Headers(), body: '' }, asked);
}

/** Our own fetch has already said what is wrong with the connection. */
function findModelError(error: unknown): ModelError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof ModelError) return cause;
  return undefined;
}

function readCallError(error: APICallError, asked: AskedProvider): ModelError {
  const body = error.responseBody ?? '';
  const headers = new Headers(error.responseHeaders);
  const said = error.statusCode ?? 200;
  const status = said < 400 ? statusInBody(body) : said;
  return status === undefined ? unreadable(asked) : readRefusal({ status, headers, body }, asked);
}

/** OpenRouter and others say with 200 that something failed. */
function statusInBody(body: string): number | undefined {
  const error = errorIn(body.slice(0, 10_000));
  if (typeof error === 'string') return 500;
  if (typeof error !== 'object' || error === null) return undefined;
  const code = 'code' in error ? Number(error.code) : Number.NaN;
  return code >= 400 && code < 600 ? code : statusInStream(error);
}

function errorIn(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && 'error' in value ? value.error : undefined;
  } catch {
    return undefined;
  }
}

/** A provider that breaks off an answer sends an object or, by OpenAI's format, a sentence. */
function statusInStream(error: unknown): number | undefined {
  if (typeof error === 'string') return 500;
  if (typeof error !== 'object' || error === null || error instanceof Error) return undefined;
  const name: unknown = 'type' in error ? error.type : undefined;
  return (typeof name === 'string' ? statusOfName[name] : undefined) ?? 500;
}

function unreadable({ host }: AskedProvider): ModelError {
  return new ModelError(
    'unusable',
    `${host} gave an answer that cannot be read. Check the address and the type of the connection.`,
  );
}
