import type { MarkedToken, Token } from 'marked';
import type { MarkdownInline } from './markdown-tree';

/** What a line holds; texts that the lexer took apart are one again. */
export function readInlines(tokens: readonly MarkedToken[]): readonly MarkdownInline[] {
  const joined: MarkdownInline[] = [];
  for (const inline of tokens.flatMap(readInline)) {
    const last = joined.at(-1);
    if (inline.kind === 'text' && last?.kind === 'text') joined[joined.length - 1] = joinedText(last.text, inline.text);
    else joined.push(inline);
  }
  return joined.flatMap((inline) => (inline.kind === 'text' ? readNoteLinks(inline.text) : [inline]));
}

function readInline(token: MarkedToken): readonly MarkdownInline[] {
  switch (token.type) {
    case 'strong':
      return [{ kind: 'strong', inlines: within(token.tokens) }];
    case 'em':
      return [{ kind: 'emphasis', inlines: within(token.tokens) }];
    case 'del':
      return [{ kind: 'deleted', inlines: within(token.tokens) }];
    case 'codespan':
      return [{ kind: 'code', text: token.text }];
    case 'br':
      return [{ kind: 'break' }];
    case 'link':
      return readLink(token.href, within(token.tokens), token.raw);
    case 'image':
      return readLink(token.href, [{ kind: 'text', text: token.text === '' ? token.href : token.text }], token.raw);
    case 'escape':
    case 'text':
      return [{ kind: 'text', text: withCharacters(token.text) }];
    case 'checkbox':
    case 'space':
      return [];
    default:
      return [{ kind: 'text', text: token.raw }];
  }
}

function within(tokens: readonly Token[]): readonly MarkdownInline[] {
  return readInlines(tokens.filter((token): token is MarkedToken => typeof token.type === 'string'));
}

/** An address that a reader may follow; every other one is shown as it is written. */
function readLink(href: string, inlines: readonly MarkdownInline[], raw: string): readonly MarkdownInline[] {
  return /^(?:https?:\/\/|mailto:)/i.test(href) ? [{ kind: 'link', href, inlines }] : [{ kind: 'text', text: raw }];
}

/** Links to notes as Obsidian writes them: `[[Name]]`, `[[Folder/Name#Heading|label]]`. */
function readNoteLinks(text: string): readonly MarkdownInline[] {
  return text.split(/(\[\[[^[\]\n]+\]\])/).flatMap((piece): readonly MarkdownInline[] => {
    if (piece === '') return [];
    const [target = '', label = target] = piece.startsWith('[[') ? piece.slice(2, -2).split('|') : [];
    const name = target.replace(/#.*$/, '').trim();
    return name === '' ? [{ kind: 'text', text: piece }] : [{ kind: 'note', name, label: label.trim() || name }];
  });
}

function joinedText(before: string, after: string): MarkdownInline {
  return { kind: 'text', text: before + after };
}

const characters: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&nbsp;': ' ',
};

/** The character references that models write. */
function withCharacters(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|apos|nbsp|#39);/g, (reference) => characters[reference] ?? reference);
}
