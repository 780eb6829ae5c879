import { MARK, SPACE, SPACED, traitsOfCodePoint } from './char-traits';

/**
 * Whether a match may begin or end at `index` of a folded text at all: never inside a surrogate pair, never between a
 * character and the marks that belong to it.
 */
export function isCharacterEdge(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return true;
  if (isLowSurrogate(text.charCodeAt(index)) && isHighSurrogate(text.charCodeAt(index - 1))) return false;
  return !belongsToTheLast(text, index);
}

/**
 * Whether a word may end or begin at `index` of a folded text. There is no boundary between two letters, digits or marks
 * of scripts that put spaces between words, and none inside a character with its marks. Everywhere else there is one:
 * beside punctuation, symbols, underscores, emoji and white space, and beside every letter of a script that is written
 * without spaces (Han, kana, Hangul, Thai, Lao, Khmer, Burmese and their kin).
 *
 * So the edge of a key asks for a boundary exactly where it is a letter or digit.
 */
export function isWordBoundary(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return true;
  if (!isCharacterEdge(text, index)) return false;
  return !(isSpaced(text, index) && isSpaced(text, baseBefore(text, index)));
}

function isSpaced(text: string, index: number): boolean {
  return (traitsOfCodePoint(text.codePointAt(index) ?? 0) & SPACED) !== 0;
}

function belongsToTheLast(text: string, index: number): boolean {
  if (index <= 0 || (traitsOfCodePoint(text.codePointAt(index) ?? 0) & MARK) === 0) return false;
  return (traitsOfCodePoint(text.codePointAt(startBefore(text, index)) ?? 0) & SPACE) === 0;
}

/** Where the character before `index` begins, its marks skipped. */
function baseBefore(text: string, index: number): number {
  let base = startBefore(text, index);
  while (belongsToTheLast(text, base)) base = startBefore(text, base);
  return base;
}

function startBefore(text: string, index: number): number {
  const isPair = isLowSurrogate(text.charCodeAt(index - 1)) && isHighSurrogate(text.charCodeAt(index - 2));
  return index - (isPair ? 2 : 1);
}

function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isLowSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xdc00;
}
