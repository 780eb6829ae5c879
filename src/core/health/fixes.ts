import type { Operation } from '../edits/patch';
import { listItems, propertyKey } from '../edits/note-lists';
import { splitNote } from '../lore/frontmatter';
import { nearMiss } from '../lore/near-miss';
import { linkTarget } from '../lore/note-link';
import { writtenPropertyName } from '../lore/property-name';
import type { HealthProblem } from './health-problem';
import type { HealthCode } from './health-kinds';

/** The problem as it was told, and the note as it is now. */
type Mend = (problem: Pick<HealthProblem, 'text' | 'line'>, source: string) => readonly Operation[] | undefined;

/** A change that mends a kind of problem, where only one makes sense. */
interface Fix {
  /** What it does, on a button. */
  readonly label: string;
  /** The steps; undefined when the note is not as it was told any more. */
  readonly mend: Mend;
}

/** Every kind of problem that can be mended by a click. */
const fixes: Readonly<Partial<Record<HealthCode, Fix>>> = {
  'link-target-missing': { label: 'Remove the name', mend: withoutName },
  'excludes-itself': { label: 'Remove the name', mend: withoutName },
  'requires-itself': { label: 'Remove the name', mend: withoutName },
  'key-duplicate': { label: 'Remove the second', mend: withoutSecond },
  'key-swallowed': { label: 'Remove the key', mend: withoutKey },
  'property-near-miss': { label: 'Rename the property', mend: renamed },
  'tag-as-comment': { label: 'Put it in quotes', mend: quoted },
  'value-as-comment': { label: 'Put it in quotes', mend: quoted },
  'tab-indentation': { label: 'Indent with spaces', mend: withSpaces },
  'frontmatter-not-first': { label: 'Remove the blank lines above', mend: withoutBlanksAbove },
};

/** What mends a kind of problem; undefined where nothing does, or more than one thing could. */
export function fixOf(code: HealthCode): Fix | undefined {
  return fixes[code];
}

/** The property that stands on a line. */
function propertyAt(source: string, line: number): string | undefined {
  return splitNote('', source).properties.find((pair) => pair.line === line)?.name;
}

function withoutName({ text, line }: Parameters<Mend>[0], source: string): readonly Operation[] | undefined {
  const name = propertyAt(source, line);
  return name === undefined ? undefined : without(source, name, (item) => linkTarget(item) === text);
}

function withoutKey({ text }: Parameters<Mend>[0], source: string): readonly Operation[] | undefined {
  return without(source, 'keys', (item) => item.trim() === text);
}

/** A list that nothing is left of goes with its last item: an empty one of keys would mean something else. */
function without(source: string, name: string, isMeant: (item: string) => boolean): readonly Operation[] | undefined {
  const all = listItems(source, name);
  const items = all.filter(isMeant);
  if (items.length === 0) return undefined;
  return items.length < all.length ? [{ kind: 'remove-items', name, items }] : [{ kind: 'unset-property', name }];
}

function withoutSecond({ text }: Parameters<Mend>[0], source: string): readonly Operation[] | undefined {
  const items = listItems(source, 'keys');
  const at = items.lastIndexOf(text);
  if (at < 1) return undefined;
  return [{ kind: 'set-property', name: 'keys', value: items.filter((_, index) => index !== at) }];
}

/** Only where the note does not have the property under its right name, too. */
function renamed({ text }: Parameters<Mend>[0], source: string): readonly Operation[] | undefined {
  const { properties } = splitNote('', source);
  const wrong = properties.find(({ name }) => name === text);
  const field = wrong && nearMiss(wrong.name, wrong.value);
  if (!wrong || !field || properties.some(({ name }) => propertyKey(name) === field)) return undefined;
  return onLine(source, wrong.line, (line) => line.replace(text, () => writtenPropertyName(field)));
}

/** `- #lorebook` → `- "#lorebook"`. */
function quoted({ text, line }: Parameters<Mend>[0], source: string): readonly Operation[] | undefined {
  return onLine(source, line, (written) =>
    written.trim() === text ? written.replace(/#\S.*$/, (value) => JSON.stringify(value.trim())) : written,
  );
}

function onLine(source: string, line: number, change: (line: string) => string): readonly Operation[] | undefined {
  // Every second part is a line end.
  const parts = source.split(/(\r\n|\n|\r)/);
  const at = (line - 1) * 2;
  const before = parts[at];
  const after = before === undefined ? undefined : change(before);
  if (after === undefined || after === before) return undefined;
  return [{ kind: 'replace-source', text: parts.map((part, index) => (index === at ? after : part)).join('') }];
}

function withSpaces(_: Parameters<Mend>[0], source: string): readonly Operation[] | undefined {
  const end = source.search(/\n---[ \t]*(?:\r?\n|$)/);
  if (end < 0) return undefined;
  const head = source.slice(0, end).replace(/^[ \t]*\t[ \t]*/gm, (blanks) => blanks.replaceAll('\t', '  '));
  return [{ kind: 'replace-source', text: head + source.slice(end) }];
}

function withoutBlanksAbove(_: Parameters<Mend>[0], source: string): readonly Operation[] | undefined {
  const [, mark = '', rest = ''] = /^(\ufeff?)([\s\S]*)$/.exec(source) ?? [];
  const text = mark + rest.replace(/^\s+(?=---)/, '');
  return text === source ? undefined : [{ kind: 'replace-source', text }];
}
