import { isDeterminer, isParticle } from '../words/name-words';
import type { CasedWord } from './words';

/** Words with capitals that may be a name, as they stand in a text. */
export interface CasedMention {
  /** Particles included. */
  readonly words: readonly CasedWord[];
  /** What stands before it belongs to a common noun, in German. */
  readonly isDetermined: boolean;
}

/** The most particles between two words of a name: “of the”. */
const MOST_PARTICLES = 2;
/** Longer runs are headings or lists. */
const LONGEST = 7;
const LONGEST_ACRONYM = 6;

/** Runs of words with capitals. Shouting is none; a single shouted word among others may be an acronym. */
export function casedMentions(words: readonly CasedWord[]): readonly CasedMention[] {
  const mentions: CasedMention[] = [];
  for (let at = 0; at < words.length;) {
    const word = words[at];
    const length = word && canStart(words, at) ? runLength(words, at) : 0;
    const run = words.slice(at, at + length);
    if (run.length > 0 && run.length <= LONGEST) {
      const before = words[at - 1];
      const isDetermined = before !== undefined && word?.isFirst === false && isDeterminer(before.folded);
      mentions.push({ words: run, isDetermined });
    }
    at += Math.max(1, length);
  }
  return mentions;
}

function canStart(words: readonly CasedWord[], at: number): boolean {
  const word = words[at];
  if (word === undefined || !word.isCapital) return false;
  return !word.isShouted || isAcronym(words, at);
}

function isAcronym(words: readonly CasedWord[], at: number): boolean {
  const word = words[at];
  if (word === undefined || word.text.length > LONGEST_ACRONYM) return false;
  return words[at - 1]?.isShouted !== true && words[at + 1]?.isShouted !== true;
}

/** How many words belong together; a particle does only where a word with a capital follows. */
function runLength(words: readonly CasedWord[], start: number): number {
  if (words[start]?.isShouted === true) return 1;
  let end = start + 1;
  for (let at = end; at <= end + MOST_PARTICLES; at++) {
    const word = words[at];
    if (word?.isJoined !== true) break;
    if (word.isCapital && !word.isShouted) end = at + 1;
    else if (!isParticle(word.folded, words[at - 1]?.folded ?? '')) break;
  }
  return end - start;
}
