import { LruMap } from '../core/base/lru-map';
import type { Clock } from '../core/ports/clock';

/** A page that was turned away. */
export interface RefusedOrigin {
  readonly origin: string;
  /** When it asked last, in milliseconds since 1970. */
  readonly at: number;
}

/** Any page can ask as often as it likes: only so many are remembered. */
const MOST_ORIGINS = 20;

/** The pages that were turned away in this run, so that the user can be told, and may let one in. */
export class RefusedOrigins {
  readonly #origins = new LruMap<string, RefusedOrigin>(MOST_ORIGINS);

  constructor(private readonly clock: Clock) {}

  note(origin: string): void {
    this.#origins.set(origin, { origin, at: this.clock.now() });
  }

  /** Newest first. */
  list(): readonly RefusedOrigin[] {
    return [...this.#origins.values()].reverse();
  }
}
