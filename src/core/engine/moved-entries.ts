import type { EntryId } from '../base/entry-id';
import type { LoreEntry } from '../lore/lore-entry';
import type { IndexChange } from '../search/lore-index';

/** The entries before some changes, by the path of their note. */
export interface EntriesByPath {
  entryByPath(path: string): LoreEntry | undefined;
}

/**
 * Entries that moved in a batch of changes, as old id and new id: renames that the host told, and, where a host only
 * tells of a note that is gone and one that came, notes of equal content.
 *
 * @param before The entries before the changes.
 */
export function movedEntries(
  before: EntriesByPath,
  renamed: readonly (readonly [string, string])[],
  removed: Iterable<string>,
  read: readonly IndexChange[],
): readonly (readonly [EntryId, EntryId])[] {
  const come = new Map<string, LoreEntry>();
  for (const change of read) {
    if (change.kind === 'read' && change.note.reading.kind === 'entry')
      come.set(change.note.path, change.note.reading.entry);
  }
  const moves = new Map<EntryId, EntryId>();
  const targets = new Set(renamed.map(([, to]) => to));
  for (const [from, to] of renamed) {
    // A program that keeps the old text under another name and writes the note anew has not moved it.
    if (come.has(from) && !targets.has(from)) continue;
    const [left, arrived] = [before.entryByPath(from), come.get(to)];
    if (left && arrived) moves.set(left.id, arrived.id);
  }
  const taken = new Set(moves.values());
  const isNew = (entry: LoreEntry): boolean => !taken.has(entry.id) && before.entryByPath(entry.path) === undefined;
  const arrivals = byContent([...come.values()].filter(isNew));
  for (const path of removed) {
    const left = before.entryByPath(path);
    const arrived = left && !moves.has(left.id) ? arrivals.get(left.contentHash)?.shift() : undefined;
    if (left && arrived) moves.set(left.id, arrived.id);
  }
  return [...moves];
}

function byContent(entries: readonly LoreEntry[]): ReadonlyMap<string, LoreEntry[]> {
  const groups = new Map<string, LoreEntry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.contentHash);
    if (group) group.push(entry);
    else groups.set(entry.contentHash, [entry]);
  }
  return groups;
}
