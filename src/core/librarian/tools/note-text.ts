import type { LoreEntry } from '../../lore/lore-entry';
import { quoted } from '../material';
import type { LibrarianLore } from '../ports';

/** The source of an entry, or why it cannot be read. */
export type EntrySource =
  { readonly kind: 'source'; readonly text: string } | { readonly kind: 'refused'; readonly sentence: string };

/** The note of an entry as it is written; of an entry in a card its text. */
export async function noteSource({ path, text, card }: LoreEntry, lore: LibrarianLore): Promise<EntrySource> {
  if (card !== undefined) return { kind: 'source', text };
  const note = await lore.read(path);
  switch (note.kind) {
    case 'text':
      return { kind: 'source', text: note.text };
    case 'missing':
      return { kind: 'refused', sentence: `The note ${quoted(path)} is gone. Search again: it may have been renamed.` };
    case 'too-large':
      return { kind: 'refused', sentence: `The note ${quoted(path)} is too large to be read.` };
    case 'binary':
    case 'unreadable':
      return { kind: 'refused', sentence: `The note ${quoted(path)} cannot be read now. Tell the user.` };
  }
}
