import type { EntryId } from '../base/entry-id';
import type { LoreEntry } from '../lore/lore-entry';
import { excerptAround } from './excerpt';
import type { LoreIndex } from './lore-index';
import { TextPostings } from './text-postings';
import { tokenize } from './tokenize';

/** An entry found by its words. */
export interface TextHit {
  readonly entry: LoreEntry;
  readonly score: number;
  readonly excerpt: string;
}

/** Okapi BM25: how soon repeated terms stop adding (k1) and how much long entries are held back (b). */
const K1 = 1.2;
const B = 0.75;
/** A term in title or keys counts as often as this many in the text. */
const TITLE_WEIGHT = 4;
/** Terms of a query beyond this many are left out, the most frequent first: they hardly tell entries apart. */
const MOST_TERMS = 64;
/** Numbers of removed entries that are put up with, besides some for each entry. */
const MOST_HOLES = 10_000;

interface Document {
  readonly entry: LoreEntry;
  /** Weighted number of terms. */
  readonly length: number;
}

/**
 * Full-text search over the entries of an index, brought up to date from one snapshot to the next by what changed;
 * entries are values, so an unchanged entry is the same object. What a search needs and is not there yet, it takes in
 * itself; `step` does so bit by bit beforehand.
 */
export class FullText {
  #snapshot: LoreIndex | undefined;
  /** By number. Numbers are not used again, so there are holes. */
  #documents: (Document | undefined)[] = [];
  #numbers = new Map<EntryId, number>();
  #postings = new TextPostings();
  /** Entries of the snapshot that are not taken in yet, the next one last. */
  #waiting: LoreEntry[] = [];
  #totalLength = 0;

  /** The best entries for any of the queries, best first. Guides are no entries and cannot be found. */
  search(index: LoreIndex, queries: readonly string[], limit: number): readonly TextHit[] {
    this.step(index, Infinity);
    const terms = this.#usefulTerms(queries.flatMap(tokenize));
    const scores = this.#scores(terms);
    const found: { readonly entry: LoreEntry; readonly score: number }[] = [];
    this.#documents.forEach((document, number) => {
      const score = scores[number] ?? 0;
      if (document && score > 0) found.push({ entry: document.entry, score });
    });
    return found
      .sort((a, b) => b.score - a.score || (a.entry.id < b.entry.id ? -1 : 1))
      .slice(0, limit)
      .map(({ entry, score }) => ({ entry, score, excerpt: excerptAround(entry.text, terms) }));
  }

  /** Takes in at most `most` entries of the index; tells whether more are waiting. */
  step(index: LoreIndex, most: number): boolean {
    this.#aim(index);
    for (let taken = 0; taken < most; taken++) {
      const entry = this.#waiting.pop();
      if (!entry) return false;
      this.#add(entry);
    }
    return this.#waiting.length > 0;
  }

  /** By number of the document. */
  #scores(terms: readonly string[]): Float64Array {
    const scores = new Float64Array(this.#documents.length);
    const average = Math.max(1, this.#totalLength / Math.max(1, this.#postings.size));
    for (const term of terms) {
      const frequency = this.#postings.frequency(term);
      const weight = Math.log(1 + (this.#postings.size - frequency + 0.5) / (frequency + 0.5));
      this.#postings.each(term, (number, count) => {
        const length = (this.#documents[number]?.length ?? 0) / average;
        scores[number] = (scores[number] ?? 0) + (weight * count * (K1 + 1)) / (count + K1 * (1 - B + B * length));
      });
    }
    return scores;
  }

  /** The rarest distinct terms that any entry holds. */
  #usefulTerms(terms: readonly string[]): readonly string[] {
    const frequency = (term: string): number => this.#postings.frequency(term);
    return [...new Set(terms)]
      .filter((term) => frequency(term) > 0)
      .sort((a, b) => frequency(a) - frequency(b))
      .slice(0, MOST_TERMS);
  }

  #aim(index: LoreIndex): void {
    if (this.#snapshot === index) return;
    this.#snapshot = index;
    if (this.#documents.length > MOST_HOLES + 4 * this.#postings.size) this.#clear();
    for (const [id, number] of this.#numbers) {
      const document = this.#documents[number];
      if (document && index.entries.get(id) !== document.entry) this.#remove(id, number, document);
    }
    this.#waiting = [...index.entries.values()].filter((entry) => !this.#numbers.has(entry.id)).reverse();
  }

  #clear(): void {
    this.#documents = [];
    this.#numbers = new Map();
    this.#postings = new TextPostings();
    this.#totalLength = 0;
  }

  #add(entry: LoreEntry): void {
    const counts = new Map<string, number>();
    const count = (text: string, weight: number): void => {
      for (const term of tokenize(text)) counts.set(term, (counts.get(term) ?? 0) + weight);
    };
    count([entry.title, ...entry.keys.map((key) => key.text)].join('\n'), TITLE_WEIGHT);
    count(entry.text, 1);
    let length = 0;
    for (const one of counts.values()) length += one;
    const number = this.#documents.push({ entry, length }) - 1;
    this.#numbers.set(entry.id, number);
    this.#postings.add(number, counts);
    this.#totalLength += length;
  }

  #remove(id: EntryId, number: number, document: Document): void {
    this.#documents[number] = undefined;
    this.#numbers.delete(id);
    this.#postings.remove(number);
    this.#totalLength -= document.length;
  }
}
