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
    if (character === '[' || character === '{') return at;
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

/** Objects with nothing but commas and blanks between them are the rows of one list that lost its brackets. */
function joinRows(text: string, found: readonly FoundJson[]): readonly FoundJson[] {
  const joined: FoundJson[] = [];
  let rows: FoundJson[] = [];
  const close = (): void => {
    const [first, last] = [rows[0], rows.at(-1)];
    if (first && last && first !== last) {
      const values = rows.filter(({ isCut }) => !isCut).map(({ value }) => value);
      joined.push({ ...first, value: values, end: last.end, isCut: last.isCut });
    } else joined.push(...rows);
    rows = [];
  };
  for (const one of found) {
    const last = rows.at(-1);
    const continues = last !== undefined && isRow(last) && isRow(one) && isGap(text, last.end, one.start);
    if (!continues) close();
    rows.push(one);
  }
  close();
  return joined;
}

function isRow({ value }: FoundJson): boolean {
  return !Array.isArray(value);
}

function isGap(text: string, start: number, end: number): boolean {
  return /^[\s,;]*$/.test(text.slice(start, end));
}
