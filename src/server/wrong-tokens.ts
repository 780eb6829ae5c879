import { LruMap } from '../core/base/lru-map';
import type { Clock } from '../core/ports/clock';

const WINDOW_MS = 60_000;
const MOST_WRONG = 10;
const MOST_GUESSES = 100;
const CLIENTS_KEPT = 1_000;
/** Tokens that are made here have 43 characters of 6 bits; those of this length cannot be guessed either. */
const UNGUESSABLE_LENGTH = 24;

interface Failures {
  readonly since: number;
  readonly count: number;
}

/**
 * Counts wrong tokens by client. On loopback all programs share one address, so a client that keeps sending an old token
 * must not lock out the others: the limit slows wrong tokens down and leaves right ones alone. Only short tokens, which
 * someone has chosen and someone may guess, are no longer looked at after many guesses.
 */
export class WrongTokens {
  readonly #failures = new LruMap<string, Failures>(CLIENTS_KEPT);

  constructor(private readonly clock: Clock) {}

  /** Whether a token of this client may be compared at all. */
  mayTry(client: string, token: string): boolean {
    return token.length >= UNGUESSABLE_LENGTH || this.#recent(client).count < MOST_GUESSES;
  }

  /** Notes a wrong token; returns the seconds to wait when there were too many, else undefined. */
  note(client: string): number | undefined {
    const { since, count } = this.#recent(client);
    this.#failures.set(client, { since, count: count + 1 });
    if (count < MOST_WRONG) return undefined;
    return Math.max(1, Math.ceil((since + WINDOW_MS - this.clock.now()) / 1_000));
  }

  #recent(client: string): Failures {
    const now = this.clock.now();
    const known = this.#failures.get(client);
    const isRecent = known !== undefined && now >= known.since && now < known.since + WINDOW_MS;
    return isRecent ? known : { since: now, count: 0 };
  }
}
