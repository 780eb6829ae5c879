const K1 = 1.2;
const B = 0.75;

/** Okapi BM25 as it is written down: every term of the query is looked up in every text. */
export class NaiveBm25 {
  readonly #documents: readonly ReadonlyMap<string, number>[];
  readonly #lengths: readonly number[];
  readonly #average: number;

  constructor(texts: readonly string[]) {
    this.#documents = texts.map((text) => {
      const counts = new Map<string, number>();
      for (const term of words(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
      return counts;
    });
    this.#lengths = texts.map((text) => words(text).length);
    this.#average = this.#lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length);
  }

  /** The numbers of the best texts, best first. */
  search(query: string, limit: number): readonly number[] {
    const scores = new Float64Array(this.#documents.length);
    for (const term of new Set(words(query))) {
      const holding = this.#documents.reduce((sum, counts) => sum + (counts.has(term) ? 1 : 0), 0);
      const weight = Math.log(1 + (scores.length - holding + 0.5) / (holding + 0.5));
      this.#documents.forEach((counts, at) => {
        const count = counts.get(term) ?? 0;
        const length = (this.#lengths[at] ?? 0) / this.#average;
        scores[at] = (scores[at] ?? 0) + (weight * count * (K1 + 1)) / (count + K1 * (1 - B + B * length));
      });
    }
    return [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)).slice(0, limit);
  }
}

function words(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
