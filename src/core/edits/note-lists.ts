import { splitNote } from '../lore/frontmatter';
import { isTagProperty } from '../lore/note-tags';
import { foldPropertyName } from '../lore/property-name';
import { readEntryProperties } from '../lore/read-properties';
import { entryFields, fieldsByFoldedName, writtenName, type FieldName } from '../lore/entry-fields';
import type { YamlValue } from '../lore/yaml-value';

/** The one name under which all spellings of a property are found: the name in code for ours. */
export function propertyKey(written: string): string {
  return fieldsByFoldedName.get(foldPropertyName(written)) ?? (isTagProperty(written) ? 'tags' : written);
}

/** How a new property is spelled. */
export function spelledName(key: string): string {
  return isField(key) ? writtenName(key) : key;
}

function isField(name: string): name is FieldName {
  return Object.hasOwn(entryFields, name);
}

/** Whether two items of a property are one: of tags `#` and letter case do not count. */
export function sameItem(name: string): (one: string, other: string) => boolean {
  if (propertyKey(name) !== 'tags') return (one, other) => one === other;
  const plain = (tag: string): string => tag.normalize('NFC').replace(/^#+/, '').toLowerCase();
  return (one, other) => plain(one) === plain(other);
}

/** The items of a list as they stand in a note: of one of ours as it is understood, of others its scalars. */
export function listItems(source: string, name: string): readonly string[] {
  const { properties: pairs } = splitNote('', source);
  const key = propertyKey(name);
  const values = pairs.filter((pair) => propertyKey(pair.name) === key).map(({ value }) => value);
  if (key === 'tags')
    return values.flatMap((value) => scalars(value).flatMap((text) => text.split(/[\s,]+/).filter(Boolean)));
  // A list is taken as it is written: what it means, links and folded names, would not be found in it again.
  if (values.some((value) => value.kind === 'list')) return values.flatMap(isOfNames(key) ? namesIn : scalars);
  const typed = isField(key) ? readEntryProperties('', pairs).properties[key] : undefined;
  return isTexts(typed) ? typed : values.flatMap(scalars);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Whether a list without quotes in a list is a link there. */
function isOfNames(key: string): boolean {
  return isField(key) && ['entries', 'names', 'values'].includes(entryFields[key].kind.id);
}

/** `requires: [[Mill|the mill]]` is one link. */
function namesIn(value: YamlValue): readonly string[] {
  const inner = value.kind === 'list' && value.items.length === 1 ? value.items[0] : undefined;
  const isLink = inner?.kind === 'list' && inner.items.every((item) => item.kind === 'scalar');
  return isLink ? [`[[${scalars(inner).join(', ')}]]`] : scalars(value);
}

/** Unquoted `[[links]]` are lists in lists to YAML. */
function scalars(value: YamlValue): readonly string[] {
  switch (value.kind) {
    case 'null':
    case 'map':
      return [];
    case 'scalar':
      return [value.text];
    case 'list':
      return value.items.flatMap((item) =>
        item.kind === 'list' && item.items.length === 1 && item.items[0]?.kind === 'list'
          ? [`[[${scalars(item).join(', ')}]]`]
          : scalars(item),
      );
  }
}
