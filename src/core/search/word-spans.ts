import { MARK, SPACE, SPACED, traitsOfCodePoint, traitsOfUnit } from '../base/char-traits';

/**
 * The words of a folded text in order: longest runs of letters, digits and marks of scripts that put spaces between words
 * (the boundaries of `isWordBoundary`). `hashes` are those of `hashText`. Only the first `count` numbers count.
 */
export interface WordSpans {
  readonly count: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly hashes: Int32Array;
}

const SEED = 0x811c9dc5;
// A space behind the last character ends the last word.
const END = 0x20;
const SURROGATES = 0xd800;

/** One step of the hash by which words are looked up (FNV-1a over code units). */
function hashUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/** The hash of a word or of a gap between words. */
export function hashText(text: string): number {
  let hash = SEED;
  for (let at = 0; at < text.length; at++) hash = hashUnit(hash, text.charCodeAt(at));
  return hash;
}

/** Splits a folded text into its words and hashes each, in one walk. */
export function splitWords(text: string): WordSpans {
  const most = (text.length >>> 1) + 1;
  const [starts, ends, hashes] = [new Int32Array(most), new Int32Array(most), new Int32Array(most)];
  let count = 0;
  let hash = SEED;
  let isInWord = false;
  let isAfterSpace = true;
  for (let at = 0; at <= text.length; at++) {
    const unit = at < text.length ? text.charCodeAt(at) : END;
    const traits = unit < SURROGATES ? traitsOfUnit(unit) : highTraits(text, at, unit);
    const continues: boolean = (traits & MARK) !== 0 && !isAfterSpace ? isInWord : (traits & SPACED) !== 0;
    if (continues) {
      if (!isInWord) starts[count] = at;
      hash = hashUnit(hash, unit);
    } else if (isInWord) {
      ends[count] = at;
      hashes[count++] = hash;
      hash = SEED;
    }
    isInWord = continues;
    isAfterSpace = (traits & SPACE) !== 0;
  }
  return { count, starts, ends, hashes };
}

// The second half of a pair goes where the first half went, as a mark does; folded texts hold no lone halves.
function highTraits(text: string, at: number, unit: number): number {
  return (unit & 0xfc00) === 0xdc00 ? MARK : traitsOfCodePoint(text.codePointAt(at) ?? 0);
}
