/** A stretch of a note's body. `at` is its offset. `text` is everything that is none of the others. */
export type MarkdownToken =
  | { readonly kind: 'text'; readonly text: string; readonly at: number }
  /** Inline code or a fenced block; `language` is the fence's first word in lower case ('' for inline code). */
  | {
      readonly kind: 'code';
      readonly text: string;
      readonly language: string;
      readonly fenced: boolean;
      readonly at: number;
    }
  /** `%%…%%`, `<!--…-->` or an excluded region: never shown to a model. Unclosed, it reaches to the end. */
  | { readonly kind: 'hidden'; readonly text: string; readonly closed: boolean; readonly at: number }
  /** The marks of a heading with the blanks after them; what the heading says follows as tokens of its own. */
  | { readonly kind: 'heading'; readonly text: string; readonly level: number; readonly at: number }
  /** `[[inside]]`. */
  | { readonly kind: 'link'; readonly text: string; readonly inside: string; readonly at: number }
  /** `![[target]]` or `![alt](address)`. */
  | { readonly kind: 'embed'; readonly text: string; readonly at: number }
  /** `^id` at the end of a line. */
  | { readonly kind: 'block-id'; readonly text: string; readonly at: number };

/**
 * Cuts a body (line ends `\n`) into tokens that follow each other without a gap: joined, they are the body again.
 * An unclosed comment or fence reaches to the end, as in the editor. Takes time in proportion to the body.
 */
export function markdownTokens(body: string): readonly MarkdownToken[] {
  return new Scanner(body).run();
}

