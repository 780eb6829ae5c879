/** Repeats a task while somebody looks; never two at once. */
export class Poller {
  #timer: number | undefined;
  #isOn = false;
  #isRunning = false;

  /** `pauseMs` is asked after each run: milliseconds until the next, or undefined to end. */
  constructor(
    private readonly task: () => Promise<void>,
    private readonly pauseMs: () => number | undefined,
  ) {}

  /** Runs the task now and then again and again. */
  resume(): void {
    if (this.#isOn) return;
    this.#isOn = true;
    void this.#turn();
  }

  pause(): void {
    this.#isOn = false;
    window.clearTimeout(this.#timer);
  }

  async #turn(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      await this.task();
    } finally {
      this.#isRunning = false;
      const pause = this.pauseMs();
      if (pause === undefined) this.#isOn = false;
      else if (this.#isOn) this.#timer = window.setTimeout(() => void this.#turn(), pause);
    }
  }
}
