/**
 * Hits of one search after which keys that were reported already are passed over, so that no text and no vault makes a
 * search grow without bound: "a" a hundred thousand times in a text, as the key of ten thousand entries.
 */
const MOST_HITS = 100_000;

/** How much one search of a text may still report. */
export class HitBudget {
  #left = MOST_HITS;

  spend(): void {
    this.#left--;
  }

  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** Which states of one search structure need no more reporting. */
  states(count: number): ReportedStates {
    return new ReportedStates(this, count);
  }
}

/** How much of a state was reported since the budget was spent. */
export const reportLevels = {
  none: 0,
  /** The keys that may stand inside a word. */
  insideWords: 1,
  /** All keys of the state. */
  all: 2,
  /** All keys of the state and of the shorter ones that end with it. */
  allAndShorter: 3,
} as const;
export type ReportLevel = (typeof reportLevels)[keyof typeof reportLevels];

/** What was reported of each state since the budget was spent; before that, none. */
export class ReportedStates {
  #levels: Uint8Array | undefined;

  constructor(
    private readonly budget: HitBudget,
    private readonly count: number,
  ) {}

  note(state: number, level: ReportLevel): void {
    if (!this.budget.isSpent) return;
    this.#levels ??= new Uint8Array(this.count);
    this.#levels[state] = Math.max(this.#levels[state] ?? 0, level);
  }

  has(state: number, level: ReportLevel): boolean {
    return this.#levels !== undefined && (this.#levels[state] ?? 0) >= level;
  }
}
