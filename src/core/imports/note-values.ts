import { entryFields, fieldsByFoldedName, type FieldName } from '../lore/entry-fields';
import { splitNote } from '../lore/frontmatter';
import { foldPropertyName } from '../lore/property-name';
import { readEntryProperties } from '../lore/read-properties';
import type { YamlPair, YamlValue } from '../lore/yaml-value';

/** What a note says, in a form in which two notes are compared: how it is written does not count. */
export interface NoteValues {
  /** Values as JSON, by the name in code for ours and as written for others. */
  readonly properties: ReadonlyMap<string, string>;
  /** Line ends as `\n`. */
  readonly body: string;
  /** Whether tools are told to leave the note, or a part of its text, alone. */
  readonly isLocked: boolean;
}

const LOCK = /%%\s*lorehearth-lock\s*%%/i;

/** The values of a note; undefined where its properties cannot be read. */
export function noteValues(source: string): NoteValues | undefined {
  const { properties: pairs, body, problems } = splitNote('', source);
  if (problems.length > 0) return undefined;
  const { properties } = readEntryProperties('', pairs);
  const values = new Map<string, string>();
  for (const pair of pairs) {
    const name = valueName(pair.name);
    const typed = isField(name) ? properties[name] : undefined;
    values.set(name, JSON.stringify(typed ?? plain(pair.value)));
  }
  return { properties: values, body, isLocked: properties.locked === true || LOCK.test(body) };
}

/** The name by which a property is compared, whatever spelling of ours was used. */
export function valueName(written: string): string {
  return fieldsByFoldedName.get(foldPropertyName(written)) ?? written;
}

function isField(name: string): name is FieldName {
  return Object.hasOwn(entryFields, name);
}

/** A value as a user reads it. */
export function shownValue(json: string): string {
  const value: unknown = JSON.parse(json);
  if (typeof value === 'string') return value;
  const isTextList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return isTextList ? value.join(', ') : json;
}

function plain(value: YamlValue): unknown {
  switch (value.kind) {
    case 'null':
      return null;
    case 'scalar':
      return value.text;
    case 'list':
      return value.items.map(plain);
    case 'map':
      return value.pairs.map((pair: YamlPair) => [pair.name, plain(pair.value)]);
  }
}
