import { foldFileName } from '../formats/note-file-name';
import type { ImportedEntry } from '../formats/lorebook-format';
import type { LoreEntry } from '../lore/lore-entry';

/** Finds entries that the vault seems to have already: those of the same name, or with the same keys. */
export class SimilarEntries {
  readonly #byTitle = new Map<string, string>();
  readonly #byKeys = new Map<string, string>();

  constructor(entries: Iterable<LoreEntry>) {
    for (const { title, path, properties } of entries) {
      this.#byTitle.set(foldFileName(title), path);
      const keys = keysOf(properties.keys);
      if (keys !== '') this.#byKeys.set(keys, path);
    }
  }

  /** The path of such an entry. */
  find({ title, properties }: ImportedEntry): string | undefined {
    return this.#byTitle.get(foldFileName(title)) ?? this.#byKeys.get(keysOf(properties.keys));
  }
}

function keysOf(keys: readonly string[] = []): string {
  return [...new Set(keys.map((key) => key.trim().toLowerCase()))].sort().join('\n');
}
