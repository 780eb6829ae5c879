import { fileLimits } from '../limits';
import { FileProblem, megabytes } from './file-problem';

/** Parsed JSON, and what was left out of it. */
export interface ParsedJson {
  readonly value: unknown;
  /** Sentences for the user. */
  readonly notices: readonly string[];
}

/**
 * Parses JSON, or one value a line, within the limits. Undefined for what is neither. Texts beyond the limit and fields
 * named `__proto__` are left out with a notice.
 *
 * @throws FileProblem for a text that is too large or too deep.
 */
export function parseJson(text: string): ParsedJson | undefined {
  if (text.length > fileLimits.fileBytes)
    throw new FileProblem(
      `The text has ${megabytes(text.length)}; ${megabytes(fileLimits.fileBytes)} at most are taken.`,
    );
  if (depthOf(text) > fileLimits.depth)
    throw new FileProblem(`Its data is nested deeper than ${String(fileLimits.depth)} levels; no lorebook needs that.`);
  const parsed = parsedOrUndefined(text) ?? parsedLines(text);
  return parsed && { value: parsed.value, notices: cleanse(parsed.value) };
}

interface Parsed {
  readonly value: unknown;
}

function parsedOrUndefined(text: string): Parsed | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}

/** One value a line is a list of them; a single line is no list. */
function parsedLines(text: string): Parsed | undefined {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  if (lines.length < 2) return undefined;
  const values: unknown[] = [];
  for (const line of lines) {
    const parsed = parsedOrUndefined(line);
    if (!parsed) return undefined;
    values.push(parsed.value);
  }
  return { value: values };
}

/** The deepest nesting of brackets outside texts. Parsing first could need far more memory than the text. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isText = !isText;
    else if (isText) at += code === BACKSLASH ? 1 : 0;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) deepest = Math.max(deepest, ++depth);
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
  }
  return deepest;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** So many notices are told. */
const MOST_NOTICES = 20;

/** Takes out of a freshly parsed value what no reader should meet. */
function cleanse(root: unknown): readonly string[] {
  const notices: string[] = [];
  const open: { readonly value: unknown; readonly where: string }[] = [{ value: root, where: '' }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, where } = next;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      const place = where === '' ? name : `${where}.${name}`;
      const complaint = complaintAbout(name, inner);
      if (complaint === undefined) open.push({ value: inner, where: place });
      else {
        if (name === '__proto__') Reflect.deleteProperty(value, name);
        else Reflect.set(value, name, '');
        notices.push(`${place} ${complaint}`);
      }
    }
  }
  return notices.slice(0, MOST_NOTICES);
}

function complaintAbout(name: string, value: unknown): string | undefined {
  if (name === '__proto__') return 'is no field of any lorebook and was left out.';
  if (typeof value !== 'string' || value.length <= fileLimits.textLength) return undefined;
  return `is a text of ${String(value.length)} characters; ${String(fileLimits.textLength)} at most are taken, so it was left out.`;
}
