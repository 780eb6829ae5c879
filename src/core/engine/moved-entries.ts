import type { EntryId } from '../base/entry-id';
import type { LoreEntry } from '../lore/lore-entry';
import type { IndexChange, LoreIndex } from '../search/lore-index';

/**
 * Entries that moved in a batch of changes, as old id and new id: renames that the host told, and, where a host only
 * tells of a note that is gone and one that came, notes of equal content.
 *
 * @param index The index before the changes.
 */
export function movedEntries(
  index: LoreIndex,
  renamed: readonly (readonly [string, string])[],
  removed: ReadonlySet<string>,
  read: readonly IndexChange[],
): readonly (readonly [EntryId, EntryId])[] {
  const come = new Map<string, LoreEntry>();
  for (const change of read) {
    if (change.kind === 'read' && change.note.reading.kind === 'entry')
      come.set(change.note.path, change.note.reading.entry);
  }
  const moves = new Map<EntryId, EntryId>();
  for (const [from, to] of renamed) {
    const [before, after] = [index.entryByPath(from), come.get(to)];
    if (before && after) moves.set(before.id, after.id);
  }
  const taken = new Set(moves.values());
  for (const path of removed) {
    const before = index.entryByPath(path);
    if (!before || moves.has(before.id)) continue;
    const after = [...come.values()].find((entry) => isMove(entry, before, index) && !taken.has(entry.id));
    if (!after) continue;
    moves.set(before.id, after.id);
    taken.add(after.id);
  }
  return [...moves];
}

function isMove(entry: LoreEntry, before: LoreEntry, index: LoreIndex): boolean {
  return entry.contentHash === before.contentHash && index.entryByPath(entry.path) === undefined;
}
