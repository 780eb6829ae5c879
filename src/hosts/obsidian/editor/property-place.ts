import { fieldsByFoldedName, type FieldName } from '../../../core/lore/entry-fields';
import { foldPropertyName } from '../../../core/lore/property-name';

/** What stands at a place in the properties of a note. */
export type PropertyPlace =
  /** The name of a property is being written. */
  | { readonly kind: 'name'; readonly typed: string; readonly from: number }
  /** A value of a property of ours, or one item of it. */
  | { readonly kind: 'value'; readonly field: FieldName; readonly typed: string; readonly from: number }
  /** A value of a property that is not ours. */
  | { readonly kind: 'other-value'; readonly name: string; readonly typed: string; readonly from: number };

/** Properties below this line are not looked at; no note has so many. */
const LAST_LINE = 1_000;
const NAME = /^[\p{L}_][\p{L}\p{N}_ -]*$/u;
const NAMED = /^([\p{L}_][\p{L}\p{N}_ -]*):[ \t]+(.*)$/u;
const ITEM = /^([ \t]*-[ \t]+)(.*)$/;
const PARENT = /^([\p{L}_][\p{L}\p{N}_ -]*):[ \t]*$/u;

/** The place at a character of a line, both counted from 0; undefined outside of the properties. */
export function propertyPlace(lineAt: (line: number) => string, line: number, ch: number): PropertyPlace | undefined {
  if (line === 0 || line > LAST_LINE || !isFence(lineAt(0))) return undefined;
  for (let above = 1; above < line; above += 1) if (isFence(lineAt(above))) return undefined;
  const written = lineAt(line).slice(0, ch);
  if (NAME.test(written)) return { kind: 'name', typed: written, from: 0 };
  const [, name, value] = NAMED.exec(written) ?? [];
  if (name !== undefined && value !== undefined) return valuePlace(name, lastItem(value), ch);
  const [, , item] = ITEM.exec(written) ?? [];
  const parent = item === undefined ? undefined : parentOf(lineAt, line);
  return item === undefined || parent === undefined ? undefined : valuePlace(parent, item, ch);
}

/** The names of the properties above and below, folded. */
export function writtenNames(lineAt: (line: number) => string, lastLine: number): ReadonlySet<string> {
  const names = new Set<string>();
  for (let line = 1; line <= Math.min(lastLine, LAST_LINE) && !isFence(lineAt(line)); line += 1) {
    const [, name] = /^([^\s:#-][^:]*):/.exec(lineAt(line)) ?? [];
    if (name !== undefined) names.add(foldPropertyName(name));
  }
  return names;
}

function valuePlace(name: string, typed: string, ch: number): PropertyPlace {
  const field = fieldsByFoldedName.get(foldPropertyName(name));
  const from = ch - typed.length;
  return field === undefined ? { kind: 'other-value', name, typed, from } : { kind: 'value', field, typed, from };
}

/** In `[a, b` only the last item is being written. */
function lastItem(value: string): string {
  if (!value.startsWith('[') || value.startsWith('[[')) return value;
  return /[^[,]*$/.exec(value)?.[0].trimStart() ?? '';
}

function parentOf(lineAt: (line: number) => string, line: number): string | undefined {
  for (let above = line - 1; above > 0; above -= 1) {
    const [, name] = PARENT.exec(lineAt(above)) ?? [];
    if (name !== undefined) return name;
    if (!ITEM.test(lineAt(above))) return undefined;
  }
  return undefined;
}

function isFence(text: string): boolean {
  return /^---[ \t]*$/.test(text);
}
