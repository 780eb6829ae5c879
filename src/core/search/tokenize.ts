import { foldText } from '../base/fold-text';
import { traitsOfCodePoint, UNSPACED } from '../base/char-traits';

const RUN = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * The terms of a text for full-text search: folded words; runs of scripts written without spaces become overlapping
 * pairs of characters, since their words cannot be told apart by spaces.
 */
export function tokenize(text: string): readonly string[] {
  const terms: string[] = [];
  for (const [run] of foldText(text, { caseSensitive: false }).text.matchAll(RUN)) addRun(run, terms);
  return terms;
}

function addRun(run: string, terms: string[]): void {
  let word = '';
  let unspaced: string[] = [];
  const endUnspaced = (): void => {
    if (unspaced.length === 1) terms.push(unspaced.join(''));
    for (let at = 0; at + 1 < unspaced.length; at++) terms.push(`${unspaced[at] ?? ''}${unspaced[at + 1] ?? ''}`);
    unspaced = [];
  };
  for (const character of run) {
    if ((traitsOfCodePoint(character.codePointAt(0) ?? 0) & UNSPACED) !== 0) {
      if (word !== '') terms.push(word);
      word = '';
      unspaced.push(character);
    } else {
      endUnspaced();
      word += character;
    }
  }
  endUnspaced();
  if (word !== '') terms.push(word);
}
