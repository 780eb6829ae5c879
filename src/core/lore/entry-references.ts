import { entryFields, fieldsByFoldedName } from './entry-fields';
import { isWholeLink } from './note-link';
import { foldPropertyName } from './property-name';
import { splitAtCommas } from './split-at-commas';
import type { YamlPair, YamlValue } from './yaml-value';

/** A property by which an entry names other entries. */
export type ReferenceProperty = 'requires' | 'excludes' | 'cascadeLinks' | 'knownBy';

/** One entry that a note names in a property. */
export interface EntryReference {
  readonly property: ReferenceProperty;
  /** Path, file name, alias or title, as written. */
  readonly target: string;
  /** Line of the property in the note, counted from 1. */
  readonly line: number;
}

/** What most notes refer to: one list for all of them. */
const NONE: readonly EntryReference[] = [];

/**
 * The entries that a note names in its properties, each once for each property. In `known_by` only links count: a plain
 * name there may be that of somebody who has no note.
 */
export function entryReferences(pairs: readonly YamlPair[]): readonly EntryReference[] {
  const references = new Map<string, EntryReference>();
  for (const { name, value, line } of pairs) {
    const property = referenceProperty(name);
    if (property === undefined) continue;
    for (const target of targetsOf(property, value))
      if (!references.has(`${property} ${target}`)) references.set(`${property} ${target}`, { property, target, line });
  }
  return references.size === 0 ? NONE : [...references.values()];
}

function referenceProperty(name: string): ReferenceProperty | undefined {
  const field = fieldsByFoldedName.get(foldPropertyName(name));
  return field === 'requires' || field === 'excludes' || field === 'cascadeLinks' || field === 'knownBy'
    ? field
    : undefined;
}

function targetsOf(property: ReferenceProperty, value: YamlValue): readonly string[] {
  return entryFields[property].kind.read(property === 'knownBy' ? linksIn(value) : value).value ?? [];
}

/** The links of a list of names. An unquoted link is a list in a list to YAML. */
function linksIn(value: YamlValue): YamlValue {
  const isLink = (item: YamlValue): boolean =>
    item.kind === 'list' || (item.kind === 'scalar' && isWholeLink(item.text));
  const items = value.kind === 'list' ? value.items : value.kind === 'scalar' ? itemsOf(value.text) : [];
  return { kind: 'list', items: items.filter(isLink) };
}

function itemsOf(text: string): readonly YamlValue[] {
  return splitAtCommas(text).map((item) => ({ kind: 'scalar', text: item, quoted: true }));
}
