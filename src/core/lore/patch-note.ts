import { isMap, isScalar, parseDocument } from 'yaml';

/** What is to become of a note's text. */
export interface NotePatch {
  /** Lines of YAML by the property that they replace or add; undefined takes the property away. */
  readonly properties: ReadonlyMap<string, string | undefined>;
  /** The text below the properties; the old one stays without it. */
  readonly body?: string;
}

/** Byte-order marks, first fence, the lines between, second fence, and the rest; the same fences that a note is split at. */
const PARTS = /^(\uFEFF*---[^\S\r\n]*\r?\n)((?:[\s\S]*?\r?\n)?)(---[^\S\r\n]*(?:\r?\n|$))([\s\S]*)$/;

/** A note's source cut at its properties; joined, the parts are the source again. */
interface SourceParts {
  /** Byte-order mark and first fence. */
  readonly opening: string;
  /** The lines between the fences. */
  readonly block: string;
  readonly closing: string;
  readonly body: string;
}

/** The parts of a source; undefined for one without properties. */
export function sourceParts(source: string): SourceParts | undefined {
  const [, opening, block, closing, body] = PARTS.exec(source) ?? [];
  if (opening === undefined || block === undefined || closing === undefined || body === undefined) return undefined;
  return { opening, block, closing, body };
}

/**
 * The note's source with the patch in it: every other line stays as it is, comments, order, quotes and line ends too.
 *
 * @param nameOf The name by which a property of the note is found in the patch.
 * @returns Undefined for a note whose properties do not stand one below the other.
 */
export function patchNote(
  source: string,
  patch: NotePatch,
  nameOf: (written: string) => string = (written) => written,
): string | undefined {
  const parts = sourceParts(source);
  if (!parts) return undefined;
  const { opening, block, closing, body } = parts;
  const ends = opening.endsWith('\r\n') ? '\r\n' : '\n';
  const patched = patchBlock(block, patch.properties, nameOf, ends);
  if (patched === undefined) return undefined;
  const text = patch.body === undefined ? body : withEnds(patch.body, lineEndsOf(body) ?? ends);
  const fence = text !== '' && !closing.endsWith('\n') ? closing + ends : closing;
  return opening + patched + fence + text;
}

/** The lines of each property of a block of YAML, by name; undefined where they do not stand one below the other. */
export function propertyLines(block: string): ReadonlyMap<string, string> | undefined {
  const spans = spansOf(block);
  return spans && new Map(spans.map(({ name, start, end }) => [name, block.slice(start, end)]));
}

interface Span {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

function patchBlock(
  block: string,
  properties: NotePatch['properties'],
  nameOf: (written: string) => string,
  ends: string,
): string | undefined {
  if (properties.size === 0) return block;
  const spans = spansOf(block);
  if (!spans) return undefined;
  const left = new Map(properties);
  let patched = '';
  let at = 0;
  for (const { name, start, end } of spans) {
    const key = nameOf(name);
    if (!properties.has(key)) continue;
    // A property that is written twice under two names is written once from now on.
    patched += block.slice(at, start) + withEnds(left.get(key) ?? '', ends);
    left.delete(key);
    at = end;
  }
  const rest = patched + block.slice(at);
  const added = withEnds([...left.values()].filter((lines) => lines !== undefined).join(''), ends);
  return rest === '' || rest.endsWith('\n') ? rest + added : `${rest}${ends}${added}`;
}

function spansOf(block: string): readonly Span[] | undefined {
  if (block.trim() === '') return [];
  const { contents, errors } = parseDocument(block, { schema: 'core', prettyErrors: false, uniqueKeys: false });
  if (errors.length > 0 || (contents !== null && !isMap(contents))) return undefined;
  const spans: Span[] = [];
  for (const { key, value } of contents?.items ?? []) {
    if (!isScalar(key)) return undefined;
    const [start, keyEnd] = key.range;
    if (start > 0 && block[start - 1] !== '\n') return undefined;
    spans.push({
      name: key.source,
      start,
      end: lineEnd(block, Math.max(keyEnd, valueEnd(value))),
    });
  }
  return spans;
}

function valueEnd(value: unknown): number {
  if (typeof value !== 'object' || value === null || !('range' in value) || !Array.isArray(value.range)) return 0;
  const end: unknown = value.range[1];
  return typeof end === 'number' ? end : 0;
}

function lineEnd(block: string, at: number): number {
  if (at > 0 && block[at - 1] === '\n') return at;
  const end = block.indexOf('\n', at);
  return end < 0 ? block.length : end + 1;
}

/** The line ends of a text, as its first line has them; undefined for a text of one line. */
export function lineEndsOf(text: string): string | undefined {
  return /\r?\n/.exec(text)?.[0];
}

/** The text with these line ends. */
export function withEnds(text: string, ends: string): string {
  const plain = text.replaceAll('\r\n', '\n');
  return ends === '\n' ? plain : plain.replaceAll('\n', ends);
}
