import { LARGEST_SEGMENT, TextSegment, type CountedText } from './text-segment';

/** Texts that are not in a segment yet. */
const MOST_YOUNG = 256;
// Each segment is at least so many times as large as the next, so that there are few of them.
const RATIO = 4;

/**
 * Which of many texts hold a term, and how often. Texts are numbered by the caller and only added or removed; a number
 * that was removed is never given again.
 */
export class TextPostings {
  readonly #numbers = new Map<string, number>();
  #segments: readonly TextSegment[] = [];
  #young: CountedText[] = [];
  /** 1 for each text that is there, by number. */
  #there = new Uint8Array(1_024);
  /** How many texts hold a term, as far as it was asked since the last change. */
  readonly #frequencies = new Map<string, number>();
  /** How many texts there are. */
  size = 0;

  add(text: number, counts: ReadonlyMap<string, number>): void {
    this.#change(text, 1);
    const numbered = new Map<number, number>();
    for (const [term, count] of counts) numbered.set(this.#numberOf(term), count);
    this.#young.push({ text, counts: numbered });
    if (this.#young.length >= MOST_YOUNG) this.#freeze();
  }

  remove(text: number): void {
    this.#change(text, 0);
  }

  /** How many texts hold a term. */
  frequency(term: string): number {
    const known = this.#frequencies.get(term);
    if (known !== undefined) return known;
    let frequency = 0;
    this.each(term, () => frequency++);
    this.#frequencies.set(term, frequency);
    return frequency;
  }

  /** Calls back for each text that holds a term, with how often it counts there. */
  each(term: string, found: (text: number, count: number) => void): void {
    const number = this.#numbers.get(term);
    if (number === undefined) return;
    const there = this.#there;
    const tell = (text: number, count: number): void => {
      if (there[text] === 1) found(text, count);
    };
    for (const segment of this.#segments) segment.each(number, tell);
    for (const { text, counts } of this.#young) {
      const count = counts.get(number);
      if (count !== undefined) tell(text, count);
    }
  }

  #change(text: number, there: 0 | 1): void {
    if (text >= this.#there.length) {
      const longer = new Uint8Array(text * 2);
      longer.set(this.#there);
      this.#there = longer;
    }
    this.size += there - (this.#there[text] ?? 0);
    this.#there[text] = there;
    this.#frequencies.clear();
  }

  #numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(ownCopy(term), number);
    return number;
  }

  /** Makes a segment of the young texts, together with segments that are not much larger. */
  #freeze(): void {
    const isThere = (text: number): boolean => this.#there[text] === 1;
    let texts: readonly CountedText[] = this.#young.filter(({ text }) => isThere(text));
    this.#young = [];
    const kept = [...this.#segments];
    for (let last = kept.at(-1); last !== undefined; last = kept.at(-1)) {
      const size = texts.length + last.texts.length;
      if (last.texts.length >= texts.length * RATIO || size > LARGEST_SEGMENT) break;
      texts = [...last.wanted(isThere), ...texts];
      kept.pop();
    }
    this.#segments = [...kept, TextSegment.of(texts)];
  }
}

/** A part cut out of a long text can keep all of it in memory. */
function ownCopy(term: string): string {
  return term.length < 13 ? term : Array.from(term).join('');
}
