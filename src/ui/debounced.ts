/** Runs a task once things have been quiet for a while. */
export class Debounced {
  #timer: number | undefined;

  /** `quietMs`: milliseconds without a further call. */
  constructor(
    private readonly task: () => void,
    private readonly quietMs: number,
  ) {}

  call(): void {
    this.cancel();
    this.#timer = window.setTimeout(() => this.now(), this.quietMs);
  }

  /** Runs the task at once, in place of a call that waits. */
  now(): void {
    this.cancel();
    this.task();
  }

  cancel(): void {
    window.clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
