/** Places of a pattern in a text. */
export type Ranges = readonly (readonly [number, number])[];

/** Texts that are remembered, and how many characters they may have together. */
const MOST_TEXTS = 25_000;
const MOST_CHARACTERS = 64_000_000;

/** What patterns found in texts. Texts that were not asked about for longest are forgotten first. */
export class PatternMemo {
  readonly #texts = new Map<string, Map<string, Ranges>>();
  #characters = 0;

  get(text: string, pattern: string): Ranges | undefined {
    const found = this.#texts.get(text);
    if (!found) return undefined;
    this.#texts.delete(text);
    this.#texts.set(text, found);
    return found.get(pattern);
  }

  set(text: string, pattern: string, ranges: Ranges): void {
    const known = this.#texts.get(text);
    if (known) {
      known.set(pattern, ranges);
      return;
    }
    this.#texts.set(text, new Map([[pattern, ranges]]));
    this.#characters += text.length;
    for (const [oldest] of this.#texts) {
      if (oldest === text || (this.#texts.size <= MOST_TEXTS && this.#characters <= MOST_CHARACTERS)) return;
      this.#texts.delete(oldest);
      this.#characters -= oldest.length;
    }
  }
}
