/** Quotes that models open texts with, and those that may close them. */
const CLOSING: Readonly<Record<string, string>> = {
  ...{ '"': '"', "'": "'", '“': '”"', '‘': "’'" },
  ...{ '„': '“”"', '«': '»', '「': '」', '『': '』' },
};
/** A single quote at the very end may be an apostrophe in a text that was cut off. */
const SURE_AT_THE_END = '"“”»」』';
/** What may follow a text: the next one, its value, or the end of what it is in; those of Chinese and Japanese, too. */
const BEHIND = ',:]}\n，：；、］｝';

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const HEX = /[\da-f]{4}/iy;

/** A text that was read. */
export interface LooseString {
  readonly value: string;
  /** Where it ends, exclusive. */
  readonly end: number;
}

export function opensString(character: string): boolean {
  return Object.hasOwn(CLOSING, character);
}

/**
 * Reads the text whose quote stands at `start`; undefined when it does not end. A quote ends it only before a comma, a
 * colon, a closing bracket, or the end of its line: models forget to escape quotes inside.
 */
export function readLooseString(text: string, start: number): LooseString | undefined {
  const closing = CLOSING[text.charAt(start)] ?? '"';
  let value = '';
  let from = start + 1;
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\\') {
      const escaped = readEscape(text, at + 1);
      value += text.slice(from, at) + escaped.value;
      from = escaped.end;
      at = escaped.end - 1;
    } else if (closing.includes(character) && endsHere(text, at)) {
      return { value: value + text.slice(from, at), end: at + 1 };
    }
  }
  return undefined;
}

function readEscape(text: string, at: number): LooseString {
  const character = text.charAt(at);
  if (character !== 'u') return { value: ESCAPES[character] ?? character, end: at + 1 };
  HEX.lastIndex = at + 1;
  const hex = HEX.exec(text)?.[0];
  return hex === undefined
    ? { value: 'u', end: at + 1 }
    : { value: String.fromCharCode(Number.parseInt(hex, 16)), end: at + 5 };
}

/** Whether what stands behind a quote says that it closes the text. */
function endsHere(text: string, quote: number): boolean {
  let at = quote + 1;
  while (at < text.length && ' \t\r'.includes(text.charAt(at))) at++;
  if (at >= text.length) return SURE_AT_THE_END.includes(text.charAt(quote));
  return BEHIND.includes(text.charAt(at)) || (text.charAt(at) === ';' && text.charAt(quote) !== "'");
}
