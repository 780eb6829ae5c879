import { meaningOfText } from './item-meaning';
import type { TitleIndex } from './title-index';
import { withoutThinking } from './without-thinking';

/** Longer answers are no plain lists. In characters. */
const LONGEST_TEXT = 20_000;
const MOST_LINES = 200;
/** A range of more numbers is no choice. */
const WIDEST_RANGE = 50;

const RANGE = /^[[(#\s]*(\d{1,4})\s*(?:-|–|—|to|\.\.+)\s*#?(\d{1,4})[\])\s]*$/i;
const BULLET = /^\s*[-*•+]\s+/;
const ORDINAL = /^\s*(\d{1,3})[.)]\s+(?=\S)/;

/**
 * The items of an answer that is a list without being JSON: names or numbers with commas, or one in a line. Undefined
 * unless every item clearly means a candidate: nothing is picked out of sentences.
 */
export function plainList(answer: unknown, titles: TitleIndex): readonly string[] | undefined {
  if (typeof answer !== 'string' || answer.length > LONGEST_TEXT) return undefined;
  const text = withoutThinking(answer).replace(/```\w*/g, '');
  const lines = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.replace(BULLET, '').trim()]));
  if (lines[0]?.endsWith(':') === true) lines.shift();
  if (lines.length === 0 || lines.length > MOST_LINES) return undefined;
  const items = withoutOrdinals(lines).flatMap((line) => severalIn(line, titles));
  return items.every((item) => meaningOfText(item, titles).kind !== 'none') ? items : undefined;
}

/** The items that one text names: a range of numbers, or names and numbers with commas; else the text alone. */
export function severalIn(text: string, titles: TitleIndex): readonly string[] {
  if (text.length > LONGEST_TEXT || meaningOfText(text, titles).kind !== 'none') return [text];
  const [, from = '', to = ''] = RANGE.exec(text) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (from !== '' && first >= 1 && first < last && last <= titles.count && last - first < WIDEST_RANGE)
    return Array.from({ length: last - first + 1 }, (_, at) => String(first + at));
  const parts = text
    .replace(/^[[({]([^[].*)[\])}]$/s, '$1')
    .split(/[,;\n]/)
    .slice(0, MOST_LINES);
  const means = (part: string): boolean => meaningOfText(part, titles).kind === 'one';
  return parts.length > 1 && parts.every(means) ? parts : [text];
}

/** Lines that are counted from 1 are numbered by themselves, not by the numbers of the candidates. */
function withoutOrdinals(lines: readonly string[]): readonly string[] {
  const isCounted = lines.every((line, at) => Number(ORDINAL.exec(line)?.[1]) === at + 1);
  return isCounted ? lines.map((line) => line.replace(ORDINAL, '')) : lines;
}
