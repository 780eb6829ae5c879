import type { ModelUsage } from './language-model';

/**
 * What went wrong with a model:
 * - `auth`: the key is missing, wrong, or not allowed to use this model (401, 403)
 * - `rate-limit`: too many requests or the quota is used up (429)
 * - `timeout`: no answer in the time that the channel allows
 * - `network`: nobody answers there, or the connection broke
 * - `server`: the provider failed (5xx, 529 overloaded)
 * - `request`: the provider does not take this request (other 4xx), such as an unknown model
 * - `refusal`: the model refuses to answer
 * - `unusable`: an answer came that nothing can be read from
 * - `no-connection`: nothing is set up, or no SillyTavern is there to ask
 * - `paused`: the breaker is open, nobody was asked
 * - `spent`: the daily limit of tokens is used up, nobody was asked
 * - `aborted`: the caller does not want the answer any more
 */
export const modelErrorKinds = [
  'auth',
  'rate-limit',
  'timeout',
  'network',
  'server',
  'request',
  'refusal',
  'unusable',
  'no-connection',
  'paused',
  'spent',
  'aborted',
] as const;
export type ModelErrorKind = (typeof modelErrorKinds)[number];

/** What is known of a failure besides its kind. */
export interface ModelErrorDetails {
  readonly cause?: unknown;
  /** HTTP status of the provider's answer. */
  readonly status?: number;
  /** The provider asks to wait so long before the next try. In milliseconds. */
  readonly retryAfter?: number;
  /** What the provider counted for an answer that cannot be used. */
  readonly usage?: ModelUsage;
}

/** The failure of a question to a model. The message is a sentence without secrets and without text of chat or notes. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;
  readonly usage: ModelUsage | undefined;

  constructor(
    readonly kind: ModelErrorKind,
    message: string,
    details: ModelErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.status = details.status;
    this.retryAfter = details.retryAfter;
    this.usage = details.usage;
  }
}
