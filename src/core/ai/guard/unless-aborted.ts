import { ModelError } from '../model-error';
import { modelErrorSentence } from '../model-error-words';

/** The failure of a question that its caller has given up; the cause is the reason that the signal carries. */
export function abortedError(signal: AbortSignal): ModelError {
  return new ModelError('aborted', modelErrorSentence('aborted'), { cause: signal.reason });
}

/** Settles as the work does, but fails with `aborted` at once when the signal is ended, whatever the work does then. */
export function unlessAborted<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
  if (signal.aborted) return Promise.reject(abortedError(signal));
  return new Promise<Value>((resolve, reject) => {
    const stop = (): void => reject(abortedError(signal));
    signal.addEventListener('abort', stop, { once: true });
    void begun(work)
      .then(resolve, (error: unknown) => reject(signal.aborted ? abortedError(signal) : asError(error)))
      .finally(() => signal.removeEventListener('abort', stop));
  });
}

async function begun<Value>(work: () => Promise<Value>): Promise<Value> {
  return work();
}

/** What was thrown, as an error. */
export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('Something that is no error was thrown.', { cause: error });
}
