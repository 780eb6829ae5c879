import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Alias,
  type Document,
  type LineCounter,
  type Scalar,
  type YAMLMap,
} from 'yaml';

/**
 * A property value as the user wrote it. Scalars keep their source text, because `1_000`, `010`, `no` and dates are
 * keys and names as often as numbers, booleans and days.
 */
export type YamlValue =
  | { readonly kind: 'null' }
  | {
      readonly kind: 'scalar';
      readonly text: string;
      readonly quoted: boolean;
      /** Set for lines that look like a list, but are one text to YAML because of their indentation. */
      readonly lostList?: true;
    }
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

/** What is read of a document. */
interface YamlReading {
  readonly value: YamlValue;
  /** The first `*name` for which there is no `&name`, by its offset. */
  readonly lostAlias?: number;
}

/**
 * Reads a parsed YAML document's contents; lines count from the start of the document's text.
 *
 * @param yaml The text from which the document was parsed.
 */
export function readYamlValue(document: Document, lines: LineCounter, yaml: string): YamlReading {
  const reader = new YamlReader(lines, yaml);
  const value = reader.value(document.contents, 0);
  return { value, ...(reader.lostAlias !== undefined && { lostAlias: reader.lostAlias }) };
}

/** Whether the source of a map is a macro: `{{user}}` without quotes is a map in a map to YAML, and to nobody else. */
export function isMacro(source: string): boolean {
  return /^\{\{[^{}\n]*\}\}$/.test(source);
}

/** A line of a text that goes on, and begins as an item of a list. */
const ITEM_LINE = /\n[ \t]*-(?:[ \t]|[^\s\d-])/;

/** `<<: *name` takes in the properties of another map. */
const MERGE = '<<';

/** Walks a document once, in its order. The library's own way of finding an anchor walks the document for each alias. */
class YamlReader {
  readonly #anchors = new Map<string, unknown>();
  #left = MOST_VALUES;
  lostAlias: number | undefined;

  constructor(
    private readonly lines: LineCounter,
    private readonly yaml: string,
  ) {}

  value(node: unknown, depth: number): YamlValue {
    if (depth > DEEPEST || this.#left-- <= 0) return NULL;
    if (isAlias(node)) return this.#alias(node, depth);
    if (isScalar(node)) {
      this.#remember(node);
      return this.#scalar(node);
    }
    if (isSeq(node)) {
      this.#remember(node);
      return { kind: 'list', items: node.items.map((item) => this.value(item, depth + 1)) };
    }
    if (isMap(node)) {
      this.#remember(node);
      return this.#map(node, depth);
    }
    return NULL;
  }

  #scalar(node: Scalar): YamlValue {
    const value = scalarValue(node);
    if (value.kind !== 'scalar' || value.quoted || !this.#looksLikeList(node)) return value;
    return { ...value, lostList: true };
  }

  #looksLikeList(node: Scalar): boolean {
    const written = this.#source(node);
    if (ITEM_LINE.test(written)) return true;
    const start = node.range?.[0] ?? 0;
    const isOwnLine = this.yaml.slice(this.yaml.lastIndexOf('\n', start - 1) + 1, start).trim() === '';
    return isOwnLine && /^-[^\s\d-]/.test(written);
  }

  #alias(node: Alias, depth: number): YamlValue {
    if (!this.#anchors.has(node.source)) this.lostAlias ??= node.range?.[0] ?? 0;
    return this.value(this.#anchors.get(node.source), depth + 1);
  }

  #map(node: YAMLMap, depth: number): YamlValue {
    const source = node.flow === true ? this.#source(node) : '';
    if (isMacro(source)) return { kind: 'scalar', text: source, quoted: false };
    const pairs = node.items.map((pair) => this.#pair(pair.key, pair.value, depth + 1));
    return { kind: 'map', pairs: pairs.some(({ name }) => name === MERGE) ? withMerged(pairs) : pairs };
  }

  #source({ range }: { readonly range?: readonly [number, number, number] | null }): string {
    return range ? this.yaml.slice(range[0], range[1]) : '';
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

/** What a map says itself counts before what it takes in. */
function withMerged(pairs: readonly YamlPair[]): readonly YamlPair[] {
  const names = new Set(pairs.map(({ name }) => name));
  const merged = pairs.filter(({ name }) => name === MERGE).flatMap(({ value }) => pairsIn(value));
  const own = pairs.filter(({ name, value }) => name !== MERGE || pairsIn(value).length === 0);
  return [...own, ...firstOfEach(merged.filter(({ name }) => !names.has(name)))];
}

function pairsIn(value: YamlValue): readonly YamlPair[] {
  if (value.kind === 'map') return value.pairs;
  return value.kind === 'list' ? value.items.flatMap(pairsIn) : [];
}

function firstOfEach(pairs: readonly YamlPair[]): readonly YamlPair[] {
  const byName = new Map<string, YamlPair>();
  for (const pair of pairs) if (!byName.has(pair.name)) byName.set(pair.name, pair);
  return [...byName.values()];
}

function scalarValue(node: Scalar): YamlValue {
  const isPlain = node.type === undefined || node.type === 'PLAIN';
  // No note means a tag of YAML by the ! in front of a name.
  const mark = isPlain && node.tag?.startsWith('!') === true ? node.tag : '';
  if (mark !== '') return { kind: 'scalar', text: `${mark} ${node.source ?? ''}`.trim(), quoted: false };
  if (node.value === null || node.value === undefined) return NULL;
  if (typeof node.value !== 'string') return { kind: 'scalar', text: sourceOf(node), quoted: false };
  return { kind: 'scalar', text: node.value, quoted: !isPlain };
}

/** Also `true:` and `null:` are names. */
function nameOf(key: Scalar): string {
  return typeof key.value === 'string' ? key.value : sourceOf(key);
}

function sourceOf(node: Scalar): string {
  return node.source ?? String(node.value);
}
