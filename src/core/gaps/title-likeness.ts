import { foldText } from '../base/fold-text';
import { tokenize } from '../search/tokenize';
import { isFunctionWord } from './words/function-words';
import { isTitle } from './words/name-words';

/** Titles are alike when more than this share of their words is the same. */
const LEAST_SHARE = 0.6;

/** A title as titles are compared: folded, with single blanks. */
export function titleForm(title: string): string {
  return foldText(title, { caseSensitive: false }).text.replace(/\s+/g, ' ').trim();
}

/** The words of a title that say what it is about; all of them where none does. */
export function titleTerms(title: string): ReadonlySet<string> {
  const terms = tokenize(title);
  const telling = terms.filter((term) => !isFunctionWord(term) && !isTitle(term));
  return new Set(telling.length === 0 ? terms : telling);
}

/** How much of two titles is the same, 0 to 1: words of both, of the words of the longer one. */
export function likeness(a: string, b: string): number {
  if (titleForm(a) === titleForm(b)) return 1;
  const [first, second] = [titleTerms(a), titleTerms(b)];
  const shared = [...first].filter((term) => second.has(term)).length;
  return shared / Math.max(1, first.size, second.size);
}

/** Whether two titles most likely mean the same. */
export function isAlike(a: string, b: string): boolean {
  return likeness(a, b) > LEAST_SHARE;
}
