import { foldText } from '../base/fold-text';
import type { NumberedPattern } from './compiled-key';
import { HitBudget } from './hit-budget';
import { orderHits } from './key-hit';
import type { KeyHit } from './key-hit';
import type { KeyPattern } from './key-pattern';
import { buildSegment, searchLane, SegmentDraft } from './key-segment';
import type { KeyLane, KeySegment } from './key-segment';
import { RemovedNumbers } from './removed-numbers';
import { splitWords } from './word-spans';

/**
 * Finds many literal keys in a text at once. A matcher never changes; the rules of a match are those of
 * `findKeysNaively`. The time of a search depends on the text and on what is found in it, not on the number of patterns.
 */
export interface KeywordMatcher {
  /**
   * The number that the next pattern will get. Numbers begin at 0, follow the order in which patterns are given, stay the
   * same in every matcher made from this one by `with`, and are never used again after a removal.
   */
  readonly nextPattern: number;
  /**
   * Every occurrence of every key, overlapping ones too, by start, then end, then pattern. Of a text with more than
   * 100,000 hits each key is reported at least once, but no longer each time.
   */
  match(text: string): readonly KeyHit[];
  /**
   * A matcher without the patterns numbered `removed` and with the patterns `added`, numbered from `nextPattern` on; costs
   * far less than a new one when few patterns change. Numbers that are removed already are passed over; a number that was
   * never given throws a RangeError.
   */
  with(added: readonly KeyPattern[], removed: readonly number[]): KeywordMatcher;
}

/** Builds a matcher; equal patterns keep their own numbers but share their place in the search structure. */
export function createKeywordMatcher(patterns: Iterable<KeyPattern>): KeywordMatcher {
  const numbered = numberFrom(0, [...patterns]);
  return new SegmentedMatcher(numbered.length === 0 ? [] : [newPart(numbered)], RemovedNumbers.none, numbered.length);
}

/** A matcher that is still being built by its only owner: the cost is spread over the calls of `add`. */
export class KeywordMatcherDraft {
  readonly #segment = new SegmentDraft();
  #removed: number[] = [];
  #count = 0;

  /** The number that the next pattern will get, as in the matcher. */
  get nextPattern(): number {
    return this.#count;
  }

  /** Adds patterns and takes away others by their numbers. */
  change(added: readonly KeyPattern[], removed: readonly number[]): void {
    this.#segment.add(numberFrom(this.#count, added));
    this.#count += added.length;
    this.#removed = this.#removed.concat(removed);
  }

  /** The matcher; the draft must not be used after it. */
  sealed(): KeywordMatcher {
    if (this.#count === 0) return createKeywordMatcher([]);
    const whole = new SegmentedMatcher(
      [{ segment: this.#segment.sealed(), removed: 0 }],
      RemovedNumbers.none,
      this.#count,
    );
    return this.#removed.length === 0 ? whole : whole.with([], this.#removed);
  }
}

/** A segment, and how many of its patterns have been removed since it was built. */
interface Part {
  readonly segment: KeySegment;
  readonly removed: number;
}

// Each part is at least so many times as large as the next, so that there are few of them and large ones are seldom rebuilt.
const RATIO = 8;

// Building a part holds the host up; parts that would become larger stay apart.
const LARGEST_PART = 8_192;

class SegmentedMatcher implements KeywordMatcher {
  private readonly insensitive: readonly KeyLane[];
  private readonly sensitive: readonly KeyLane[];

  constructor(
    private readonly parts: readonly Part[],
    private readonly removed: RemovedNumbers,
    readonly nextPattern: number,
  ) {
    this.insensitive = parts.flatMap(({ segment }) => segment.insensitive ?? []);
    this.sensitive = parts.flatMap(({ segment }) => segment.sensitive ?? []);
  }

  match(text: string): readonly KeyHit[] {
    const hits: KeyHit[] = [];
    const budget = new HitBudget();
    this.search(text, false, this.insensitive, hits, budget);
    this.search(text, true, this.sensitive, hits, budget);
    return orderHits(hits);
  }

  with(added: readonly KeyPattern[], removed: readonly number[]): KeywordMatcher {
    const fresh = this.freshRemovals(removed);
    const gone = this.removed.with(fresh);
    const parts = this.parts.map((part) => countRemovals(part, fresh)).flatMap((part) => thinOut(part, gone));
    if (added.length > 0) parts.push(newPart(numberFrom(this.nextPattern, added)));
    return new SegmentedMatcher(mergeSmall(parts, gone), gone, this.nextPattern + added.length);
  }

  private search(
    text: string,
    caseSensitive: boolean,
    lanes: readonly KeyLane[],
    hits: KeyHit[],
    budget: HitBudget,
  ): void {
    if (lanes.length === 0 || text === '') return;
    const folded = foldText(text, { caseSensitive });
    const words = lanes.some((lane) => lane.words !== undefined) ? splitWords(folded.text) : undefined;
    const found = (pattern: number, start: number, end: number): void => {
      budget.spend();
      if (!this.removed.has(pattern)) hits.push({ pattern, ...folded.originalRange(start, end) });
    };
    for (const lane of lanes) searchLane(lane, folded.text, words, found, budget);
  }

  private freshRemovals(numbers: readonly number[]): readonly number[] {
    const unknown = numbers.find((number) => !Number.isInteger(number) || number < 0 || number >= this.nextPattern);
    if (unknown !== undefined) throw new RangeError(`No pattern has the number ${String(unknown)}.`);
    return [...new Set(numbers)].filter((number) => !this.removed.has(number));
  }
}

function numberFrom(first: number, patterns: readonly KeyPattern[]): readonly NumberedPattern[] {
  return patterns.map((pattern, index) => ({ number: first + index, pattern }));
}

function newPart(patterns: readonly NumberedPattern[]): Part {
  return { segment: buildSegment(patterns), removed: 0 };
}

// Numbers ascend within a part and from part to part, because only neighbors are merged.
function countRemovals(part: Part, numbers: readonly number[]): Part {
  const { patterns } = part.segment;
  const first = patterns[0]?.number ?? 0;
  const last = patterns.at(-1)?.number ?? -1;
  const more = numbers.filter((number) => number >= first && number <= last).length;
  return more === 0 ? part : { ...part, removed: part.removed + more };
}

/** Rebuilds a part of which at least half is removed; nothing when all of it is. */
function thinOut(part: Part, gone: RemovedNumbers): readonly Part[] {
  const { patterns } = part.segment;
  if (part.removed === patterns.length) return [];
  return part.removed * 2 < patterns.length ? [part] : [newPart(withoutRemoved([part], gone))];
}

function mergeSmall(parts: readonly Part[], gone: RemovedNumbers): readonly Part[] {
  let from = parts.length - 1;
  let size = parts[from]?.segment.patterns.length ?? 0;
  for (; from > 0; from--) {
    const before = parts[from - 1]?.segment.patterns.length ?? 0;
    if (before >= size * RATIO || before + size > LARGEST_PART) break;
    size += before;
  }
  const merged = parts.slice(from);
  return merged.length < 2 ? parts : [...parts.slice(0, from), newPart(withoutRemoved(merged, gone))];
}

function withoutRemoved(parts: readonly Part[], gone: RemovedNumbers): readonly NumberedPattern[] {
  return parts.flatMap(({ segment }) => segment.patterns).filter(({ number }) => !gone.has(number));
}
