import type { Clock } from '../ports/clock';
import type { StageName } from './trace';

/** Measures how long the stages of a turn take, in milliseconds. */
export class StageClock {
  readonly started: number;
  readonly #timings: Partial<Record<StageName, number>> = {};

  constructor(private readonly clock: Clock) {
    this.started = clock.now();
  }

  get timings(): Readonly<Partial<Record<StageName, number>>> {
    return this.#timings;
  }

  measure<Result>(stage: StageName, work: () => Result): Result {
    const before = this.clock.now();
    const result = work();
    this.#timings[stage] = (this.#timings[stage] ?? 0) + this.clock.now() - before;
    return result;
  }

  async measureAsync<Result>(stage: StageName, work: () => Promise<Result>): Promise<Result> {
    const before = this.clock.now();
    const result = await work();
    this.#timings[stage] = (this.#timings[stage] ?? 0) + this.clock.now() - before;
    return result;
  }

  elapsed(): number {
    return this.clock.now() - this.started;
  }
}
