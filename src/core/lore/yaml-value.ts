import { isAlias, isMap, isScalar, isSeq, type Document, type LineCounter, type Scalar } from 'yaml';

/**
 * A property value as the user wrote it. Scalars keep their source text, because `1_000`, `010`, `no` and dates are
 * keys and names as often as numbers, booleans and days.
 */
export type YamlValue =
  | { readonly kind: 'null' }
  | { readonly kind: 'scalar'; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'list'; readonly items: readonly YamlValue[] }
  | { readonly kind: 'map'; readonly pairs: readonly YamlPair[] };

/** One `name: value` of a map. */
export interface YamlPair {
  readonly name: string;
  readonly value: YamlValue;
  /** Line of the name, counted from 1. */
  readonly line: number;
}

/** Values nested deeper than this are cut off: no property of ours needs them and hostile notes have them. */
const DEEPEST = 12;

/** At most so many values are read from one note: aliases can multiply a short text into billions. */
const MOST_VALUES = 100_000;

const NULL: YamlValue = { kind: 'null' };

/** Reads a parsed YAML document's contents; lines count from the start of the document's text. */
export function readYamlValue(document: Document, lines: LineCounter): YamlValue {
  return new YamlReader(lines).value(document.contents, 0);
}

/** Walks a document once, in its order. The library's own way of finding an anchor walks the document for each alias. */
class YamlReader {
  readonly #anchors = new Map<string, unknown>();
  #left = MOST_VALUES;

  constructor(private readonly lines: LineCounter) {}

  value(node: unknown, depth: number): YamlValue {
    if (depth > DEEPEST || this.#left-- <= 0) return NULL;
    if (isAlias(node)) return this.value(this.#anchors.get(node.source), depth + 1);
    if (isScalar(node)) {
      this.#remember(node);
      return scalarValue(node);
    }
    if (isSeq(node)) {
      this.#remember(node);
      return { kind: 'list', items: node.items.map((item) => this.value(item, depth + 1)) };
    }
    if (isMap(node)) {
      this.#remember(node);
      return { kind: 'map', pairs: node.items.map((pair) => this.#pair(pair.key, pair.value, depth + 1)) };
    }
    return NULL;
  }

  #pair(key: unknown, value: unknown, depth: number): YamlPair {
    const name = isScalar(key) ? nameOf(key) : '';
    const line = isScalar(key) && key.range ? this.lines.linePos(key.range[0]).line : 1;
    return { name, value: this.value(value, depth), line };
  }

  #remember(node: { anchor?: string }): void {
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
  }
}

function scalarValue(node: Scalar): YamlValue {
  if (node.value === null || node.value === undefined) return NULL;
  if (typeof node.value !== 'string') return { kind: 'scalar', text: sourceOf(node), quoted: false };
  const isPlain = node.type === undefined || node.type === 'PLAIN';
  return { kind: 'scalar', text: node.value, quoted: !isPlain };
}

/** Also `true:` and `null:` are names. */
function nameOf(key: Scalar): string {
  return typeof key.value === 'string' ? key.value : sourceOf(key);
}

function sourceOf(node: Scalar): string {
  return node.source ?? String(node.value);
}
