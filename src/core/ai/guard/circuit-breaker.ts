import { ModelError, type ModelErrorKind } from '../model-error';
import { modelErrorSentence } from '../model-error-words';
import type { Clock } from '../../ports/clock';

/** So many failures in a row open the breaker. */
export const FAILURES_TO_OPEN = 2;
/** For so long an open breaker lets nobody through. In milliseconds. */
export const OPEN_MS = 30_000;

/** Failures that say the provider is down or answers nonsense. */
const COUNTED: ReadonlySet<ModelErrorKind> = new Set(['server', 'network', 'unusable']);
/** Failures in which the provider itself spoke: it is there. */
const ALIVE: ReadonlySet<ModelErrorKind> = new Set(['auth', 'rate-limit', 'request', 'refusal']);

/** What a breaker looks like from outside. */
export interface BreakerState {
  /** `open`: nobody is let through. `probing`: one request tries whether the provider is back. */
  readonly state: 'closed' | 'open' | 'probing';
  /** When the next request is let through, in milliseconds since 1970; undefined unless `open`. */
  readonly opensAgainAt: number | undefined;
  /** Counted failures in a row. */
  readonly failures: number;
  /** The last counted failure since the breaker was closed by hand or the program began. */
  readonly lastError: { readonly kind: ModelErrorKind; readonly sentence: string; readonly at: number } | undefined;
}

/** The leave to ask once. The first call counts, later ones do nothing. */
export interface Permit {
  /** A usable answer came. */
  succeed(): void;
  fail(error: unknown): void;
  /** Nothing was learned about the provider: the caller left early. */
  release(): void;
}

type Phase =
  | { readonly state: 'closed' }
  | { readonly state: 'open'; readonly since: number; readonly until: number }
  | { readonly state: 'probing'; readonly since: number; readonly until: number };

/**
 * Stops asking a provider that failed twice in a row. After the pause one request probes it; until that has ended
 * everybody else is refused at once. A probe whose caller vanished holds the place no longer than its lease.
 */
export class CircuitBreaker {
  #phase: Phase = { state: 'closed' };
  #failures = 0;
  #lastError: BreakerState['lastError'];

  constructor(
    private readonly clock: Clock,
    /** Told when requests are no longer let through. */
    private readonly onShut: () => void = () => undefined,
  ) {}

  get state(): BreakerState {
    const phase = this.#phase;
    return {
      state: phase.state,
      opensAgainAt: phase.state === 'open' ? phase.until : undefined,
      failures: this.#failures,
      lastError: this.#lastError,
    };
  }

  /** Closes the breaker and forgets the failures: the user has mended something. Requests under way no longer count. */
  reset(): void {
    this.#close();
    this.#lastError = undefined;
  }

  /** Why nobody would be let through now (`paused`); undefined when somebody would. Takes nothing. */
  refusal(): ModelError | undefined {
    return this.#isShut() ? this.#pausedError() : undefined;
  }

  /**
   * Takes the leave to ask, perhaps as the one probe. `lease`: after so many milliseconds the request has ended for
   * certain. Errors: `paused`.
   */
  enter(lease: number): Permit {
    const refusal = this.refusal();
    if (refusal) throw refusal;
    if (this.#phase.state !== 'closed') this.#shut('probing', lease);
    return this.#permit(this.#phase);
  }

  /** What it reports counts only as long as the breaker is in the phase in which the leave was given. */
  #permit(phase: Phase): Permit {
    let isUsed = false;
    const once = (report: () => void) => (): void => {
      if (!isUsed && this.#phase === phase) report();
      isUsed = true;
    };
    return {
      succeed: once(() => this.#close()),
      fail: (error) => once(() => this.#failed(error))(),
      release: once(() => this.#learnedNothing()),
    };
  }

  #failed(error: unknown): void {
    const kind = error instanceof ModelError ? error.kind : undefined;
    if (kind !== undefined && COUNTED.has(kind)) this.#count(kind);
    else if (kind !== undefined && ALIVE.has(kind) && this.#phase.state === 'probing') this.#close();
    else this.#learnedNothing();
  }

  #count(kind: ModelErrorKind): void {
    this.#failures += 1;
    this.#lastError = { kind, sentence: modelErrorSentence(kind), at: this.clock.now() };
    if (this.#phase.state === 'probing' || this.#failures >= FAILURES_TO_OPEN) this.#shut('open', OPEN_MS);
  }

  /** The next request is a probe, or, where there was none, nothing changes. */
  #learnedNothing(): void {
    const now = this.clock.now();
    if (this.#phase.state === 'probing') this.#phase = { state: 'open', since: now, until: now };
  }

  #close(): void {
    this.#phase = { state: 'closed' };
    this.#failures = 0;
  }

  #shut(state: 'open' | 'probing', milliseconds: number): void {
    const since = this.clock.now();
    this.#phase = { state, since, until: since + milliseconds };
    this.onShut();
  }

  /** A clock that was set back ends the pause. */
  #isShut(): boolean {
    const phase = this.#phase;
    const now = this.clock.now();
    return phase.state !== 'closed' && now >= phase.since && now < phase.until;
  }

  #pausedError(): ModelError {
    const phase = this.#phase;
    const retryAfter = phase.state === 'open' ? phase.until - this.clock.now() : undefined;
    return new ModelError('paused', modelErrorSentence('paused'), retryAfter === undefined ? {} : { retryAfter });
  }
}
