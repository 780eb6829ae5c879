import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import type { MarkdownBlock, MarkdownCell, MarkdownInline, MarkdownItem } from './markdown-tree';
import { readInlines } from './read-inlines';

/** Longer texts are shown as they are written: nobody reads them, and nothing must wait for them. */
const LONGEST = 200_000;
/** What is nested deeper is shown as it is written. */
const DEEPEST = 12;

/**
 * Markdown as a tree of the few things that panels draw. It holds nothing that could run, load or leave the page: HTML is
 * text, images are links, and addresses of other kinds than web and mail are text.
 */
export function readMarkdown(text: string): readonly MarkdownBlock[] {
  const tokens = text.length > LONGEST ? undefined : lexed(text);
  return tokens === undefined ? plain(text) : readBlocks(tokens, 0);
}

/** Undefined where the text is nested too deeply to be taken apart. */
function lexed(text: string): readonly Token[] | undefined {
  try {
    return new Lexer({ gfm: true, breaks: true }).lex(text);
  } catch {
    return undefined;
  }
}

function plain(text: string): readonly MarkdownBlock[] {
  return [{ kind: 'code', text }];
}

function readBlocks(tokens: readonly Token[], depth: number): readonly MarkdownBlock[] {
  return tokens.flatMap((token) => (isMarked(token) ? readBlock(token, depth) : []));
}

function readBlock(token: MarkedToken, depth: number): readonly MarkdownBlock[] {
  if (depth > DEEPEST) return plain(token.raw);
  switch (token.type) {
    case 'heading':
      return [{ kind: 'heading', inlines: inlinesOf(token) }];
    case 'paragraph':
      return [{ kind: 'paragraph', inlines: inlinesOf(token) }];
    case 'text':
      return [{ kind: 'line', inlines: inlinesOf({ tokens: token.tokens ?? [token] }) }];
    case 'code':
      return [{ kind: 'code', text: token.text }];
    case 'html':
      return token.raw.trim() === ''
        ? []
        : [{ kind: 'paragraph', inlines: [{ kind: 'text', text: token.raw.trimEnd() }] }];
    case 'blockquote':
      return [{ kind: 'quote', blocks: readBlocks(token.tokens, depth + 1) }];
    case 'list':
      return [readList(token, depth)];
    case 'table':
      return [readTable(token)];
    case 'hr':
      return [{ kind: 'rule' }];
    case 'def':
      return [{ kind: 'paragraph', inlines: [{ kind: 'text', text: token.raw.trim() }] }];
    default:
      return [];
  }
}

function readList({ ordered, start, items }: Tokens.List, depth: number): MarkdownBlock {
  const read = ({ task, checked, tokens }: Tokens.ListItem): MarkdownItem => ({
    isDone: task ? checked === true : undefined,
    blocks: readBlocks(tokens, depth + 1),
  });
  return { kind: 'list', start: ordered ? Number(start) : undefined, items: items.map(read) };
}

function readTable({ header, rows }: Tokens.Table): MarkdownBlock {
  const read = (cell: Tokens.TableCell): MarkdownCell => ({ align: cell.align ?? undefined, inlines: inlinesOf(cell) });
  return { kind: 'table', head: header.map(read), rows: rows.map((row) => row.map(read)) };
}

function inlinesOf({ tokens }: { readonly tokens: readonly Token[] }): readonly MarkdownInline[] {
  return readInlines(tokens.filter(isMarked));
}

/** Nobody adds other tokens to the lexer. */
function isMarked(token: Token): token is MarkedToken {
  return typeof token.type === 'string';
}
