import type { LoreEntry } from '../lore/lore-entry';

/** The levels of `delay_until_recursion` that a vault uses, and how far a turn has opened them. */
export class DelayLevels {
  readonly #later: number[];
  #open: number;

  /** @param levels Ascending; the lowest is open from the start. */
  constructor(levels: readonly number[]) {
    this.#later = [...levels];
    this.#open = this.#later.shift() ?? 0;
  }

  get hasLater(): boolean {
    return this.#later.length > 0;
  }

  /** Opens the next level. */
  openNext(): void {
    this.#open = this.#later.shift() ?? this.#open;
  }

  /** Whether the entry may be found by a sweep over the texts of entries. */
  isOpenFor(entry: LoreEntry): boolean {
    return (entry.properties.delayUntilRecursion ?? 0) <= this.#open;
  }
}

/** Whether the entry waits for a sweep over the texts of entries. */
export function isDelayed(entry: LoreEntry): boolean {
  return (entry.properties.delayUntilRecursion ?? 0) > 0;
}
