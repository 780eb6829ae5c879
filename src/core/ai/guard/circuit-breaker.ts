import { ModelError, type ModelErrorKind } from '../model-error';
import { modelErrorSentence } from '../model-error-words';
import { Breaker, type BreakerPermit } from '../../base/breaker';
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

/**
 * Stops asking a provider that failed twice in a row. After the pause one request probes it; until that has ended
 * everybody else is refused at once. A probe whose caller vanished holds the place no longer than its lease.
 */
export class CircuitBreaker {
  readonly #breaker: Breaker;
  #lastError: BreakerState['lastError'];

  constructor(
    private readonly clock: Clock,
    /** Told when requests are no longer let through. */
    onShut: () => void = () => undefined,
  ) {
    const plan = { failuresToOpen: FAILURES_TO_OPEN, openFor: () => OPEN_MS };
    this.#breaker = new Breaker(plan, () => clock.now(), onShut);
  }

  get state(): BreakerState {
    const { state, opensAgainAt, failures } = this.#breaker;
    return { state, opensAgainAt, failures, lastError: this.#lastError };
  }

  /** Closes the breaker and forgets the failures: the user has mended something. Requests under way no longer count. */
  reset(): void {
    this.#breaker.reset();
    this.#lastError = undefined;
  }

  /** Why nobody would be let through now (`paused`); undefined when somebody would. Takes nothing. */
  refusal(): ModelError | undefined {
    return this.#breaker.isShut ? this.#pausedError() : undefined;
  }

  /**
   * Takes the leave to ask, perhaps as the one probe. `lease`: after so many milliseconds the request has ended for
   * certain. Errors: `paused`.
   */
  enter(lease: number): Permit {
    const permit = this.#breaker.enter(lease);
    if (!permit) throw this.#pausedError();
    return {
      succeed: () => permit.succeed(),
      fail: (error) => this.#failed(permit, error),
      release: () => permit.release(),
    };
  }

  #failed(permit: BreakerPermit, error: unknown): void {
    const kind = error instanceof ModelError ? error.kind : undefined;
    if (kind !== undefined && COUNTED.has(kind)) {
      if (permit.fail()) this.#lastError = { kind, sentence: modelErrorSentence(kind), at: this.clock.now() };
    } else if (kind !== undefined && ALIVE.has(kind)) permit.answered();
    else permit.release();
  }

  #pausedError(): ModelError {
    const until = this.#breaker.opensAgainAt;
    const retryAfter = until === undefined ? undefined : until - this.clock.now();
    return new ModelError('paused', modelErrorSentence('paused'), retryAfter === undefined ? {} : { retryAfter });
  }
}
