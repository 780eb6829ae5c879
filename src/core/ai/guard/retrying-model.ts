import type { LanguageModel, ModelRequest } from '../language-model';
import { ModelError } from '../model-error';
import type { GuardPorts, TimedRequest } from './guard-ports';
import { pause } from './pause';

/** How often a request is sent at most, unless the caller says otherwise: once more after a refusal for now. */
export const USUAL_TRIES = 2;
/** The wait before the next try where the provider names none. In milliseconds. */
const USUAL_WAIT_MS = 1_000;

/** Statuses that mean "later": too many requests, unavailable, overloaded. */
const LATER: ReadonlySet<number | undefined> = new Set([429, 503, 529]);

/** How a request is tried again. */
export interface RetryOptions {
  readonly ports: Pick<GuardPorts, 'clock' | 'timer'>;
  /** At most so many tries, ≥ 1. */
  readonly tries: number;
  /** Waits until the connection may be asked again. */
  readonly turn: (signal: AbortSignal) => Promise<void>;
}

/**
 * A model that is asked again when the provider says "later" (429, 503, 529), after the time that the provider names;
 * not when the answer would come too late then, and not when a stream has begun to give text.
 */
export function retryingModel(model: LanguageModel, options: RetryOptions): LanguageModel {
  /** Waits for the next try; false when there is none. */
  const waited = async (error: unknown, attempt: number, request: TimedRequest): Promise<boolean> => {
    const wait = waitBeforeNext(error, attempt, request, options);
    if (wait === undefined) return false;
    await pause(wait, options.ports.timer, request.signal);
    await options.turn(request.signal);
    return true;
  };
  return {
    generate: async (request) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await model.generate(request);
        } catch (error) {
          if (!(await waited(error, attempt, request))) throw error;
        }
      }
    },
    async *stream(request: ModelRequest) {
      let hasBegun = false;
      for (let attempt = 1; ; attempt++) {
        try {
          for await (const part of model.stream(request)) {
            hasBegun = true;
            yield part;
          }
          return;
        } catch (error) {
          if (hasBegun || !(await waited(error, attempt, request))) throw error;
        }
      }
    },
  };
}

/** Milliseconds until the next try; undefined when there is none. */
function waitBeforeNext(
  error: unknown,
  attempt: number,
  request: TimedRequest,
  { ports, tries }: RetryOptions,
): number | undefined {
  if (attempt >= tries || !(error instanceof ModelError) || !saysLater(error)) return undefined;
  const wait = error.retryAfter ?? USUAL_WAIT_MS;
  return request.answerBy === undefined || ports.clock.now() + wait < request.answerBy ? wait : undefined;
}

function saysLater({ kind, status }: ModelError): boolean {
  return kind === 'rate-limit' || (kind === 'server' && LATER.has(status));
}
