import type { LoreEntry } from '../lore/lore-entry';

/** Why the secondary keys refuse an entry whose primary key was found, or undefined when they agree. */
export function secondaryVerdict(entry: LoreEntry, found: ReadonlySet<string>): string | undefined {
  const keys = entry.refineKeys.map((key) => key.text);
  if (keys.length === 0) return undefined;
  const present = keys.filter((key) => found.has(key));
  const absent = keys.filter((key) => !found.has(key));
  switch (entry.properties.selectiveLogic ?? 'and_any') {
    case 'and_any':
      return present.length > 0 ? undefined : `None of the secondary keys was found: ${quoted(absent)}.`;
    case 'and_all':
      return absent.length === 0 ? undefined : `Secondary keys are missing: ${quoted(absent)}.`;
    case 'not_any':
      return present.length === 0 ? undefined : `Secondary keys were found that must not be there: ${quoted(present)}.`;
    case 'not_all':
      return absent.length > 0 ? undefined : `All secondary keys were found, but not all may be: ${quoted(present)}.`;
  }
}

/** How much the secondary keys add to the score of a group: each that was found, or all when all must be. */
export function secondaryScore(entry: LoreEntry, found: ReadonlySet<string>): number {
  const present = entry.refineKeys.filter((key) => found.has(key.text)).length;
  switch (entry.properties.selectiveLogic ?? 'and_any') {
    case 'and_any':
      return present;
    case 'and_all':
      return present === entry.refineKeys.length ? present : 0;
    case 'not_any':
    case 'not_all':
      return 0;
  }
}

function quoted(keys: readonly string[]): string {
  const shown = keys.slice(0, 5).map((key) => `“${key}”`);
  return keys.length > shown.length
    ? `${shown.join(', ')} and ${String(keys.length - shown.length)} more`
    : shown.join(', ');
}
