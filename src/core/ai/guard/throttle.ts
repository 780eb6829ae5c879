import { ModelError } from '../model-error';
import type { Clock, Timer } from '../../ports/clock';
import { abortedError } from './unless-aborted';

/** Time between the starts of two requests of one connection. In milliseconds. */
export const THROTTLE_GAP_MS = 500;

interface Waiting {
  readonly go: () => void;
  readonly fail: (error: ModelError) => void;
}

/** Lets requests of one connection start one after the other. It never refuses anybody: they wait in order. */
export class Throttle {
  #lastStart = Number.NEGATIVE_INFINITY;
  #queue: Waiting[] = [];
  #cancel: (() => void) | undefined;

  constructor(
    private readonly ports: { readonly clock: Clock; readonly timer: Timer },
    private readonly gap: number = THROTTLE_GAP_MS,
  ) {}

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Resolves when it is the caller's turn; one that was under way already (a second try) may stand in front. Errors:
   * `aborted` at once when the signal is ended, and the caller has left the queue then.
   */
  turn(signal: AbortSignal, place: 'front' | 'back' = 'back'): Promise<void> {
    if (signal.aborted) return Promise.reject(abortedError(signal));
    if (this.#queue.length === 0 && this.#left() <= 0) {
      this.#lastStart = this.ports.clock.now();
      return Promise.resolve();
    }
    return this.#enqueue(signal, place);
  }

  /** Sends everybody home who waits, because nobody will be asked for now. */
  dismiss(error: () => ModelError): void {
    const dismissed = this.#queue;
    this.#queue = [];
    this.#stopWaiting();
    for (const { fail } of dismissed) fail(error());
  }

  #enqueue(signal: AbortSignal, place: 'front' | 'back'): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.#queue = this.#queue.filter((other) => other !== waiting);
        if (this.#queue.length === 0) this.#stopWaiting();
        reject(abortedError(signal));
      };
      const settle = (end: () => void): void => {
        signal.removeEventListener('abort', leave);
        end();
      };
      const waiting: Waiting = { go: () => settle(resolve), fail: (error) => settle(() => reject(error)) };
      signal.addEventListener('abort', leave, { once: true });
      if (place === 'front') this.#queue.unshift(waiting);
      else this.#queue.push(waiting);
      this.#serve();
    });
  }

  #serve(): void {
    if (this.#cancel !== undefined) return;
    if (this.#queue.length > 0 && this.#left() <= 0) {
      this.#lastStart = this.ports.clock.now();
      this.#queue.shift()?.go();
    }
    if (this.#queue.length === 0) return;
    this.#cancel = this.ports.timer.after(this.#left(), () => {
      this.#cancel = undefined;
      this.#serve();
    });
  }

  #stopWaiting(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  /** Milliseconds until the next start. A clock that was set back makes nobody wait for longer than the gap. */
  #left(): number {
    const now = this.ports.clock.now();
    this.#lastStart = Math.min(this.#lastStart, now);
    return this.#lastStart + this.gap - now;
  }
}
