/** What there is to be done about one key. Never rejects. */
type Work = (key: string) => Promise<void>;

/**
 * Does work for keys when it is due: one at a time, a key that is asked for again meanwhile once more and not more
 * often, and nothing is begun while it is held back.
 */
export class DueWork {
  readonly #work: Work;
  readonly #dueAt = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heldUntil = 0;
  #busy = false;
  #stopped = false;

  constructor(work: Work) {
    this.#work = work;
  }

  /** Puts a key off until so many milliseconds from now. */
  later(key: string, milliseconds: number): void {
    this.#dueAt.set(key, performance.now() + milliseconds);
    this.#plan();
  }

  /** The same, unless the key is due before that. */
  within(key: string, milliseconds: number): void {
    const due = this.#dueAt.get(key) ?? Infinity;
    if (performance.now() + milliseconds < due) this.later(key, milliseconds);
  }

  forget(key: string): void {
    this.#dueAt.delete(key);
  }

  /** Begins nothing until `release`, or for so many milliseconds. */
  hold(milliseconds: number): void {
    this.#heldUntil = performance.now() + milliseconds;
    this.#plan();
  }

  release(): void {
    this.#heldUntil = 0;
    this.#plan();
  }

  /** Nothing more is begun, for good. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#dueAt.clear();
  }

  #plan(): void {
    clearTimeout(this.#timer);
    if (this.#stopped || this.#busy || this.#dueAt.size === 0) return;
    const next = Math.max(Math.min(...this.#dueAt.values()), this.#heldUntil);
    this.#timer = setTimeout(() => void this.#next(), Math.max(0, next - performance.now()));
  }

  async #next(): Promise<void> {
    const now = performance.now();
    const [key] = [...this.#dueAt].find(([, due]) => due <= now) ?? [];
    if (key !== undefined) {
      this.#dueAt.delete(key);
      this.#busy = true;
      await this.#work(key);
      this.#busy = false;
    }
    this.#plan();
  }
}
