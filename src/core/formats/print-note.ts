import { stringify } from 'yaml';
import {
  entryFields,
  fieldNames,
  writtenName,
  type EntryField,
  type EntryProperties,
  type FieldName,
} from '../lore/entry-fields';
import type { ChatSpan } from '../lore/field-kinds';

/** What a new note is made of. */
export interface NoteContents {
  /** Without `#`. */
  readonly tags: readonly string[];
  readonly properties: EntryProperties;
  /** Properties that are not ours, as they go into YAML. */
  readonly otherProperties?: Readonly<Record<string, unknown>>;
  /** The text below the properties, as it is. */
  readonly body: string;
}

/** Lists stand one item a line, long lines stay whole, and texts that some reader of YAML takes for a number, a day or a boolean are quoted. */
export const NOTE_STYLE = { compat: 'yaml-1.1', lineWidth: 0 } as const;

/** The source text of a note. Reading it gives these properties again; they stand in the order of the field table. */
export function printNote({ tags, properties, otherProperties = {}, body }: NoteContents): string {
  const ours = fieldNames().flatMap((name): readonly [string, unknown][] => {
    const value = printedValue(name, properties);
    return value === undefined ? [] : [[writtenName(name), value]];
  });
  const map = Object.fromEntries([['tags', tags] as const, ...ours, ...Object.entries(otherProperties)]);
  return `---\n${stringify(map, NOTE_STYLE)}---\n${body === '' || body.endsWith('\n') ? body : `${body}\n`}`;
}

/** A property's value in the form in which its kind reads it, or undefined for a property that is not there. */
export function printedValue(name: FieldName, properties: EntryProperties): unknown {
  const field: EntryField<unknown> = entryFields[name];
  const value = properties[name];
  if (isSpan(value)) return value.unit === 'messages' ? `${String(value.count)} messages` : value.count;
  return field.kind.id === 'chance' && typeof value === 'number' ? percent(value) : value;
}

function isSpan(value: EntryProperties[FieldName]): value is ChatSpan {
  return typeof value === 'object' && 'unit' in value;
}

/** A share as a percentage: as a number alone, 1% would mean always. */
function percent(share: number): string {
  return `${String(Number((share * 100).toPrecision(12)))}%`;
}
