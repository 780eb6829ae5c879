import { ModelError } from '../../core/ai/model-error';

/**
 * One question under way. It has a signal of its own, which ends with the caller's and with the call, so that what the
 * caller leaves is closed and what ignores its signal is not waited for.
 */
export class Call {
  readonly #caller: AbortSignal;
  readonly #own = new AbortController();
  readonly #aborted: Promise<never>;
  readonly #stop: () => void;

  constructor(caller: AbortSignal) {
    this.#caller = caller;
    const { promise, reject } = withReject();
    this.#aborted = promise;
    this.#stop = () => {
      reject(this.#failure());
      this.#own.abort(caller.reason);
    };
    if (caller.aborted) this.#stop();
    else caller.addEventListener('abort', this.#stop, { once: true });
  }

  /** For the request itself. */
  get signal(): AbortSignal {
    return this.#own.signal;
  }

  /** The result of the work, or the failure `aborted` as soon as the caller aborts. Aborted before: nothing is begun. */
  async settle<Result>(work: () => PromiseLike<Result>): Promise<Result> {
    if (this.#caller.aborted) throw this.#failure();
    return Promise.race([this.#aborted, work()]);
  }

  /** Closes what is still open. */
  end(): void {
    this.#caller.removeEventListener('abort', this.#stop);
    this.#own.abort();
  }

  #failure(): ModelError {
    return new ModelError('aborted', 'The question was cancelled.', { cause: this.#caller.reason });
  }
}

function withReject(): { readonly promise: Promise<never>; readonly reject: (reason: ModelError) => void } {
  let reject: (reason: ModelError) => void = () => undefined;
  const promise = new Promise<never>((_, refuse) => {
    reject = refuse;
  });
  promise.catch(() => undefined);
  return { promise, reject };
}
