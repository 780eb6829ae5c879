import { ModelError, type ModelErrorKind } from '../../core/ai/model-error';
import type { Clock } from '../../core/ports/clock';
import { readRetryAfter } from './retry-after';

/** Who is asked, for sentences; nothing of it is secret. */
export interface AskedProvider {
  readonly host: string;
  readonly model: string;
  readonly clock: Clock;
}

/** An answer of a provider that says no. */
export interface RefusedRequest {
  /** HTTP status, 400–599. */
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** The providers' own words for a failure: letters and underscores, so that neither keys nor texts pass. */
const CODE = /"(?:code|type|status)"\s*:\s*"([A-Za-z][A-Za-z_]{2,48})"/g;

/** What a refusal means. The provider's sentence is left out: it may repeat the key or the prompt. */
export function readRefusal(refused: RefusedRequest, asked: AskedProvider): ModelError {
  const { headers, body } = refused;
  // Google answers 400 for a wrong key.
  const status =
    refused.status === 400 && body.includes('API_KEY_INVALID') ? 401 : isTooLong(refused) ? 413 : refused.status;
  const retryAfter = readRetryAfter(headers, body, asked.clock);
  return new ModelError(kindOf(status), `${sentence(status, asked)} (${words(refused)})`, {
    status: refused.status,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

/** The words of providers for a request that is longer than the model's context; most say it with 400. */
const TOO_LONG =
  /context[_ ](?:length|size|window)|maximum context|prompt is too long|exceeds? the (?:maximum number of tokens|available context)/i;

function isTooLong({ status, body }: RefusedRequest): boolean {
  return (status === 400 || status === 422) && TOO_LONG.test(body.slice(0, 10_000));
}

function kindOf(status: number): ModelErrorKind {
  if (status === 401 || status === 403) return 'auth';
  if (status === 429) return 'rate-limit';
  return status >= 500 || status === 408 ? 'server' : 'request';
}

function sentence(status: number, { host, model }: AskedProvider): string {
  switch (status) {
    case 401:
      return `${host} does not accept the key. Check the key of this connection.`;
    case 402:
      return `The account at ${host} has no credit left. Check the account.`;
    case 403:
      return `The key may not use the model "${model}" at ${host}. Check the rights of the key.`;
    case 404:
      return `${host} does not know the model "${model}", or the address is wrong. Check both.`;
    case 413:
      return `The request is too large for ${host}. Send fewer entries or messages.`;
    case 429:
      return `${host} takes no more requests for now, or the quota is used up. Wait, or check the account.`;
    default:
      return status >= 500 || status === 408
        ? `${host} has a failure or is overloaded. Try again later.`
        : `${host} does not take the request. Check the model and the settings of this connection.`;
  }
}

function words({ status, body }: RefusedRequest): string {
  const codes = [...body.slice(0, 10_000).matchAll(CODE)]
    .map((match) => match[1] ?? '')
    .filter((code) => code !== 'error');
  return [status, ...new Set(codes)].slice(0, 3).join(', ');
}
