import { isMap, isScalar, isSeq, parseDocument, stringify, type ParsedNode, type YAMLSeq } from 'yaml';
import { NOTE_STYLE } from '../formats/print-note';
import type { PropertyValue } from './patch';

/**
 * The lines of a property with another value. Of a list only the items change that differ, and a text or number keeps
 * its quotes and the comment behind it; whatever is written in another way is written anew.
 *
 * @param lines The property's lines as they stand in the note, line ends as `\n`; undefined for a new one.
 * @param name As the note spells it.
 */
export function propertyLines(lines: string | undefined, name: string, value: PropertyValue): string {
  const edited = lines === undefined ? undefined : editedLines(lines, value);
  if (edited !== undefined && saysTheSame(edited, value)) return edited;
  const fresh = stringify({ [name]: value }, NOTE_STYLE);
  const commented = lines === undefined ? undefined : withComment(fresh, lines);
  return commented !== undefined && saysTheSame(commented, value) ? commented : fresh;
}

/** The comment behind the old value, behind the name or the new value. */
function withComment(fresh: string, lines: string): string | undefined {
  const node = valueNode(lines);
  const comment = isScalar(node) || isSeq(node) ? node.comment : undefined;
  if (typeof comment !== 'string' || comment.includes('\n')) return undefined;
  const end = fresh.indexOf('\n');
  return `${fresh.slice(0, end)} #${comment}${fresh.slice(end)}`;
}

function editedLines(lines: string, value: PropertyValue): string | undefined {
  const old = valueNode(lines);
  if (isScalar(old) && !isList(value)) return editedScalar(lines, old, value);
  if (!isSeq(old) || !isList(value)) return undefined;
  return old.flow === true ? editedFlow(lines, old, value) : editedBlock(lines, old, value);
}

function valueNode(lines: string): unknown {
  const { contents, errors } = parseDocument(lines, { schema: 'core', prettyErrors: false });
  return errors.length === 0 && isMap(contents) && contents.items.length === 1 ? contents.items[0]?.value : undefined;
}

function isList(value: PropertyValue): value is Extract<PropertyValue, readonly unknown[]> {
  return typeof value === 'object';
}

type Item = string | number | boolean;

function editedScalar(lines: string, old: unknown, value: Item): string | undefined {
  const range = rangeOf(old);
  const written = range && lines.slice(...range);
  if (!range || written === undefined || written === '' || written.includes('\n')) return undefined;
  const quote = written.startsWith('"') ? 'QUOTE_DOUBLE' : written.startsWith("'") ? 'QUOTE_SINGLE' : 'PLAIN';
  const fresh = stringify(value, { ...NOTE_STYLE, defaultStringType: quote, defaultKeyType: 'PLAIN' }).trimEnd();
  return fresh.includes('\n') ? undefined : lines.slice(0, range[0]) + fresh + lines.slice(range[1]);
}

/** `[a, b]` on one line. */
function editedFlow(lines: string, old: YAMLSeq, value: readonly Item[]): string | undefined {
  const range = rangeOf(old);
  if (!range || lines.slice(...range).includes('\n')) return undefined;
  const kept = keptItems(lines, old, value);
  const items = kept?.map(
    (item) =>
      item.source ??
      stringify([item.value], { ...NOTE_STYLE, ...FLOW })
        .trim()
        .slice(1, -1),
  );
  return items && `${lines.slice(0, range[0])}[${items.join(', ')}]${lines.slice(range[1])}`;
}

const FLOW = { collectionStyle: 'flow', flowCollectionPadding: false } as const;

/** One item a line, with comments between them. */
function editedBlock(lines: string, old: YAMLSeq, value: readonly Item[]): string | undefined {
  const kept = keptItems(lines, old, value);
  const chunks = kept && blockChunks(lines, old);
  if (!kept || !chunks || kept.length === 0) return undefined;
  let text = chunks.head;
  let at = 0;
  for (const item of kept) {
    if (item.index === undefined) {
      text += listItem(item.value, chunks.indent);
      continue;
    }
    // What stands between items is no part of the one that goes.
    for (; at < item.index; at += 1) text += chunks.items[at]?.before ?? '';
    text += (chunks.items[at]?.before ?? '') + (chunks.items[at]?.lines ?? '');
    at += 1;
  }
  for (; at < chunks.items.length; at += 1) text += chunks.items[at]?.before ?? '';
  return text + chunks.tail;
}

function listItem(value: Item, indent: string): string {
  return stringify([value], NOTE_STYLE).replace(/^(?=.)/gm, indent);
}

interface BlockChunks {
  readonly head: string;
  readonly items: readonly { readonly before: string; readonly lines: string }[];
  readonly tail: string;
  readonly indent: string;
}

function blockChunks(lines: string, list: YAMLSeq): BlockChunks | undefined {
  const head = lines.indexOf('\n') + 1;
  const items: BlockChunks['items'][number][] = [];
  let at = head;
  let indent = '';
  for (const item of list.items) {
    const range = rangeOf(item);
    if (!range) return undefined;
    const start = lines.lastIndexOf('\n', range[0] - 1) + 1;
    const [, blanks] = /^([ \t]*)-[ \t]+$/.exec(lines.slice(start, range[0])) ?? [];
    if (blanks === undefined || start < at) return undefined;
    indent = blanks;
    const end = lineEnd(lines, range[1]);
    items.push({ before: lines.slice(at, start), lines: lines.slice(start, end) });
    at = end;
  }
  return { head: lines.slice(0, head), items, tail: lines.slice(at), indent };
}

function lineEnd(text: string, at: number): number {
  if (at > 0 && text[at - 1] === '\n') return at;
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

interface KeptItem {
  readonly value: Item;
  /** Where it is in the old list, and how it is written there; undefined for a new one. */
  readonly index?: number;
  readonly source?: string;
}

/** The wanted items with those of the old list that are among them; undefined where they would change places. */
function keptItems(lines: string, old: YAMLSeq, value: readonly Item[]): readonly KeptItem[] | undefined {
  const texts = old.items.map((item) => itemText(lines, item));
  let next = 0;
  const kept = value.map((item): KeptItem => {
    const index = texts.indexOf(String(item), next);
    const range = index < 0 ? undefined : rangeOf(old.items[index]);
    if (!range) return { value: item };
    next = index + 1;
    return { value: item, index, source: lines.slice(...range) };
  });
  const isReordered = kept.some(({ index, value: item }) => index === undefined && texts.includes(String(item)));
  return isReordered ? undefined : kept;
}

/** The text of an item as the entry format reads it. */
function itemText(lines: string, item: unknown): string | undefined {
  if (isScalar(item)) return typeof item.value === 'string' ? item.value : item.source;
  const range = rangeOf(item);
  return range && lines.slice(...range);
}

function rangeOf(node: unknown): readonly [number, number] | undefined {
  if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range)) return undefined;
  const start: unknown = node.range[0];
  const end: unknown = node.range[1];
  return typeof start === 'number' && typeof end === 'number' ? [start, end] : undefined;
}

/** Notes can be written in more ways than we know: what was edited is read again. */
function saysTheSame(lines: string, value: PropertyValue): boolean {
  const node = valueNode(lines);
  if (!isList(value)) return isScalar(node) && itemText(lines, node) === String(value);
  if (!isSeq<ParsedNode>(node)) return false;
  const texts = node.items.map((item) => itemText(lines, item));
  return texts.length === value.length && value.every((item, index) => texts[index] === String(item));
}
