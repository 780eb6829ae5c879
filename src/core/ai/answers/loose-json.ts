import { opensString, readLooseString } from './loose-strings';

/** A value as far as it could be read. */
export interface LooseValue {
  readonly value: unknown;
  /** Where reading ended, exclusive. */
  readonly end: number;
  /** It ended in the middle: what was complete is there, the item that was not is dropped. */
  readonly isCut: boolean;
}

/** Deeper values are cut: no answer needs them. */
const DEEPEST = 60;

const NUMBER = /[-+]?(?:infinity\b|\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/iy;
const WORD = /[\p{L}_$][\p{L}\p{N}_$-]*/uy;
/** What separates items, also in Chinese and Japanese. */
const GAPS = ',;，；、';
const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ...['null', 'none', 'nil', 'undefined', 'nan'].map((word) => [word, null] as const),
]);

type Part = { readonly isWhole: true; readonly value: unknown } | { readonly isWhole: false; readonly rest?: unknown };

const NOTHING: Part = { isWhole: false };

/**
 * Reads the list or object that begins at `start`, as models write them: with trailing or missing commas, single or
 * curly quotes, names without quotes, words of Python, comments, and an end that never came. Takes time in proportion to
 * what it reads, and never throws.
 */
export function readLooseJson(text: string, start: number): LooseValue {
  const reader = new Reader(text, start);
  const part = reader.value(0);
  return { value: part.isWhole ? part.value : part.rest, end: reader.at, isCut: !part.isWhole };
}

class Reader {
  constructor(
    private readonly text: string,
    public at: number,
  ) {}

  value(depth: number): Part {
    const character = this.text.charAt(this.at);
    if (depth >= DEEPEST) return NOTHING;
    if (character === '[' || character === '［') return this.list(depth);
    if (character === '{' || character === '｛') return this.object(depth);
    return opensString(character) ? this.string() : this.scalar();
  }

  private list(depth: number): Part {
    const items: unknown[] = [];
    this.at++;
    for (;;) {
      const next = this.skipGaps();
      if (next === ']' || next === '］') return this.closed(items);
      if (next === '' || next === '}' || next === '｝') return { isWhole: false, rest: items };
      const item = this.value(depth + 1);
      if (!item.isWhole) return { isWhole: false, rest: items };
      items.push(item.value);
    }
  }

  private object(depth: number): Part {
    const fields: (readonly [string, unknown])[] = [];
    this.at++;
    for (;;) {
      const next = this.skipGaps();
      if (next === '}' || next === '｝') return this.closed(Object.fromEntries(fields));
      const name = next === '' || next === ']' || next === '］' ? undefined : this.name();
      if (name === undefined) return { isWhole: false, rest: Object.fromEntries(fields) };
      const field = this.value(depth + 1);
      if (field.isWhole) fields.push([name, field.value]);
      else if (field.rest !== undefined) fields.push([name, field.rest]);
      if (!field.isWhole) return { isWhole: false, rest: Object.fromEntries(fields) };
    }
  }

  private closed(value: unknown): Part {
    this.at++;
    return { isWhole: true, value };
  }

  /** A field's name and the colon behind it. */
  private name(): string | undefined {
    const quoted = opensString(this.text.charAt(this.at)) ? this.string() : undefined;
    const name = quoted?.isWhole === true ? quoted.value : this.match(WORD);
    if (typeof name !== 'string' || !':：'.includes(this.skipSpace() || ' ')) return undefined;
    this.at++;
    this.skipSpace();
    return name;
  }

  private string(): Part {
    const read = readLooseString(this.text, this.at);
    this.at = read?.end ?? this.text.length;
    return read === undefined ? NOTHING : { isWhole: true, value: read.value };
  }

  /** A number or a word; whole only when something says that it ends there. */
  private scalar(): Part {
    const number = this.match(NUMBER);
    const word = number === undefined ? this.match(WORD)?.toLowerCase() : undefined;
    const isKnown = number !== undefined || (word !== undefined && WORDS.has(word));
    if (!isKnown || !this.endsScalar()) return NOTHING;
    return { isWhole: true, value: number === undefined ? WORDS.get(word ?? '') : numberOf(number) };
  }

  private endsScalar(): boolean {
    const before = this.at;
    const next = this.skipSpace();
    if (next !== '' && ',]};，；、］｝'.includes(next)) return true;
    return this.text.slice(before, this.at).includes('\n') && (opensString(next) || /[[{\d]/.test(next));
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  /** Goes to the next item, over any number of commas; answers the character there, empty at the end. */
  private skipGaps(): string {
    let next = this.skipSpace();
    while (GAPS.includes(next) && next !== '') {
      this.at++;
      next = this.skipSpace();
    }
    return next;
  }

  /** Goes over blanks and comments; answers the character there, empty at the end. */
  private skipSpace(): string {
    for (;;) {
      while (isBlank(this.text.charCodeAt(this.at))) this.at++;
      const end = commentEnd(this.text, this.at);
      if (end === undefined) return this.text.charAt(this.at);
      const found = this.text.indexOf(end, this.at + 2);
      this.at = found < 0 ? this.text.length : found + end.length;
    }
  }
}

/** What a number says; an endless one says nothing. */
function numberOf(written: string): number | null {
  const number = Number(written);
  return Number.isFinite(number) ? number : null;
}

/** What ends a comment that begins there; undefined where none does. */
function commentEnd(text: string, at: number): string | undefined {
  if (text.startsWith('//', at) || text.startsWith('# ', at)) return '\n';
  return text.startsWith('/*', at) ? '*/' : undefined;
}

const NO_BREAK_SPACE = 0xa0;
const BYTE_ORDER_MARK = 0xfeff;

function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit === NO_BREAK_SPACE || unit === BYTE_ORDER_MARK;
}
