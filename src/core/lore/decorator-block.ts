import { markdownTokens, type MarkdownToken } from './markdown-tokens';

/** One line of a decorator block. */
export interface DecoratorLine {
  /** Lower case, without `@@`. */
  readonly name: string;
  /** What follows the name, trimmed. */
  readonly value: string;
  /** Written with `@@@`: it counts only if the one above it does not. */
  readonly isFallback: boolean;
  /** The line as written, trimmed. */
  readonly written: string;
}

/** A text cut at its decorators. `head`, `block` and `rest` joined are the text again, byte for byte. */
export interface DecoratorBlock {
  /** What stands above the block and shows no text: blank lines, comments, the title heading. */
  readonly head: string;
  readonly block: string;
  readonly rest: string;
  readonly lines: readonly DecoratorLine[];
}

const LINE = /[ \t]*(@@(@?)([^\s]*)([^\r\n]*))(?:\r\n|\n|\r|$)/y;

/**
 * Finds the decorators that lead a text: lines that begin with `@@`, up to the first line that does not. Undefined when
 * the text begins with something else. Line ends may be LF, CRLF or CR.
 */
export function splitDecorators(text: string): DecoratorBlock | undefined {
  if (!text.includes('@@')) return undefined;
  const start = blockStart(text);
  if (start === undefined) return undefined;
  const lines: DecoratorLine[] = [];
  let end = start;
  for (let match = lineAt(text, end); match; match = lineAt(text, end)) {
    const [whole, written = '', third = '', name = '', value = ''] = match;
    lines.push({ name: name.toLowerCase(), value: value.trim(), isFallback: third !== '', written: written.trim() });
    end += whole.length;
  }
  return { head: text.slice(0, start), block: text.slice(start, end), rest: text.slice(end), lines };
}

function lineAt(text: string, at: number): RegExpExecArray | null {
  LINE.lastIndex = at;
  return LINE.exec(text);
}

/** Where the first line that shows text begins, if it begins with `@@`. The title heading above it does not count. */
function blockStart(text: string): number | undefined {
  const tokens = markdownTokens(text);
  let isTitleLine = false;
  let hasTitle = false;
  for (const token of tokens) {
    if (token.text.startsWith('\n')) isTitleLine = false;
    if (isTitleLine) continue;
    if (token.kind === 'heading' && token.level === 1 && !hasTitle) {
      isTitleLine = true;
      hasTitle = true;
    } else if (!showsNothing(token)) return lineStart(text, token);
  }
  return undefined;
}

function showsNothing(token: MarkdownToken): boolean {
  return token.kind === 'hidden' ? token.closed : token.kind === 'text' && token.text.trim() === '';
}

/** The start of the line whose first sign is the token's, if it begins a decorator. */
function lineStart(text: string, token: MarkdownToken): number | undefined {
  const at = token.at + token.text.search(/\S/);
  if (!text.startsWith('@@', at)) return undefined;
  let start = at;
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start--;
  const before = text.slice(0, start);
  return before === '' || before === '\uFEFF' || /[\r\n]$/.test(before) ? start : undefined;
}
