/** Stands where something was taken out of a text, so that the gap can be closed afterwards. Texts hold no such character. */
export const GAP = '\u0000';

/** Marks of quotes, lists, tasks and headings, with nothing that they would mark. */
const ONLY_MARKS = /^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)]|#{1,6}|\[[ xX]\])[ \t]*)+$/;

/**
 * Closes the gaps in a text: a line that only a gap has emptied, but for marks of lists and the like, goes, blank lines around it become one, and inside a
 * line the blanks around a gap become one. All other lines stay as they are.
 */
export function closeGaps(text: string): string {
  if (!text.includes(GAP)) return text;
  const kept: string[] = [];
  let isAfterGap = false;
  for (const line of text.split('\n')) {
    const hasGap = line.includes(GAP);
    const closed = hasGap ? closedLine(line) : line;
    const isBlank = closed.trim() === '' || (hasGap && ONLY_MARKS.test(closed));
    if (isBlank && hasGap) {
      isAfterGap = true;
      continue;
    }
    if (isBlank && isAfterGap && (kept.at(-1) ?? '').trim() === '') continue;
    kept.push(closed);
    isAfterGap = false;
  }
  return kept.join('\n');
}

function closedLine(line: string): string {
  const pieces: string[] = [];
  let hasText = false;
  let isSpaced = false;
  const parts = line.split(GAP);
  parts.forEach((part, index) => {
    const start = index === 0 ? 0 : blanksAtStart(part);
    const end = index === parts.length - 1 ? part.length : part.length - blanksAtEnd(part);
    const isEmpty = blanksAtStart(part) === part.length;
    if (isEmpty) {
      if (index === 0) pieces.push(part);
      isSpaced ||= part !== '';
      return;
    }
    const text = part.slice(start, end);
    if (hasText && (isSpaced || start > 0) && !/^[,.;:!?)\]]/.test(text)) pieces.push(' ');
    pieces.push(text);
    hasText = true;
    isSpaced = end < part.length;
  });
  return pieces.join('');
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}

function blanksAtStart(text: string): number {
  let count = 0;
  while (isBlank(text[count])) count++;
  return count;
}

function blanksAtEnd(text: string): number {
  let count = 0;
  while (count < text.length && isBlank(text[text.length - 1 - count])) count++;
  return count;
}
