import { entryFields, fieldNames, writtenName, type EntryField, type EntryProperties } from '../../lore/entry-fields';
import type { YamlValue } from '../../lore/yaml-value';
import { printedValue } from '../print-note';
import { isSame } from './same-value';
import { asRecord } from './tavern-entry';

/** The name under which files of other programs carry what only notes can say. Those programs keep `extensions`. */
export const OWN_EXTENSION = 'lorehearth';

/** In the extension: properties that are not ours. */
const OTHER = 'other_properties';

/**
 * What a note says beyond what the file will be understood to say: by written name, with null for a property that the
 * note lacks. Empty where the file says it all.
 *
 * @param wanted The note's properties.
 * @param understood The properties that a reader of the file gets.
 */
export function ownExtension(
  wanted: EntryProperties,
  understood: EntryProperties,
  other: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const fields = fieldNames().flatMap((name): readonly [string, unknown][] => {
    const value = printedValue(name, wanted);
    return name === 'title' || isSame(value, printedValue(name, understood))
      ? []
      : [[writtenName(name), value ?? null]];
  });
  return Object.fromEntries([...fields, ...(Object.keys(other).length === 0 ? [] : [[OTHER, other] as const])]);
}

/** What an extension of ours says. */
export interface OwnWords {
  /** Properties with the extension's in their place, without those that it says are absent. */
  readonly apply: (properties: EntryProperties) => EntryProperties;
  readonly otherProperties: Readonly<Record<string, unknown>>;
}

/** Reads our extension among others; undefined where there is none. */
export function readOwnExtension(extensions: Readonly<Record<string, unknown>>): OwnWords | undefined {
  const own = asRecord(extensions[OWN_EXTENSION]);
  if (!own) return undefined;
  const words = new Map<string, unknown>(
    fieldNames().flatMap((name): readonly [string, unknown][] => {
      const written = writtenName(name);
      if (name === 'title' || !Object.hasOwn(own, written)) return [];
      if (own[written] === null) return [[name, undefined]];
      const field: EntryField<unknown> = entryFields[name];
      const { value } = field.kind.read(yamlOf(own[written]));
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return {
    apply: (properties) => {
      const said = new Map<string, unknown>([...Object.entries(properties), ...words]);
      return Object.fromEntries([...said].filter(([, value]) => value !== undefined));
    },
    otherProperties: asRecord(own[OTHER]) ?? {},
  };
}

/** A value of JSON as the kinds of properties read it. */
function yamlOf(value: unknown): YamlValue {
  if (value === null || value === undefined) return { kind: 'null' };
  if (Array.isArray(value)) return { kind: 'list', items: value.map(yamlOf) };
  if (typeof value === 'string') return { kind: 'scalar', text: value, quoted: true };
  if (typeof value !== 'object') return { kind: 'scalar', text: JSON.stringify(value), quoted: false };
  return {
    kind: 'map',
    pairs: Object.entries(value).map(([name, inner]) => ({ name, value: yamlOf(inner), line: 1 })),
  };
}
