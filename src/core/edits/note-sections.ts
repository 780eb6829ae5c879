import { markdownTokens, type MarkdownToken } from '../lore/markdown-tokens';

/** A stretch of a text, by offsets. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

interface Heading {
  readonly text: string;
  readonly level: number;
  readonly at: number;
  /** Where the line after it begins. */
  readonly end: number;
}

/**
 * What stands below a heading: up to the next one of the same or a higher level. Letter case, emphasis, links and tags in
 * it count only where two headings differ in nothing else.
 *
 * @param body Line ends as `\n`.
 * @returns A sentence where there is no such heading, or more than one.
 */
export function findSection(body: string, heading: string): Stretch | string {
  const all = headings(body);
  const wanted = plain(heading.replace(/^\s*#{1,6}\s+/, ''));
  const found =
    COMPARED.map((form) => all.filter(({ text }) => form(text) === form(wanted))).find(({ length }) => length > 0) ??
    [];
  const [first] = found;
  if (!first) return `There is no heading "${heading}".`;
  if (found.length > 1) return `There are ${String(found.length)} headings "${heading}".`;
  const next = all.find(({ at, level }) => at > first.at && level <= first.level);
  return { start: first.end, end: next?.at ?? body.length };
}

/** Forms in which headings are compared, the strictest first. */
const COMPARED: readonly ((heading: string) => string)[] = [
  (heading) => heading,
  (heading) => heading.normalize('NFC').toLowerCase(),
  (heading) => shown(heading.normalize('NFC').toLowerCase()),
];

/** A heading as a reader sees it. */
function shown(heading: string): string {
  const plainText = heading
    .replace(/%%[^%]*%%|<!--.*?-->/g, '')
    .replace(/\[\[(?:[^[\]|]*\|)?([^[\]]*)\]\]/g, '$1')
    .replace(/\[([^[\]]+)\]\([^()\s]*\)/g, '$1')
    .replace(/[*_`~=]+/g, '')
    .replace(/(?:^|\s)[#^][^\s#]+/g, '');
  return plainText.replace(/\s+/g, ' ').trim();
}

function headings(body: string): readonly Heading[] {
  return markdownTokens(body).flatMap((token: MarkdownToken) => {
    if (token.kind !== 'heading') return [];
    const lineEnd = body.indexOf('\n', token.at);
    const end = lineEnd < 0 ? body.length : lineEnd;
    const text = plain(body.slice(token.at + token.text.length, end));
    return [{ text, level: token.level, at: lineStart(body, token.at), end: Math.min(end + 1, body.length) }];
  });
}

function lineStart(body: string, at: number): number {
  return body.lastIndexOf('\n', at - 1) + 1;
}

/** Without closing hashes, and with single blanks. */
function plain(heading: string): string {
  return heading
    .replace(/\s+#+\s*$/, '')
    .replace(/\s+/g, ' ')
    .trim();
}
