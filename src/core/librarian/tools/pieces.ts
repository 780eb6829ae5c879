/** The most characters that one answer of a tool shows of a text. */
export const LONGEST_PIECE = 12_000;

/** A part of a long text, and how to see the rest. */
export interface Piece {
  readonly text: string;
  /** Empty when this is all. */
  readonly more: string;
}

/** The part of a text from a place on; `more` says with which `from` the next part is shown. */
export function pieceOf(text: string, from = 0, longest = LONGEST_PIECE): Piece {
  const start = Math.min(from, text.length);
  const end = start + longest >= text.length ? text.length : cutBefore(text, start, start + longest);
  const piece = text.slice(start, end);
  if (end >= text.length) return { text: piece, more: '' };
  const more = `Characters ${String(start)} to ${String(end)} of ${String(text.length)} are shown. For the next ones call it again with "from": ${String(end)}.`;
  return { text: piece, more };
}

/** A cut at the end of a line, where there is one in the last part; never within a character. */
function cutBefore(text: string, start: number, end: number): number {
  const line = text.lastIndexOf('\n', end);
  if (line > start + (end - start) / 2) return line + 1;
  const isLow = /[\uDC00-\uDFFF]/.test(text.charAt(end));
  return isLow ? end - 1 : end;
}

/** Some items of a list, and how to see the others. */
export function pageOf<Item>(
  items: readonly Item[],
  offset: number,
  most: number,
): { readonly items: readonly Item[]; readonly more: string } {
  const shown = items.slice(offset, offset + most);
  const next = offset + shown.length;
  if (next >= items.length) return { items: shown, more: '' };
  const more = `${String(next)} of ${String(items.length)} are shown. For the next ones call it again with "offset": ${String(next)}.`;
  return { items: shown, more };
}

/** Texts one below the other, without the empty ones. */
export function lines(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}

/** `1 entry`, `2 entries`. */
export function counted(count: number, one: string, many: string): string {
  return `${String(count)} ${count === 1 ? one : many}`;
}
