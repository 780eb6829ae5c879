import type { Clock } from '../ports/clock';

/** After so many milliseconds of work without a pause the host gets its turn. */
const LONGEST_RUN = 16;

/** Gives the host its turn now and then during long work. */
export class HostTurns {
  #since: number;

  /** @param pause Resolves after the host has had its turn. */
  constructor(
    private readonly clock: Clock,
    private readonly pause: () => Promise<void>,
  ) {
    this.#since = clock.now();
  }

  /** To be waited for between two pieces of work. */
  async give(): Promise<void> {
    const running = this.clock.now() - this.#since;
    if (running >= 0 && running < LONGEST_RUN) return;
    await this.pause();
    this.#since = this.clock.now();
  }
}
