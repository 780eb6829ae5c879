/** Ends a request when nothing is heard for a while. */
export class Silence {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  #timer: ReturnType<typeof setTimeout>;
  /** Something was heard before. */
  wasBroken = false;
  /** It lasted too long. */
  isOver = false;

  constructor(outer: AbortSignal, milliseconds: number) {
    this.#outer = outer;
    this.#timer = this.#countDown(milliseconds);
    outer.addEventListener('abort', this.#abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something was heard; the next silence may last so long. */
  broken(milliseconds: number): void {
    if (this.signal.aborted) return;
    this.wasBroken = true;
    clearTimeout(this.#timer);
    this.#timer = this.#countDown(milliseconds);
  }

  end(): void {
    this.#outer.removeEventListener('abort', this.#abort);
    this.#abort();
  }

  readonly #abort = (): void => {
    clearTimeout(this.#timer);
    this.#controller.abort();
  };

  #countDown(milliseconds: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      this.isOver = true;
      this.#abort();
    }, milliseconds);
  }
}
