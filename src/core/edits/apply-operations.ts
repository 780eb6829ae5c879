import { splitNote } from '../lore/frontmatter';
import { lineEndsOf, patchNote, propertyLines as linesByName, sourceParts, withEnds } from '../lore/patch-note';
import { findSection, type Stretch } from './note-sections';
import { listItems, propertyKey, sameItem, spelledName } from './note-lists';
import type { Operation } from './patch';
import { propertyLines } from './property-lines';

/** A note's text after a change, or a sentence that says why it cannot be made. */
export type Applied = { readonly kind: 'text'; readonly text: string } | Refused;

/** Why something is not done; a sentence for the user. Nothing was written. */
export interface Refused {
  readonly kind: 'refused';
  readonly sentence: string;
}

const NOT_IN_PLACE = 'The properties of the note are written so that single ones cannot be changed.';
const OTHER_LINE_ENDS =
  'The lines of the note end in a way that few programs read (CR alone). Save it with usual line ends.';
const OWN_PROPERTIES =
  'The text begins with properties between --- lines. Change properties by steps of their own, and leave them out of the text.';
const MADE_UNREADABLE = 'The properties of the note could not be read any more.';

export function refused(sentence: string): Refused {
  return { kind: 'refused', sentence };
}

/** Does the steps one after the other. Everything that they do not name stays byte for byte. */
export function applyOperations(source: string, operations: readonly Operation[]): Applied {
  let text = source;
  for (const operation of operations) {
    const result = operation.kind === 'replace-source' ? operation.text : applyOne(text, operation);
    if (typeof result !== 'string') return result;
    text = result;
  }
  const fault = unreadable(text);
  return fault === undefined ? { kind: 'text', text } : refused(`${MADE_UNREADABLE} ${fault}`);
}

/** What is wrong with the properties of a note; undefined when they can be read. */
export function unreadable(source: string): string | undefined {
  const [problem] = splitNote('', source).problems;
  return problem && `Line ${String(problem.line)}: ${problem.message}`;
}

function applyOne(source: string, operation: Exclude<Operation, { kind: 'replace-source' }>): string | Refused {
  const fault = unreadable(source);
  if (fault !== undefined) return refused(`The properties of the note cannot be read. ${fault}`);
  // A block that we read but cannot cut out would be taken for text, and a second one be put above it.
  if (!sourceParts(source) && splitNote('', source).bodyLine > 1) return refused(OTHER_LINE_ENDS);
  switch (operation.kind) {
    case 'set-property':
      return withProperty(source, operation.name, operation.value);
    case 'unset-property':
      return withProperty(source, operation.name, undefined);
    case 'add-items': {
      const items = listItems(source, operation.name);
      const isSame = sameItem(operation.name);
      const added = [...new Set(operation.items)].filter((item) => !items.some((one) => isSame(one, item)));
      return added.length === 0 ? source : withProperty(source, operation.name, [...items, ...added]);
    }
    case 'remove-items': {
      const items = listItems(source, operation.name);
      const isSame = sameItem(operation.name);
      const kept = items.filter((item) => !operation.items.some((one) => isSame(one, item)));
      return kept.length === items.length ? source : withProperty(source, operation.name, kept);
    }
    default:
      return withBody(source, operation);
  }
}

function withProperty(
  source: string,
  name: string,
  value: Extract<Operation, { kind: 'set-property' }>['value'] | undefined,
): string | Refused {
  const key = propertyKey(name);
  const parts = sourceParts(source);
  if (!parts)
    return value === undefined ? source : withBlock(source, propertyLines(undefined, spelledName(key), value));
  const lines = linesByName(parts.block.replaceAll('\r\n', '\n'));
  if (!lines) return refused(NOT_IN_PLACE);
  const found = [...lines].find(([written]) => propertyKey(written) === key);
  if (value === undefined && !found) return source;
  const now = value === undefined ? undefined : propertyLines(found?.[1], found?.[0] ?? spelledName(key), value);
  return patchNote(source, { properties: new Map([[key, now]]) }, propertyKey) ?? refused(NOT_IN_PLACE);
}

/** A note that had no properties yet. */
function withBlock(source: string, lines: string): string {
  const [, mark = '', body = ''] = /^(\ufeff?)([\s\S]*)$/.exec(source) ?? [];
  return `${mark}${withEnds(`---\n${lines}---\n`, endsOf(source))}${body}`;
}

function endsOf(source: string): string {
  return lineEndsOf(source) ?? '\n';
}

type BodyOperation = Exclude<
  Operation,
  { kind: 'replace-source' | 'set-property' | 'unset-property' | 'add-items' | 'remove-items' }
>;

