import { cleanText, shownText, type CleanOptions } from './clean-text';
import type { MarkdownToken } from './markdown-tokens';
import { noteLink } from './note-link';

/** A piece of an entry's text: words, or the place where another note is embedded, by the name that stands there. */
export type TextPart =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'embed'; readonly target: string };

/** So many embeds of one note are looked at. */
const MOST_EMBEDS = 50;
/** Stands around the number of an embed until the text is clean. */
const MARK = '\u0001';
const MARKED = new RegExp(`${MARK}(\\d+)${MARK}`);

/** The text of a note in parts, or undefined for one that embeds no other note. */
export function textParts(tokens: readonly MarkdownToken[], options: CleanOptions): readonly TextPart[] | undefined {
  const numbers = new Map<MarkdownToken, number>();
  const targets: string[] = [];
  for (const token of tokens) {
    const target = targets.length < MOST_EMBEDS ? embeddedNote(token) : undefined;
    if (target === undefined) continue;
    numbers.set(token, targets.length);
    targets.push(target);
  }
  if (targets.length === 0) return undefined;
  const shown = (token: MarkdownToken): string => {
    const number = numbers.get(token);
    return number === undefined ? shownText(token).replaceAll(MARK, '') : `${MARK}${String(number)}${MARK}`;
  };
  return partsOf(cleanText(tokens, { ...options, shown }), targets);
}

/** A text in which every second piece is the number of an embed. */
function partsOf(marked: string, targets: readonly string[]): readonly TextPart[] {
  return marked.split(MARKED).flatMap((piece, at): readonly TextPart[] => {
    if (at % 2 === 0) return piece === '' ? [] : [{ kind: 'text', text: piece }];
    const target = targets[Number(piece)];
    return target === undefined ? [] : [{ kind: 'embed', target }];
  });
}

/** The name of the note that a token embeds as a whole; undefined for pictures, for parts of notes and for all else. */
function embeddedNote(token: MarkdownToken): string | undefined {
  const inside = token.kind === 'embed' ? /^!\[\[([^[\]]+)\]\]$/.exec(token.text)?.[1] : undefined;
  if (inside === undefined || /[#^]/.test(inside.split('|', 1)[0] ?? '')) return undefined;
  const { target } = noteLink(inside);
  return target === '' ? undefined : target;
}
