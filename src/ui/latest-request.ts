import { ask, type Asked } from './ask';

/** Requests of which only the newest counts: a new one aborts the one before, whose answer is dropped. */
export class LatestRequest {
  #running: AbortController | undefined;

  /** Sends a request; `dropped` when another one was sent or it was cancelled meanwhile. */
  async ask<Answer>(send: (signal: AbortSignal) => Promise<Answer>): Promise<Asked<Answer>> {
    this.cancel();
    const running = new AbortController();
    this.#running = running;
    const asked = await ask(send, running.signal);
    if (this.#running === running) this.#running = undefined;
    return asked;
  }

  cancel(): void {
    this.#running?.abort();
    this.#running = undefined;
  }
}