/** Works on the body with line ends as `\n`, and writes only the changed stretch back. */
function withBody(source: string, operation: BodyOperation): string | Refused {
  const parts = sourceParts(source);
  const mark = parts || !source.startsWith('\ufeff') ? '' : '\ufeff';
  const head = parts ? parts.opening + parts.block + parts.closing : mark;
  const body = source.slice(head.length);
  if (operation.kind === 'replace-body' && hasOwnProperties(operation.text)) return refused(OWN_PROPERTIES);
  const change = bodyChange(body.replaceAll('\r\n', '\n'), operation);
  if (typeof change === 'string') return refused(change);
  const start = offsetIn(body, change.start);
  const end = offsetIn(body, change.end);
  const gap = parts && !parts.closing.endsWith('\n') && change.text !== '' ? endsOf(source) : '';
  // Programs that write properties anew leave the line ends of the text as they were.
  const written = withEnds(change.text, lineEndsOf(body) ?? endsOf(source));
  const changed = head + gap + body.slice(0, start) + written + body.slice(end);
  return !parts && splitNote('', changed).bodyLine > 1 ? refused(OWN_PROPERTIES) : changed;
}

/** Whether a text begins with properties, which would then stand below those of the note or become them unseen. */
function hasOwnProperties(text: string): boolean {
  const { bodyLine, problems } = splitNote('', text.replace(/^\s+/, ''));
  return bodyLine > 1 || problems.some(({ code }) => code === 'frontmatter-broken' || code === 'property-duplicate');
}

/** The offset in a text with its own line ends of an offset counted with line ends of one sign. */
function offsetIn(body: string, at: number): number {
  if (!body.includes('\r\n')) return at;
  let [offset, left] = [0, at];
  for (; left > 0; left -= 1) offset += body.startsWith('\r\n', offset) ? 2 : 1;
  return offset;
}

interface BodyChange extends Stretch {
  readonly text: string;
}

function bodyChange(body: string, operation: BodyOperation): BodyChange | string {
  const text = operation.text.replaceAll('\r\n', '\n');
  switch (operation.kind) {
    case 'replace-body':
      return { start: 0, end: body.length, text: closed(text) };
    case 'replace-section':
      return withSection(body, operation.heading, (section) => filled(body, section, text));
    case 'append-section':
      return appended(
        body,
        { start: 0, end: body.length },
        `${'#'.repeat(operation.level ?? 2)} ${operation.heading}\n\n${text}`,
      );
    case 'replace-text':
      return withSection(body, operation.heading, (section) =>
        replaced(body, section, operation.find.replaceAll('\r\n', '\n'), text),
      );
    case 'append-text':
      return withSection(body, operation.heading, (section) =>
        operation.after === undefined
          ? appended(body, section, text)
          : insertedAfter(body, section, operation.after.replaceAll('\r\n', '\n'), text),
      );
  }
}

function withSection(
  body: string,
  heading: string | undefined,
  change: (section: Stretch) => BodyChange | string,
): BodyChange | string {
  const section = heading === undefined ? { start: 0, end: body.length } : findSection(body, heading);
  return typeof section === 'string' ? section : change(section);
}

/** A section with another text; the blank lines around it stay. */
function filled(body: string, { start, end }: Stretch, text: string): BodyChange {
  const old = body.slice(start, end);
  const lead = /^\n*/.exec(old)?.[0] ?? '';
  const tail = /\n*$/.exec(old.slice(lead.length))?.[0] ?? '';
  const before = start > 0 && body[start - 1] !== '\n' ? '\n' : '';
  const after = end < body.length ? tail || '\n\n' : tail || '\n';
  return { start, end, text: `${before}${lead}${text.replace(/^\n+|\n+$/g, '')}${after}` };
}

/** A paragraph at the end of a stretch, before the blank lines at its end. */
function appended(body: string, { start, end }: Stretch, text: string): BodyChange {
  const old = body.slice(start, end);
  const at = start + old.replace(/\s+$/, '').length;
  const tail = body.slice(at, end);
  const isEmpty = at === start && start > 0 && body[start - 1] === '\n';
  const gap = at === 0 ? '' : isEmpty ? '\n' : '\n\n';
  const left = tail.replace(/^[ \t]*\n?/, '');
  const rest = isEmpty && left === '' && end < body.length ? '\n' : left;
  return { start: at, end, text: `${gap}${text.replace(/^\n+|\n+$/g, '')}\n${rest}` };
}

/** The lines after the line on which an anchor ends. */
function insertedAfter(body: string, section: Stretch, anchor: string, text: string): BodyChange | string {
  const found = onlyPlace(body, section, anchor);
  if (typeof found === 'string') return found;
  const lineEnd = body.indexOf('\n', found + anchor.length - 1);
  const at = lineEnd < 0 ? body.length : lineEnd + 1;
  return { start: at, end: at, text: `${lineEnd < 0 ? '\n' : ''}${closed(text)}` };
}

function replaced(body: string, section: Stretch, find: string, text: string): BodyChange | string {
  const found = onlyPlace(body, section, find);
  return typeof found === 'string' ? found : { start: found, end: found + find.length, text };
}

function onlyPlace(body: string, { start, end }: Stretch, find: string): number | string {
  const part = body.slice(start, end);
  const first = part.indexOf(find);
  if (first < 0) return `The note does not have the text "${quoted(find)}".`;
  if (part.indexOf(find, first + 1) >= 0) return `The note has the text "${quoted(find)}" more than once.`;
  return start + first;
}

function quoted(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function closed(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
