import { ask, type Asked } from './ask';
import type { Failure } from './failure';

/** What the user has done one at a time: while one thing is under way another is not begun. */
export class SingleTask {
  #running = $state.raw<AbortController>();
  #failure = $state.raw<Failure>();

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Why the last one came to nothing; undefined from when the next one begins. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  /**
   * Does it, and tells how it ended: `dropped` when another one was under way or it was canceled meanwhile.
   * `send` throws `RefusedReply` for a bad reply.
   */
  async run<Answer>(send: (signal: AbortSignal) => Promise<Answer>): Promise<Asked<Answer>> {
    if (this.isRunning) return { kind: 'dropped' };
    const running = new AbortController();
    this.#running = running;
    this.#failure = undefined;
    try {
      const asked = await ask(send, running.signal);
      if (asked.kind === 'failure') this.#failure = asked.failure;
      return asked;
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
  }

  /** Forgets why the last one came to nothing. */
  forget(): void {
    this.#failure = undefined;
  }

  /** Waits no longer for what is under way, and forgets what came before. */
  cancel(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.forget();
  }
}
