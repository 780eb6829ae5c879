import type { LoreEntry } from '../../lore/lore-entry';
import { quoted } from '../material';

const MOST_KEYS = 8;

/** An entry as one line of a list. */
export function entryLine(entry: LoreEntry): string {
  const { title, path, card, type, keys, enabled, never, constant } = entry;
  const shown = keys.slice(0, MOST_KEYS).map(({ text }) => quoted(text, 60));
  const more = keys.length > MOST_KEYS ? ', …' : '';
  const facts = [
    card === undefined ? quoted(path) : `in the card of ${quoted(card)}`,
    ...(type === undefined ? [] : [`type ${quoted(type, 60)}`]),
    ...(shown.length === 0 ? [] : [`keys: ${shown.join(', ')}${more}`]),
    ...(enabled ? [] : ['switched off']),
    ...(never ? ['never injected'] : []),
    ...(constant ? ['always selected'] : []),
  ];
  return `"${quoted(title)}" (${facts.join('; ')})`;
}

/** The folders that hold entries, those with the most entries first. */
export function loreFolders(entries: Iterable<LoreEntry>): readonly string[] {
  const counts = new Map<string, number>();
  for (const { folders, card } of entries) {
    if (card !== undefined) continue;
    const folder = folders.join('/');
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([folder]) => folder);
}
