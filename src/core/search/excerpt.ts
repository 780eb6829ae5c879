import { foldText } from '../base/fold-text';

/** Characters of an excerpt on each side of the word it is about. */
const REACH = 80;

/** A piece of a text around the first of the terms that it holds; its beginning when it holds none. */
export function excerptAround(text: string, terms: readonly string[]): string {
  const folded = foldText(text, { caseSensitive: false });
  const places = terms.map((term) => folded.text.indexOf(term)).filter((place) => place >= 0);
  const found = places.length > 0 ? folded.originalRange(Math.min(...places), Math.min(...places) + 1).start : 0;
  const start = wordStart(text, Math.max(0, found - REACH));
  const end = Math.min(text.length, found + REACH);
  const piece = text.slice(start, end).replace(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${piece}${end < text.length ? '…' : ''}`;
}

function wordStart(text: string, from: number): number {
  if (from === 0) return 0;
  const space = text.indexOf(' ', from);
  return space >= 0 && space - from < REACH / 2 ? space + 1 : from;
}
