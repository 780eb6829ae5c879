import { foldText } from '../base/fold-text';

/** A literal key as its user wrote it, with the switches that apply to it. */
export interface KeyPattern {
  readonly text: string;
  readonly caseSensitive: boolean;
  readonly wholeWords: boolean;
}

/** The key in the form that is looked for: folded, trimmed, and each run of white space as one space. */
export function foldKey(text: string, caseSensitive: boolean): string {
  return foldText(text, { caseSensitive }).text.trim().replace(/ {2,}/g, ' ');
}

/** Whether a key has nothing in it that could be seen in a text; such a key never matches. */
export function isBlankKey(text: string): boolean {
  return foldKey(text, true) === '';
}
