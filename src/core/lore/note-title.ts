import { shownText } from './clean-text';
import { GAP } from './close-gaps';
import type { MarkdownToken } from './markdown-tokens';
import { isTagWord } from './note-tags';

/** The name of a note. */
export interface NoteTitle {
  readonly text: string;
  /** The tokens of the heading that gives the title or repeats it; they are no part of the text. */
  readonly tokens: ReadonlySet<MarkdownToken>;
}

const NO_TOKENS: ReadonlySet<MarkdownToken> = new Set();

/** The property, else the first level-1 heading outside code, else the file name. */
export function noteTitle(path: string, property: string | undefined, tokens: readonly MarkdownToken[]): NoteTitle {
  const heading = firstHeading(tokens);
  const named = property?.replace(/\s*\n\s*/g, ' ').trim();
  if (named !== undefined && named !== '')
    return { text: named, tokens: heading?.text === named ? heading.tokens : NO_TOKENS };
  if (heading) return heading;
  return {
    text: path
      .slice(path.lastIndexOf('/') + 1)
      .replace(/\.md$/i, '')
      .trim(),
    tokens: NO_TOKENS,
  };
}

function firstHeading(tokens: readonly MarkdownToken[]): NoteTitle | undefined {
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'heading' || token.level !== 1) continue;
    const line = headingLine(tokens, index);
    const text = plainTitle(line.slice(1).map(shownText).join(''));
    if (text !== '') return { text, tokens: new Set(line) };
  }
  return undefined;
}

/** A heading's tokens: up to the end of its line, or through a comment that goes on after it. */
function headingLine(tokens: readonly MarkdownToken[], start: number): readonly MarkdownToken[] {
  let end = start + 1;
  for (let token = tokens[end]; token && !token.text.startsWith('\n'); token = tokens[end]) {
    end++;
    if (token.text.includes('\n')) break;
  }
  return tokens.slice(start, end);
}

/** Longer headings keep their marks: they are no names. */
const LONGEST_NAME = 300;

/** A heading's text as a name: without closing hashes, tags, addresses of links and marks of emphasis. */
function plainTitle(heading: string): string {
  const words = heading.replaceAll(GAP, ' ').trim().split(/\s+/);
  if (/^#+$/.test(words.at(-1) ?? '')) words.pop();
  const title = words.filter((word) => !isTagWord(word)).join(' ');
  if (title.length > LONGEST_NAME) return title;
  return title
    .replace(/\[([^[\]]+)\]\([^()\s]*\)/g, '$1')
    .replace(/(\*{1,3}|~~|==|`+)(\S(?:.*?\S)?)\1/g, '$2')
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '');
}