const SPECIAL = /[`~#%<![^\n]/g;

/** What may stand before a fence on its line: blanks, quote marks, list marks. */
const CONTAINER = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*[ \t]*$/;
const LONGEST_CONTAINER = 200;

/** Longer runs of backticks open no inline code: the bound keeps a line's scan linear. */
const MOST_TICKS = 32;

const EXCLUDE = /%%[ \t]*(?:lorehearth|deeplore)-exclude[ \t]*%%/iy;
/** Where an excluded region ends, or one in it begins. */
const EXCLUDE_MARK = /%%[ \t]*(\/?)[ \t]*(?:lorehearth|deeplore)-exclude[ \t]*%%/gi;
const NOTE_EMBED = /!\[\[[^[\]\n]*\]\]/y;
const IMAGE = /!\[[^[\]\n]*\]\((?:[^()\n]|\([^()\n]*\))*\)/y;
/** A picture that leads somewhere when it is clicked. */
const LINKED_IMAGE = /\[!\[[^[\]\n]*\]\((?:[^()\n]|\([^()\n]*\))*\)\]\((?:[^()\n]|\([^()\n]*\))*\)/y;
const LINK = /\[\[([^[\]\n]+)\]\]/y;
const BLOCK_ID = /\^[A-Za-z0-9-]+[ \t]*(?=\n|$)/y;
const HEADING_BLANKS = /[ \t]+|(?=\n|$)/y;

class Scanner {
  readonly #tokens: MarkdownToken[] = [];
  /** Where the text that no token has taken yet begins. */
  #textStart = 0;
  #lineStart = 0;
  #isHeadingLine = false;
  /** Lengths of backtick runs that the rest of the line does not close. */
  #unclosedTicks = new Set<number>();

  constructor(private readonly body: string) {}

  run(): readonly MarkdownToken[] {
    SPECIAL.lastIndex = 0;
    for (let match = SPECIAL.exec(this.body); match; match = SPECIAL.exec(this.body)) {
      SPECIAL.lastIndex = this.#step(match.index);
    }
    this.#takeText(this.body.length);
    return this.#tokens;
  }

  /** Handles the special character at an offset and tells where to go on. */
  #step(at: number): number {
    switch (this.body[at]) {
      case '\n':
        return this.#lineEnd(at);
      case '`':
        return this.#ticks(at);
      case '~':
        return this.#tildes(at);
      case '#':
        return this.#hashes(at);
      case '%':
        return this.body[at + 1] === '%' ? this.#comment(at) : at + 1;
      case '<':
        return this.body.startsWith('<!--', at) ? this.#hidden(at, this.body.indexOf('-->', at + 2), 3) : at + 1;
      case '!':
        return this.#embed(at);
      case '[':
        return this.#link(at);
      default:
        return this.#blockId(at);
    }
  }

  #lineEnd(at: number): number {
    if (this.#isHeadingLine) this.#takeText(at);
    this.#beginLine(at + 1);
    return at + 1;
  }

  #beginLine(at: number): void {
    this.#lineStart = at;
    this.#isHeadingLine = false;
    if (this.#unclosedTicks.size > 0) this.#unclosedTicks = new Set();
  }

  #takeText(end: number): void {
    if (end > this.#textStart) {
      this.#tokens.push({ kind: 'text', text: this.body.slice(this.#textStart, end), at: this.#textStart });
    }
    this.#textStart = end;
  }

  #take(token: MarkdownToken): number {
    this.#takeText(token.at);
    this.#tokens.push(token);
    this.#textStart = token.at + token.text.length;
    const lastLineEnd = token.text.lastIndexOf('\n');
    if (lastLineEnd >= 0) this.#beginLine(token.at + lastLineEnd + 1);
    return this.#textStart;
  }

  #ticks(at: number): number {
    const length = runLength(this.body, at);
    const end = length >= 3 ? this.#fenceEnd(at, length) : undefined;
    if (end !== undefined) return this.#fence(at, at + length, end);
    if (length > MOST_TICKS || this.#unclosedTicks.has(length) || this.body[at - 1] === '\\') return at + length;
    const close = this.#closingTicks(at + length, length);
    if (close === undefined) {
      this.#unclosedTicks.add(length);
      return at + length;
    }
    const text = this.body.slice(at, close + length);
    return this.#take({ kind: 'code', text, language: '', fenced: false, at });
  }

  /** Where on the line a run of exactly so many backticks begins. */
  #closingTicks(from: number, length: number): number | undefined {
    for (let at = from; at < this.body.length && this.body[at] !== '\n'; at++) {
      if (this.body[at] !== '`') continue;
      const run = runLength(this.body, at);
      if (run === length) return at;
      at += run - 1;
    }
    return undefined;
  }

  #tildes(at: number): number {
    const length = runLength(this.body, at);
    const end = length >= 3 ? this.#fenceEnd(at, length) : undefined;
    return end === undefined ? at + length : this.#fence(at, at + length, end);
  }

  #fence(at: number, infoStart: number, end: number): number {
    const text = this.body.slice(at, end);
    const info = this.body.slice(infoStart, lineEndAfter(this.body, infoStart));
    const language = info.trim().split(/\s/, 1)[0] ?? '';
    return this.#take({ kind: 'code', text, language: language.toLowerCase(), fenced: true, at });
  }

  /** Where the fenced block ends that a run of marks opens, or undefined where the run opens none. */
  #fenceEnd(at: number, length: number): number | undefined {
    if (at - this.#lineStart > LONGEST_CONTAINER) return undefined;
    const before = this.body.slice(this.#lineStart, at);
    if (!CONTAINER.test(before)) return undefined;
    let lineEnd = lineEndAfter(this.body, at + length);
    const mark = this.body[at] ?? '';
    if (mark === '`' && this.body.slice(at + length, lineEnd).includes('`')) return undefined;
    const depth = before.split('>').length - 1;
    while (lineEnd < this.body.length) {
      const content = quotedContent(this.body, lineEnd + 1, depth);
      if (content === undefined) return lineEnd;
      lineEnd = lineEndAfter(this.body, content);
      if (isClosingFence(this.body, content, lineEnd, mark, length)) return lineEnd;
    }
    return this.body.length;
  }

  #hashes(at: number): number {
    const length = runLength(this.body, at);
    if (length > 6 || !isShortIndent(this.body, this.#lineStart, at)) return at + length;
    HEADING_BLANKS.lastIndex = at + length;
    if (!HEADING_BLANKS.test(this.body)) return at + length;
    const end = this.#take({
      kind: 'heading',
      text: this.body.slice(at, HEADING_BLANKS.lastIndex),
      level: length,
      at,
    });
    this.#isHeadingLine = true;
    return end;
  }

  #comment(at: number): number {
    EXCLUDE.lastIndex = at;
    if (!EXCLUDE.test(this.body)) return this.#hidden(at, this.body.indexOf('%%', at + 2), 2);
    const end = this.#regionEnd(EXCLUDE.lastIndex);
    return this.#hidden(at, end?.index ?? -1, end?.[0].length ?? 0);
  }

  /** The mark that closes a region; regions in it have ends of their own. */
  #regionEnd(from: number): RegExpExecArray | null {
    EXCLUDE_MARK.lastIndex = from;
    let depth = 1;
    let mark = EXCLUDE_MARK.exec(this.body);
    for (; mark; mark = EXCLUDE_MARK.exec(this.body)) {
      depth += mark[1] === '' ? 1 : -1;
      if (depth === 0) break;
    }
    return mark;
  }

  #hidden(at: number, close: number, closeLength: number): number {
    const end = close < 0 ? this.body.length : close + closeLength;
    return this.#take({ kind: 'hidden', text: this.body.slice(at, end), closed: close >= 0, at });
  }

  #embed(at: number): number {
    const text = matchAt(NOTE_EMBED, this.body, at)?.[0] ?? matchAt(IMAGE, this.body, at)?.[0];
    return text === undefined ? at + 1 : this.#take({ kind: 'embed', text, at });
  }

  #link(at: number): number {
    const picture = this.body[at + 1] === '!' ? matchAt(LINKED_IMAGE, this.body, at)?.[0] : undefined;
    if (picture !== undefined) return this.#take({ kind: 'embed', text: picture, at });
    const match = matchAt(LINK, this.body, at);
    return match ? this.#take({ kind: 'link', text: match[0], inside: match[1] ?? '', at }) : at + 1;
  }

  #blockId(at: number): number {
    const before = this.body[at - 1] ?? '\n';
    const match = /[ \t\n]/.test(before) ? matchAt(BLOCK_ID, this.body, at) : null;
    return match ? this.#take({ kind: 'block-id', text: match[0], at }) : at + 1;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** How often the character at an offset stands there in a row. */
function runLength(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && text[end] === text[at]) end++;
  return end - at;
}

function lineEndAfter(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function isShortIndent(text: string, lineStart: number, at: number): boolean {
  return at - lineStart <= 3 && text.slice(lineStart, at).trim() === '';
}

/** Where a line's content begins after so many quote marks, or undefined where the line has fewer. */
function quotedContent(text: string, lineStart: number, depth: number): number | undefined {
  let at = lineStart;
  for (let left = depth; left > 0; left--) {
    while (text[at] === ' ' || text[at] === '\t') at++;
    if (text[at] !== '>') return undefined;
    at++;
  }
  return at;
}

function isClosingFence(text: string, from: number, lineEnd: number, mark: string, length: number): boolean {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  if (text[at] !== mark) return false;
  const run = runLength(text, at);
  if (run < length) return false;
  for (at += run; at < lineEnd; at++) if (text[at] !== ' ' && text[at] !== '\t') return false;
  return true;
}
