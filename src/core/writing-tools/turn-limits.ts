import { LruMap } from '../base/lru-map';

/** Turns whose calls are counted. */
const REMEMBERED = 500;

/** Counts the calls of a tool in each turn. */
export class TurnLimits {
  readonly #counts = new LruMap<string, number>(REMEMBERED);

  /** Calls that are left in a turn. */
  left(turn: string, most: number): number {
    return Math.max(0, most - (this.#counts.get(turn) ?? 0));
  }

  /** Counts a call; false, and not counted, when none is left. */
  take(turn: string, most: number): boolean {
    if (this.left(turn, most) === 0) return false;
    this.#counts.set(turn, (this.#counts.get(turn) ?? 0) + 1);
    return true;
  }
}
