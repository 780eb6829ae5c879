import type { LineCounter, YAMLError } from 'yaml';
import { entryProblem, type EntryProblem } from './entry-problem';

/** What the parser found wrong, at the line where the user can mend it. */
export function yamlProblem(path: string, yaml: string, error: YAMLError, lines: LineCounter): EntryProblem {
  const written = yaml.split('\n');
  const found = lines.linePos(error.pos[0]).line;
  const line = OPEN_BRACKET.test(error.message) ? openingLine(written, found) : found;
  const text = (written[line - 1] ?? '').trim();
  return error.code === 'TAB_AS_INDENT'
    ? entryProblem('tab-indentation', { path, line }, text)
    : brokenLine(path, yaml, line, plainReason(error.message, written[line - 1] ?? ''));
}

/** A `*name` that refers to nothing. */
export function aliasProblem(path: string, yaml: string, line: number): EntryProblem {
  return brokenLine(path, yaml, line, NO_ITEM);
}

function brokenLine(path: string, yaml: string, line: number, reason: string): EntryProblem {
  const text = (yaml.split('\n')[line - 1] ?? '').trim();
  return entryProblem('frontmatter-broken', { path, line }, text, reason);
}

const NO_ITEM = 'a text or list item begins with *; use - for items, or quotes';

/** A blank that only looks like one, where YAML wants a plain one: in front, or behind a name or dash. */
const ODD_BLANK =
  /^\s*[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]|^[^:]*:[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]|^\s*-[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/;

const WIDE_COLON = /^[^:\uff1a]*\uff1a/;
const CONFLICT = /^(?:<{7}|={7}|>{7})/;

/** What a line shows of its fault, which the parser tells only by what follows from it. */
const LINE_REASONS: readonly (readonly [RegExp, string])[] = [
  [CONFLICT, 'the note holds two versions that were not merged; keep one and take out the lines with <<<, === and >>>'],
  [ODD_BLANK, 'the line holds a blank that only looks like one (a non-breaking space); type it anew'],
  [WIDE_COLON, 'the colon is one of full width; write : and a blank'],
];

const OPEN_BRACKET = /must be sufficiently indented and end with an? (.)/;

/** The parser misses a bracket where the next property begins; the fault is where it was opened. */
function openingLine(written: readonly string[], found: number): number {
  for (let line = found; line > 0; line--) if (opensBracket(written[line - 1] ?? '')) return line;
  return found;
}

function opensBracket(line: string): boolean {
  return line.split(/[[{]/).length > line.split(/[\]}]/).length;
}

/** The faults that notes have most, in words that do not ask for a knowledge of YAML. */
const PLAIN_REASONS: readonly (readonly [RegExp, string])[] = [
  [OPEN_BRACKET, 'a bracket is opened but not closed with $1'],
  [/^Unexpected \S+ at node end/, 'something follows where a value has ended; put the whole value in quotes'],
  [/^Alias cannot be an empty string|^Unresolved alias/, NO_ITEM],
  [/^Missing closing ["']quote/, 'a quotation mark is opened but not closed'],
  [/^Nested mappings are not allowed in compact mappings/, 'a text holds a colon with a blank; put it in quotes'],
  [/^Implicit keys need to be on a single line|^Implicit map keys need to be followed/, 'a line is no "name: value"'],
  [
    /^Plain value cannot start with (?:reserved character|directive indicator character) (.)/,
    'a text begins with $1; put it in quotes',
  ],
  [/^Unexpected block-seq-ind on same line/, 'a list begins behind the name; write its items on lines of their own'],
  [/^Not a YAML token/, 'a text begins with > or |; put it in quotes'],
  [/^Invalid escape sequence (\S+)/, '$1 means nothing in double quotes; use single quotes'],
  [/^A block sequence may not be used as an implicit map key/, 'the items of a list are not indented alike'],
  [/^Tags and anchors must be separated/, 'a text begins with ! or &; put it in quotes'],
  [/^Unexpected , in flow/, 'a comma has nothing in front of it'],
  [/^Missing , or : between flow/, 'a comma is missing between two items'],
];

function plainReason(message: string, written: string): string {
  const shown = LINE_REASONS.find(([pattern]) => pattern.test(written));
  if (shown) return shown[1];
  const line = message.split('\n', 1)[0] ?? message;
  for (const [pattern, reason] of PLAIN_REASONS) {
    const match = pattern.exec(line);
    if (match) return reason.replace('$1', match[1] ?? '');
  }
  return line.replace(/[.:]$/, '');
}
