import type { EntryId } from '../base/entry-id';
import type { LoreIndex } from '../search/lore-index';
import type { EntryChange } from '../vaults/index-reports';

/**
 * What changes of notes came to for entries. An entry that moved is one entry before and after.
 *
 * @param paths Of the notes that changed, came or went.
 * @param moves Entries that moved: old id, new id.
 */
export function entryChanges(
  before: LoreIndex,
  after: LoreIndex,
  paths: readonly string[],
  moves: readonly (readonly [EntryId, EntryId])[],
): readonly EntryChange[] {
  const left = new Set(moves.map(([from]) => from));
  const cameFrom = new Map(moves.map(([from, to]) => [to, from]));
  return [...new Set(paths)].flatMap((path): readonly EntryChange[] => {
    const old = before.entryByPath(path);
    const now = after.entryByPath(path);
    const stayed = old && !left.has(old.id) ? old : undefined;
    const from = now && cameFrom.get(now.id);
    const arrived = from === undefined ? undefined : before.entries.get(from);
    if (arrived && stayed)
      return [
        { before: stayed, after: undefined },
        { before: arrived, after: now },
      ];
    const earlier = arrived ?? stayed;
    return earlier || now ? [{ before: earlier, after: now }] : [];
  });
}
