import { vaultOfPath } from '../base/mounted-path';
import type { NoteReading } from '../lore/lore-entry';
import type { NoteSource, NoteStat, NoteText } from '../ports/note-source';
import type { VaultLore } from './vault-lore';

/** The lore notes of the host's own vault, or why they are not told: an empty list would look as if all were gone. */
export type OwnNotes =
  | { readonly kind: 'notes'; readonly notes: readonly NoteStat[] }
  | { readonly kind: 'not-now'; readonly reason: string };

/** What another Lorehearth reads of this one: notes of its own vault that are meant as lore, and nothing besides. */
export class OwnLoreNotes {
  constructor(
    private readonly source: NoteSource,
    private readonly lore: VaultLore,
  ) {}

  list(): OwnNotes {
    const { state, index } = this.lore;
    if (state.kind === 'unreachable') return { kind: 'not-now', reason: 'The vault cannot be read at the moment.' };
    if (state.kind === 'indexing' && index.notes.size === 0)
      return { kind: 'not-now', reason: 'The vault is still being read.' };
    const notes = [...index.notes.values()].filter(({ path, reading }) => isOwn(path) && isLore(reading));
    return { kind: 'notes', notes: notes.map(({ path, size, modified }) => ({ path, size, modified })) };
  }

  async read(path: string): Promise<NoteText> {
    const note = this.lore.index.notes.get(path);
    if (!note || !isOwn(path) || !isLore(note.reading)) {
      const list = this.list();
      return list.kind === 'notes' ? { kind: 'missing' } : { kind: 'unreadable', reason: list.reason };
    }
    return this.source.read(path);
  }
}

function isOwn(path: string): boolean {
  return vaultOfPath(path) === '';
}

function isLore(reading: NoteReading): boolean {
  return reading.kind !== 'skipped';
}
