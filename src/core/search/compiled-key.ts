import { traitsOfUnit, UNSPACED } from '../base/char-traits';
import { foldKey } from './key-pattern';
import type { KeyPattern } from './key-pattern';
import { splitWords } from './word-spans';
import type { WordSpans } from './word-spans';

/** A pattern with the number that its hits carry. */
export interface NumberedPattern {
  readonly number: number;
  readonly pattern: KeyPattern;
}

/** A key that can be found word by word: its words, and between them the gaps that are not mere white space. */
export interface WordKey {
  readonly kind: 'words';
  readonly number: number;
  readonly symbols: readonly string[];
}

/** A key that must be looked for character by character. */
export interface CharacterKey {
  readonly kind: 'characters';
  readonly number: number;
  readonly text: string;
  readonly wholeWords: boolean;
}

/** A key in the form its search structure takes it; undefined for a blank key, which never matches. */
export function compileKey({ number, pattern }: NumberedPattern): WordKey | CharacterKey | undefined {
  const text = foldKey(pattern.text, pattern.caseSensitive);
  if (text === '') return undefined;
  if (pattern.wholeWords && !hasUnspacedLetters(text)) {
    const words = splitWords(text);
    if (isBoundByWords(text, words)) return { kind: 'words', number, symbols: symbolsOf(text, words) };
  }
  return { kind: 'characters', number, text, wholeWords: pattern.wholeWords };
}

// Letters of such scripts beyond the first plane end up in a gap, which compares by its text: the answer is the same.
function hasUnspacedLetters(text: string): boolean {
  for (let at = 0; at < text.length; at++) if ((traitsOfUnit(text.charCodeAt(at)) & UNSPACED) !== 0) return true;
  return false;
}

function isBoundByWords(text: string, { count, starts, ends }: WordSpans): boolean {
  return count > 0 && starts[0] === 0 && ends[count - 1] === text.length;
}

function symbolsOf(text: string, { count, starts, ends }: WordSpans): readonly string[] {
  const symbols: string[] = [];
  for (let word = 0; word < count; word++) {
    const gap = word === 0 ? ' ' : text.slice(ends[word - 1], starts[word]);
    if (gap !== ' ') symbols.push(gap);
    symbols.push(text.slice(starts[word], ends[word]));
  }
  return symbols;
}
