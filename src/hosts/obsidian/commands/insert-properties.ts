import type { App, TFile } from 'obsidian';
import { writtenName, type FieldName } from '../../../core/lore/entry-fields';
import { foldPropertyName } from '../../../core/lore/property-name';

/** The properties that a writer starts with, and their values. An empty list of keys would mean that nothing wakes the entry. */
const starters = (title: string): readonly (readonly [FieldName, unknown])[] => [
  ['keys', [title]],
  ['priority', 100],
  ['summary', null],
];

/** Makes a note an entry: adds the lore tag and the properties that writers start with. What is there stays as it is. */
export async function insertProperties(app: App, file: TFile, loreTag: string): Promise<void> {
  await app.fileManager.processFrontMatter(file, (properties: unknown) => {
    if (typeof properties === 'object' && properties !== null) addMissing(properties, loreTag, file.basename);
  });
}

function addMissing(properties: object, loreTag: string, title: string): void {
  const known = new Map(Object.keys(properties).map((name) => [foldPropertyName(name), name]));
  addTag(properties, known.get('tags') ?? 'tags', loreTag);
  for (const [field, value] of starters(title)) {
    const name = writtenName(field);
    if (!known.has(foldPropertyName(name))) Reflect.set(properties, name, value);
  }
}

function addTag(properties: object, name: string, loreTag: string): void {
  const written: unknown = Reflect.get(properties, name);
  const tags: readonly unknown[] = Array.isArray(written) ? written : tagsIn(written);
  const isTagged = tags.some(
    (tag) => typeof tag === 'string' && tag.replace(/^#/, '').toLowerCase() === loreTag.toLowerCase(),
  );
  if (!isTagged) Reflect.set(properties, name, [...tags, loreTag]);
}

function tagsIn(written: unknown): readonly string[] {
  return typeof written === 'string' ? written.split(/[\s,]+/).filter(Boolean) : [];
}
