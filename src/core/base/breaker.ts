/** When a breaker opens, and for how long. */
export interface BreakerPlan {
  /** So many failures in a row open it. */
  readonly failuresToOpen: number;
  /** For so many milliseconds it lets nobody through after so many failures in a row. */
  readonly openFor: (failures: number) => number;
}

/** The leave to ask once. The first call counts, later ones do nothing. */
export interface BreakerPermit {
  /** A usable answer came. */
  succeed(): void;
  /** The other side spoke, though it gave nothing usable: it is there. */
  answered(): void;
  /** It did not answer, or answered nonsense. Tells whether that still counted. */
  fail(): boolean;
  /** Nothing was learned: the caller left early. */
  release(): void;
}

type Phase =
  | { readonly state: 'closed' }
  | { readonly state: 'open'; readonly since: number; readonly until: number }
  | { readonly state: 'probing'; readonly since: number; readonly until: number };

/**
 * Stops asking what failed. After the pause one request probes it; until that has ended everybody else is refused at
 * once. A probe whose caller vanished holds the place no longer than its lease.
 */
export class Breaker {
  #phase: Phase = { state: 'closed' };
  #failures = 0;

  constructor(
    private readonly plan: BreakerPlan,
    /** The time in milliseconds since 1970. */
    private readonly now: () => number,
    /** Told when requests are no longer let through. */
    private readonly onShut: () => void = () => undefined,
  ) {}

  /** `open`: nobody is let through. `probing`: one request tries whether the other side is back. */
  get state(): 'closed' | 'open' | 'probing' {
    return this.#phase.state;
  }

  /** When the next request is let through, in milliseconds since 1970; undefined unless `open`. */
  get opensAgainAt(): number | undefined {
    return this.#phase.state === 'open' ? this.#phase.until : undefined;
  }

  /** Failures in a row. */
  get failures(): number {
    return this.#failures;
  }

  /** Whether nobody would be let through now. A clock that was set back ends the pause. */
  get isShut(): boolean {
    const phase = this.#phase;
    const now = this.now();
    return phase.state !== 'closed' && now >= phase.since && now < phase.until;
  }

  /** Closes it and forgets the failures: somebody has mended something. Requests under way no longer count. */
  reset(): void {
    this.#phase = { state: 'closed' };
    this.#failures = 0;
  }

  /**
   * Takes the leave to ask, perhaps as the one probe; undefined when nobody is let through.
   *
   * @param lease After so many milliseconds the request has ended for certain.
   */
  enter(lease: number): BreakerPermit | undefined {
    if (this.isShut) return undefined;
    if (this.#phase.state !== 'closed') this.#shut('probing', lease);
    return this.#permit(this.#phase);
  }

  /** What it reports counts only as long as the breaker is in the phase in which the leave was given. */
  #permit(phase: Phase): BreakerPermit {
    let isUsed = false;
    const once = (report: () => void) => (): boolean => {
      const counts = !isUsed && this.#phase === phase;
      isUsed = true;
      if (counts) report();
      return counts;
    };
    return {
      succeed: once(() => this.reset()),
      answered: once(() => this.#answered()),
      fail: once(() => this.#failed()),
      release: once(() => this.#learnedNothing()),
    };
  }

  #answered(): void {
    if (this.#phase.state === 'probing') this.reset();
  }

  #failed(): void {
    this.#failures += 1;
    if (this.#phase.state === 'probing' || this.#failures >= this.plan.failuresToOpen)
      this.#shut('open', this.plan.openFor(this.#failures));
  }

  /** The next request is a probe, or, where there was none, nothing changes. */
  #learnedNothing(): void {
    const now = this.now();
    if (this.#phase.state === 'probing') this.#phase = { state: 'open', since: now, until: now };
  }

  #shut(state: 'open' | 'probing', milliseconds: number): void {
    const since = this.now();
    this.#phase = { state, since, until: since + milliseconds };
    this.onShut();
  }
}
