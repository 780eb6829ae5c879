import type { LanguageModel, ModelRequest } from '../language-model';
import { ModelError } from '../model-error';
import { modelErrorSentence } from '../model-error-words';
import type { GuardPorts, TimedRequest } from './guard-ports';
import { abortedError, asError } from './unless-aborted';

/**
 * A model that has so many milliseconds for each request, second tries included. The time is measured by the clock at
 * each step: a timer that comes late lengthens nothing. The model inside must fail at once when it is aborted.
 */
export function timeLimitedModel(model: LanguageModel, ports: GuardPorts, limit: number): LanguageModel {
  return {
    generate: async (request) => {
      const timed = new TimedQuestion(request, ports, limit);
      try {
        return timed.inTime(await model.generate(timed.request));
      } catch (error) {
        throw timed.explain(error);
      } finally {
        timed.end();
      }
    },
    async *stream(request: ModelRequest) {
      const timed = new TimedQuestion(request, ports, limit);
      try {
        for await (const part of model.stream(timed.request)) yield timed.inTime(part);
      } catch (error) {
        throw timed.explain(error);
      } finally {
        timed.end();
      }
    },
  };
}

/** One request while its time runs. */
class TimedQuestion {
  readonly request: TimedRequest;
  readonly #cancel: () => void;
  readonly #follow: () => void;
  #isOver = false;

  constructor(
    private readonly asked: ModelRequest,
    private readonly ports: GuardPorts,
    limit: number,
  ) {
    const abort = ports.newAbort();
    this.request = { ...asked, signal: abort.signal, answerBy: ports.clock.now() + limit };
    this.#follow = () => abort.abort(asked.signal.reason);
    this.#cancel = ports.timer.after(limit, () => {
      this.#isOver = true;
      abort.abort(timeoutError());
    });
    if (asked.signal.aborted) this.#follow();
    else asked.signal.addEventListener('abort', this.#follow, { once: true });
  }

  /** What came, if it came in time. */
  inTime<Value>(value: Value): Value {
    if (this.#isOver || this.ports.clock.now() > (this.request.answerBy ?? 0)) throw timeoutError();
    return value;
  }

  /** The failure as the caller has to see it: the signal of the request inside is not the caller's. */
  explain(error: unknown): Error {
    if (this.asked.signal.aborted) return abortedError(this.asked.signal);
    return this.#isOver ? timeoutError() : asError(error);
  }

  end(): void {
    this.#cancel();
    this.asked.signal.removeEventListener('abort', this.#follow);
  }
}

function timeoutError(): ModelError {
  return new ModelError('timeout', modelErrorSentence('timeout'));
}
