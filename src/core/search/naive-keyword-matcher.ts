import { foldText } from '../base/fold-text';
import { isCharacterEdge, isWordBoundary } from '../base/word-boundary';
import { orderHits } from './key-hit';
import type { KeyHit } from './key-hit';
import { foldKey } from './key-pattern';
import type { KeyPattern } from './key-pattern';

/**
 * What it means that a key is in a text, said plainly and without regard to speed; the real matcher is held against it.
 *
 * 1. Text and key are folded, with or without their case.
 * 2. The key is trimmed; each run of white space in it stands for any run of white space in the text.
 * 3. A key with nothing left never matches.
 * 4. With whole words on, a match begins and ends at a word boundary; with it off, at the edge of a character.
 * 5. Every occurrence counts, overlapping ones too.
 */
export function findKeysNaively(patterns: readonly KeyPattern[], text: string): readonly KeyHit[] {
  return orderHits(patterns.flatMap((pattern, number) => occurrences(pattern, number, text)));
}

function occurrences(pattern: KeyPattern, number: number, text: string): readonly KeyHit[] {
  const folded = foldText(text, pattern);
  const key = foldKey(pattern.text, pattern.caseSensitive);
  const isEdge = pattern.wholeWords ? isWordBoundary : isCharacterEdge;
  const hits: KeyHit[] = [];
  for (let start = 0; key !== '' && start < folded.text.length; start++) {
    const end = endOfKeyAt(folded.text, start, key);
    if (end === undefined || !isEdge(folded.text, start) || !isEdge(folded.text, end)) continue;
    hits.push({ pattern: number, ...folded.originalRange(start, end) });
  }
  return hits;
}

function endOfKeyAt(text: string, start: number, key: string): number | undefined {
  let at = start;
  for (const unit of key.split('')) {
    if (text[at] !== unit) return undefined;
    at += 1;
    while (unit === ' ' && text[at] === ' ') at += 1;
  }
  return at;
}
