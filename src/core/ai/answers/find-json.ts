import { readLooseJson } from './loose-json';

/** A list or object in a text. */
export interface FoundJson {
  readonly value: unknown;
  readonly isCut: boolean;
  /** Where it stands; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** It stands in a fence of code. */
  readonly isFenced: boolean;
  /** The values that were joined into this one: one of them may be all that was meant, behind a repeated form. */
  readonly alternatives?: readonly FoundJson[];
}

/** What a search has found, in the order of the text. */
export interface JsonSearch {
  readonly found: readonly FoundJson[];
  /** Something began that had no complete part. */
  readonly hasStump: boolean;
}

const FENCE = '```';
const MOST_FOUND = 500;
/** Attempts without a result read this much and once the text: beyond that, brackets begin nothing. In characters. */
const MOST_IN_VAIN = 20_000;

/** Finds the lists and objects of a text. Takes time in proportion to its length, whatever it holds. */
export function findJson(text: string): JsonSearch {
  const found: FoundJson[] = [];
  const fences = new FenceCounter(text);
  let hasStump = false;
  let left = text.length + MOST_IN_VAIN;
  for (let start = nextStart(text, 0); start >= 0 && left > 0 && found.length < MOST_FOUND;) {
    const { value, end, isCut } = readLooseJson(text, start);
    const isUseful = !isCut || hasContent(value);
    if (isUseful) found.push({ value, isCut, start, end, isFenced: fences.isInside(start) });
    else {
      left -= end - start;
      hasStump ||= end >= text.length;
    }
    start = nextStart(text, isUseful ? end : start + 1);
  }
  return { found: joinRows(text, found), hasStump };
}

function nextStart(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if ('[{［｛'.includes(character)) return at;
  }
  return -1;
}

function hasContent(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

/** Tells for places that come in order whether they are inside a fence. */
class FenceCounter {
  #next: number;
  #isInside = false;

  constructor(private readonly text: string) {
    this.#next = text.indexOf(FENCE);
  }

  isInside(place: number): boolean {
    while (this.#next >= 0 && this.#next < place) {
      this.#isInside = !this.#isInside;
      this.#next = this.text.indexOf(FENCE, this.#next + FENCE.length);
    }
    return this.#isInside;
  }
}

/** Objects with nothing but commas and blanks between them are the rows of one list that lost its brackets; lists on lines of their own are parts of one. */
function joinRows(text: string, found: readonly FoundJson[]): readonly FoundJson[] {
  const joined: FoundJson[] = [];
  let rows: FoundJson[] = [];
  const close = (): void => {
    const [first, last] = [rows[0], rows.at(-1)];
    if (first && last && first !== last) {
      const values = rows.filter(({ isCut }) => !isCut).map(({ value }) => value);
      const alternatives = Array.isArray(first.value) ? [] : rows;
      joined.push({ ...first, value: values.flat(), end: last.end, isCut: last.isCut, alternatives });
    } else joined.push(...rows);
    rows = [];
  };
  for (const one of found) {
    const last = rows.at(-1);
    const continues = last !== undefined && areRows(last, one) && isGap(text, last, one);
    if (!continues) close();
    rows.push(one);
  }
  close();
  return joined;
}

function areRows(a: FoundJson, b: FoundJson): boolean {
  return Array.isArray(a.value) === Array.isArray(b.value);
}

function isGap(text: string, a: FoundJson, b: FoundJson): boolean {
  const gap = text.slice(a.end, b.start);
  return /^[\s,;]*$/.test(gap) && (!Array.isArray(a.value) || gap.includes('\n'));
}
