/** A text in the form in which it is searched: its number, and how often each term (by number) counts in it. */
export interface CountedText {
  readonly text: number;
  readonly counts: ReadonlyMap<number, number>;
}

/** Most texts of one segment: building one holds the host up. */
export const LARGEST_SEGMENT = 4_096;

// What fits into the arrays; so many repetitions of a term make no difference any more.
const HIGHEST_COUNT = 0xffff;

/**
 * The terms of some texts, unchangeable: for each term the texts that hold it. Flat arrays: four bytes for each term of
 * each text, eight for each term.
 */
export class TextSegment {
  private constructor(
    /** Numbers of the texts. */
    readonly texts: Int32Array,
    /** Numbers of the terms, ascending. */
    private readonly terms: Int32Array,
    /** Where the texts of each term begin; one more than there are terms. */
    private readonly starts: Int32Array,
    /** Places in `texts`. */
    private readonly places: Uint16Array,
    private readonly counts: Uint16Array,
  ) {}

  /** Builds a segment of at most `LARGEST_SEGMENT` texts. */
  static of(counted: readonly CountedText[]): TextSegment {
    const sizes = new Map<number, number>();
    for (const { counts } of counted) for (const term of counts.keys()) sizes.set(term, (sizes.get(term) ?? 0) + 1);
    const terms = Int32Array.from(sizes.keys()).sort();
    const starts = new Int32Array(terms.length + 1);
    const next = new Map<number, number>();
    terms.forEach((term, at) => {
      next.set(term, starts[at] ?? 0);
      starts[at + 1] = (starts[at] ?? 0) + (sizes.get(term) ?? 0);
    });
    const total = starts[terms.length] ?? 0;
    const [places, amounts] = [new Uint16Array(total), new Uint16Array(total)];
    counted.forEach(({ counts }, place) => {
      for (const [term, count] of counts) {
        const at = next.get(term) ?? 0;
        places[at] = place;
        amounts[at] = Math.min(HIGHEST_COUNT, count);
        next.set(term, at + 1);
      }
    });
    return new TextSegment(
      Int32Array.from(counted, ({ text }) => text),
      terms,
      starts,
      places,
      amounts,
    );
  }

  /** Calls back for each text that holds a term. */
  each(term: number, found: (text: number, count: number) => void): void {
    const at = this.#find(term);
    if (at < 0) return;
    const end = this.starts[at + 1] ?? 0;
    for (let posting = this.starts[at] ?? 0; posting < end; posting++)
      found(this.texts[this.places[posting] ?? 0] ?? 0, this.counts[posting] ?? 0);
  }

  /** The texts that are still wanted, to build another segment from. */
  wanted(isWanted: (text: number) => boolean): readonly CountedText[] {
    const all = Array.from(this.texts, (text) => ({ text, counts: new Map<number, number>() }));
    this.terms.forEach((term, at) => {
      const end = this.starts[at + 1] ?? 0;
      for (let posting = this.starts[at] ?? 0; posting < end; posting++)
        all[this.places[posting] ?? 0]?.counts.set(term, this.counts[posting] ?? 0);
    });
    return all.filter(({ text }) => isWanted(text));
  }

  #find(term: number): number {
    let [low, high] = [0, this.terms.length - 1];
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.terms[middle] ?? 0;
      if (found === term) return middle;
      if (found < term) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}
