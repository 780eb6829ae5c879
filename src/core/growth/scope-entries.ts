import { vaultOfPath } from '../base/mounted-path';
import type { LoreEntry } from '../lore/lore-entry';
import type { EntryScope } from './growth-request';
import type { GrowthPorts } from './ports';

/** The entries that are meant, by path; those of cards are never: they are no notes. Nor are those of further vaults, which are only read. */
export function scopedEntries({ entries, folder, tag, type }: EntryScope, { lore }: GrowthPorts): readonly LoreEntry[] {
  const chosen = entries && new Set(entries);
  const wantedTag = tag?.replace(/^#+/, '').toLowerCase();
  return [...lore.index.entries.values()]
    .filter(({ card, path }) => card === undefined && vaultOfPath(path) === '')
    .filter(({ id }) => chosen === undefined || chosen.has(id))
    .filter(({ path }) => isIn(path, folder))
    .filter((entry) => wantedTag === undefined || entry.tags.includes(wantedTag))
    .filter((entry) => type === undefined || entry.type === type)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What is meant, in words. */
export function scopeWords(scope: EntryScope, found: readonly LoreEntry[]): string {
  const [first] = found;
  if (found.length === 1 && first) return first.title;
  const count = `${String(found.length)} entries`;
  const parts = [
    ...(scope.folder ? [`in ${scope.folder}`] : []),
    ...(scope.tag === undefined ? [] : [`tagged ${scope.tag}`]),
    ...(scope.type === undefined ? [] : [`of type ${scope.type}`]),
  ];
  return [count, ...parts].join(' ');
}

function isIn(path: string, folder = ''): boolean {
  const wanted = folder.replace(/^\/+|\/+$/g, '').toLowerCase();
  return wanted === '' || path.toLowerCase().startsWith(`${wanted}/`);
}
