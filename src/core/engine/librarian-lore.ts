import type { LibrarianLore } from '../librarian/ports';
import type { NoteSource } from '../ports/note-source';
import type { VaultLore } from './vault-lore';

/** The lore of a vault: only what the index holds can be found, and only that is read. */
export function loreShelf(lore: VaultLore, source: NoteSource): LibrarianLore {
  return {
    get index() {
      return lore.index;
    },
    find: (name) => lore.find(name),
    search: (queries, limit) => lore.fullText.search(lore.index, queries, limit),
    read: async (path) => (lore.index.entryByPath(path) === undefined ? { kind: 'missing' } : source.read(path)),
  };
}
