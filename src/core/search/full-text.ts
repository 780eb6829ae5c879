import type { EntryId } from '../base/entry-id';
import type { LoreEntry } from '../lore/lore-entry';
import { excerptAround } from './excerpt';
import type { LoreIndex } from './lore-index';
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

interface Document {
  readonly entry: LoreEntry;
  /** Weighted number of terms. */
  readonly length: number;
  readonly counts: ReadonlyMap<string, number>;
}

/**
 * Full-text search over the entries of an index. Built on first use and brought up to date from one snapshot to the
 * next by what changed; entries are values, so an unchanged entry is the same object.
 */
export class FullText {
  #snapshot: LoreIndex | undefined;
  readonly #documents = new Map<EntryId, Document>();
  readonly #postings = new Map<string, Set<EntryId>>();
  #totalLength = 0;

  /** The best entries for any of the queries, best first. Guides are no entries and cannot be found. */
  search(index: LoreIndex, queries: readonly string[], limit: number): readonly TextHit[] {
    this.#follow(index);
    const terms = this.#usefulTerms(queries.flatMap(tokenize));
    const scores = new Map<EntryId, number>();
    for (const term of terms) {
      const posting = this.#postings.get(term) ?? new Set();
      const weight = Math.log(1 + (this.#documents.size - posting.size + 0.5) / (posting.size + 0.5));
      for (const id of posting) scores.set(id, (scores.get(id) ?? 0) + weight * this.#termScore(id, term));
    }
    return [...scores]
      .sort(([idA, a], [idB, b]) => b - a || (idA < idB ? -1 : 1))
      .slice(0, limit)
      .flatMap(([id, score]) => {
        const entry = this.#documents.get(id)?.entry;
        return entry ? [{ entry, score, excerpt: excerptAround(entry.text, terms) }] : [];
      });
  }

  #termScore(id: EntryId, term: string): number {
    const document = this.#documents.get(id);
    if (!document) return 0;
    const count = document.counts.get(term) ?? 0;
    const average = this.#totalLength / Math.max(1, this.#documents.size);
    return (count * (K1 + 1)) / (count + K1 * (1 - B + (B * document.length) / Math.max(1, average)));
  }

  /** The rarest distinct terms that any entry holds. */
  #usefulTerms(terms: readonly string[]): readonly string[] {
    const known = [...new Set(terms)].filter((term) => this.#postings.has(term));
    const frequency = (term: string): number => this.#postings.get(term)?.size ?? 0;
    return known.sort((a, b) => frequency(a) - frequency(b)).slice(0, MOST_TERMS);
  }

  #follow(index: LoreIndex): void {
    if (this.#snapshot === index) return;
    this.#snapshot = index;
    for (const [id, document] of this.#documents)
      if (index.entries.get(id) !== document.entry) this.#remove(id, document);
    for (const entry of index.entries.values()) if (!this.#documents.has(entry.id)) this.#add(entry);
  }

  #add(entry: LoreEntry): void {
    const counts = new Map<string, number>();
    const count = (text: string, weight: number): void => {
      for (const term of tokenize(text)) counts.set(term, (counts.get(term) ?? 0) + weight);
    };
    count([entry.title, ...entry.keys.map((key) => key.text)].join('\n'), TITLE_WEIGHT);
    count(entry.text, 1);
    const length = [...counts.values()].reduce((sum, one) => sum + one, 0);
    this.#documents.set(entry.id, { entry, length, counts });
    this.#totalLength += length;
    for (const term of counts.keys()) {
      const posting = this.#postings.get(term);
      if (posting) posting.add(entry.id);
      else this.#postings.set(term, new Set([entry.id]));
    }
  }

  #remove(id: EntryId, document: Document): void {
    this.#documents.delete(id);
    this.#totalLength -= document.length;
    for (const term of document.counts.keys()) {
      const posting = this.#postings.get(term);
      posting?.delete(id);
      if (posting?.size === 0) this.#postings.delete(term);
    }
  }
}
