import type { YamlPair, YamlValue } from './yaml-value';

/**
 * Reads the plain YAML that most notes have: `name: value` lines with one-line values, `[lists, on one line]` and
 * lists of `- items`. Anything else gives undefined, and a full parser must read it. Where this reads a text, it reads
 * what the full parser would.
 *
 * @param firstLine The line number of the text's first line.
 */
export function readPlainYaml(text: string, firstLine: number): readonly YamlPair[] | undefined {
  if (ODD_CHARACTER.test(text)) return undefined;
  const lines = text.split('\n');
  const pairs: YamlPair[] = [];
  const names = new Set<string>();
  for (let index = 0; index < lines.length;) {
    const line = lines[index] ?? '';
    if (line.trim() === '') {
      index++;
      continue;
    }
    const [whole = '', name = ''] = PROPERTY.exec(line) ?? [];
    if (name === '' || names.has(name)) return undefined;
    names.add(name);
    const written = line.slice(whole.length).trim();
    const items = written === '' ? readItems(lines, index + 1) : undefined;
    if (items === 'odd') return undefined;
    const value = items && items.count > 0 ? items.list : readValue(written);
    if (!value) return undefined;
    pairs.push({ name, value, line: firstLine + index });
    index += 1 + (items?.count ?? 0);
  }
  return pairs;
}

/** Tabs, control characters, other breaks and other blanks have rules of their own. */
const ODD_CHARACTER = /[^\P{C}\n\p{Cs}]|[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/u;

/** A name of letters, digits, `_`, `-`, `.` and inner spaces, then a colon and a blank or the line's end. */
const PROPERTY = /^([\p{L}_][\p{L}\p{N}_.-]{0,200}(?: [\p{L}\p{N}_.-]{1,200}){0,4}):(?= |$)/u;

const NULL_WORD = /^(?:null|Null|NULL|~|)$/;

/** Characters that begin something else than a plain value. */
const INDICATOR = /^[-?:,[\]{}#&*!|>'"%@`]/;
const NEGATIVE_NUMBER = /^-\d/;

const NULL: YamlValue = { kind: 'null' };

/** The `- item` lines from an index on, all indented alike. Blank lines end them. */
function readItems(
  lines: readonly string[],
  start: number,
): { readonly list: YamlValue; readonly count: number } | 'odd' {
  const items: YamlValue[] = [];
  let indent: number | undefined;
  for (let line = lines[start]; line !== undefined; line = lines[start + items.length]) {
    const dash = line.search(/[^ ]/);
    if (dash < 0 || line[dash] !== '-') break;
    if (dash !== (indent ??= dash) || (line[dash + 1] ?? ' ') !== ' ') return 'odd';
    const item = readValue(line.slice(dash + 1).trim());
    if (!item) return 'odd';
    items.push(item);
  }
  return { list: { kind: 'list', items }, count: items.length };
}

/** One value on the rest of a line, outside a list in brackets. */
function readValue(written: string): YamlValue | undefined {
  if (written.startsWith('[')) return readFlowList(written);
  const quoted = readQuoted(written);
  if (quoted) return quoted;
  if (written.includes(': ') || written.endsWith(':') || written.includes(' #')) return undefined;
  return readPlain(written);
}

function readPlain(written: string): YamlValue | undefined {
  if (NULL_WORD.test(written)) return NULL;
  if (INDICATOR.test(written) && !NEGATIVE_NUMBER.test(written)) return undefined;
  return { kind: 'scalar', text: written, quoted: false };
}

/** Quoted text without escapes. */
function readQuoted(written: string): YamlValue | undefined {
  const match = /^"([^"\\]*)"$|^'([^']*)'$/.exec(written);
  return match ? { kind: 'scalar', text: match[1] ?? match[2] ?? '', quoted: true } : undefined;
}

const MOST_BRACKETS = 4;

/** `[a, "b", [c]]`: brackets that close at the line's end. */
function readFlowList(written: string): YamlValue | undefined {
  const open: YamlValue[][] = [];
  let current: YamlValue[] | undefined;
  let isItemDue = true;
  for (let at = 0; at < written.length;) {
    const character = written[at] ?? '';
    if (character === ' ') at++;
    else if (character === '[') {
      if (!isItemDue || open.length === MOST_BRACKETS) return undefined;
      if (current) open.push(current);
      current = [];
      at++;
    } else if (character === ']') {
      const list: YamlValue = { kind: 'list', items: current ?? [] };
      at++;
      const outer = open.pop();
      if (!outer) return current && at === written.length ? list : undefined;
      outer.push(list);
      current = outer;
      isItemDue = false;
    } else if (character === ',') {
      if (isItemDue) return undefined;
      isItemDue = true;
      at++;
    } else {
      const item = current && isItemDue ? readFlowItem(written, at) : undefined;
      if (!item) return undefined;
      current?.push(item.value);
      isItemDue = false;
      at = item.end;
    }
  }
  return undefined;
}

const FLOW_ITEM = /"[^"\\]*"|'[^']*'|[^\s,[\]{}"'][^,[\]{}]*/y;

function readFlowItem(text: string, at: number): { readonly value: YamlValue; readonly end: number } | undefined {
  FLOW_ITEM.lastIndex = at;
  const written = FLOW_ITEM.exec(text)?.[0].trim();
  if (written === undefined) return undefined;
  const end = FLOW_ITEM.lastIndex;
  const quoted = readQuoted(written);
  if (quoted) return { value: quoted, end };
  if (written.includes(':') || written.includes(' #')) return undefined;
  const value = readPlain(written);
  return value ? { value, end } : undefined;
}
