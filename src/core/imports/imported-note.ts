import type { ImportedEntry } from '../formats/lorebook-format';
import { printNote } from '../formats/print-note';
import { SOURCE_PROPERTY } from '../lore/source-property';

/** The note that an entry becomes, always the same for the same entry. */
export function importedNote(entry: ImportedEntry, loreTag: string): string {
  const { properties, title, leftovers, sourceId, body } = entry;
  return printNote({
    tags: [loreTag],
    // The name of a file cannot say everything, and a heading in the text would count before it.
    properties: { ...properties, title: properties.title ?? title },
    otherProperties: { ...leftovers, [SOURCE_PROPERTY]: sourceId },
    body,
  });
}
