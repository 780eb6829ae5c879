import type { LoreEntry } from './lore-entry';

/** The property of a note that names the entry of another program that it was imported from. */
export const SOURCE_PROPERTY = 'lorehearth_source';

/** The id of the entry that a note was imported from; undefined for one that was written here. */
export function sourceOf({ otherProperties }: Pick<LoreEntry, 'otherProperties'>): string | undefined {
  return Object.hasOwn(otherProperties, SOURCE_PROPERTY) ? otherProperties[SOURCE_PROPERTY]?.[0] : undefined;
}
