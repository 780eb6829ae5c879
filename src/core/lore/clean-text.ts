import { closeGaps, GAP } from './close-gaps';
import type { MarkdownToken } from './markdown-tokens';
import { noteLink } from './note-link';
import { isTagWord } from './note-tags';

/** Fenced blocks that are instructions to the editor or to us, not prose. */
const TOOL_BLOCKS = new Set(['dataview', 'dataviewjs', 'lore-test']);

/** What cleaning a text depends on besides the text. */
export interface CleanOptions {
  /** The tokens of the heading that is the note's title, if one is. */
  readonly title: ReadonlySet<MarkdownToken>;
  /** Whether a tag (with its `#`) marks notes for us and says nothing to a reader. */
  readonly isMarker: (tag: string) => boolean;
  /** What a token shows, if not what {@link shownText} says. */
  readonly shown?: (token: MarkdownToken) => string;
}

/**
 * The text that a model may see: the body without comments, excluded regions, the title heading, embeds, block ids and
 * tool blocks; wikilinks become their shown text. Tags that mark the note for us are left out where they stand among
 * tags alone: on a line of their own, or at the end of the text. Everything else stays as it is, macros and `$` included.
 */
export function cleanText(tokens: readonly MarkdownToken[], options: CleanOptions): string {
  const { shown: shownOf = shownText } = options;
  const shown = tokens.map((token, index) => {
    if (options.title.has(token)) return GAP;
    return token.kind === 'text'
      ? withoutMarkerLines(token, shownOf(token), index === tokens.length - 1, options.isMarker)
      : shownOf(token);
  });
  const text = withoutBlankEdges(closeGaps(shown.join('')));
  return text.includes('#') ? withoutMarkersAtEnd(text, options.isMarker) : text;
}

/** Our own mark, and byte-order marks of files that were joined. */
const UNSEEN = /[\0\uFEFF]/;

/** What a token shows to a reader, {@link GAP} where it shows nothing. */
export function shownText(token: MarkdownToken): string {
  switch (token.kind) {
    case 'text':
      return UNSEEN.test(token.text) ? token.text.replace(/[\0\uFEFF]/g, '') : token.text;
    case 'heading':
      return token.text;
    case 'code':
      return token.fenced && TOOL_BLOCKS.has(token.language) ? GAP : token.text.replaceAll(GAP, '');
    case 'link':
      return noteLink(token.inside).shown;
    case 'hidden':
    case 'embed':
    case 'block-id':
      return GAP;
  }
}

/** Leaves marker tags out of lines that hold nothing but tags. Lines that other tokens share are not touched. */
function withoutMarkerLines(
  token: Extract<MarkdownToken, { kind: 'text' }>,
  text: string,
  isLast: boolean,
  isMarker: CleanOptions['isMarker'],
): string {
  if (!text.includes('#')) return text;
  const lines = text.split('\n');
  return lines
    .map((line, index) => {
      const isWhole = (index > 0 || token.at === 0) && (index < lines.length - 1 || isLast);
      return isWhole && line.includes('#') ? withoutMarkers(line, isMarker) : line;
    })
    .join('\n');
}

/** What may stand before the tags of a line: marks of quotes and lists, and `Tags:` or Dataview's `tags::`. */
const BEFORE_TAGS = /^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]+)*(?:tags?[ \t]*::?[ \t]+)?/i;

function withoutMarkers(line: string, isMarker: CleanOptions['isMarker']): string {
  const lead = BEFORE_TAGS.exec(line)?.[0] ?? '';
  const words = line.slice(lead.length).trim().split(/\s+/);
  if (!words.every(isTagWord) || !words.some(isMarker)) return line;
  const others = words.filter((word) => !isMarker(word));
  if (others.length === 0) return GAP;
  return `${lead.trim() === '' ? '' : lead}${others.join(' ')}`;
}

/** Leaves marker tags out of the run of tags that ends a text. */
function withoutMarkersAtEnd(text: string, isMarker: CleanOptions['isMarker']): string {
  const kept: string[] = [];
  let end = text.length;
  let hasMarker = false;
  for (;;) {
    const word = lastWord(text, end);
    if (!isTagWord(word)) break;
    if (isMarker(word)) hasMarker = true;
    else kept.push(word);
    end = trimmedEnd(text, end - word.length);
  }
  if (!hasMarker) return text;
  const rest = text.slice(0, end);
  return kept.length === 0 ? rest : `${rest} ${kept.reverse().join(' ')}`;
}

function lastWord(text: string, end: number): string {
  let start = end;
  while (start > 0 && !/\s/.test(text[start - 1] ?? '')) start--;
  return text.slice(start, end);
}

function trimmedEnd(text: string, end: number): number {
  let at = end;
  while (at > 0 && /\s/.test(text[at - 1] ?? '')) at--;
  return at;
}

/** Takes away blank lines in front and all white space at the end; the first line keeps its indentation. */
function withoutBlankEdges(text: string): string {
  const first = text.search(/\S/);
  return first < 0 ? '' : text.slice(text.lastIndexOf('\n', first) + 1).trimEnd();
}
