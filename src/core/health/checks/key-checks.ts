import { foldText } from '../../base/fold-text';
import type { LoreEntry } from '../../lore/lore-entry';
import { inEntry, type Finding } from '../finding';
import { byFolded, isUnspaced, keyWords, swallowing } from '../key-words';
import type { EntryContext } from './entry-checks';

const SHORTEST_KEY = 3;

/** What is wrong with the keys of one entry. */
export function keyFindings(entry: LoreEntry, { settings }: Pick<EntryContext, 'settings'>): readonly Finding[] {
  if (entry.constant) return [];
  return [
    ...duplicates(entry, settings.caseSensitive),
    ...shortKeys(entry),
    ...swallowed(entry, settings.caseSensitive),
    ...excluded(entry, settings.caseSensitive),
  ];
}

/** Keys that are written twice, or differ only in what is folded away. Aliases may repeat keys: they are names first. */
function* duplicates(entry: LoreEntry, caseSensitive: boolean): Iterable<Finding> {
  const seen = new Map<string, string>();
  const isCased = entry.properties.caseSensitive ?? caseSensitive;
  for (const key of entry.properties.keys ?? []) {
    const folded = foldText(key, { caseSensitive: isCased }).text.trim().replace(/\s+/g, ' ');
    const before = seen.get(folded);
    if (before === undefined) seen.set(folded, key);
    else yield inEntry('key-duplicate', entry, key, before, { property: 'keys' });
  }
}

/** Signs of scripts without spaces say more than letters do, and pictures are rare. */
function* shortKeys(entry: LoreEntry): Iterable<Finding> {
  for (const key of entry.properties.keys ?? []) {
    const signs = Array.from(key.trim()).length;
    if (signs === 0 || signs >= SHORTEST_KEY || isUnspaced(key) || !/\p{L}|\p{N}/u.test(key)) continue;
    yield inEntry('key-short', entry, key, '', { property: 'keys' });
  }
}

function* swallowed(entry: LoreEntry, caseSensitive: boolean): Iterable<Finding> {
  // Where they count, two keys found at one place are two hits.
  if (entry.properties.warmup !== undefined || entry.properties.groupScoring === true) return;
  const keys = keyWords(entry, entry.keys, caseSensitive);
  const known = byFolded(keys);
  const written = new Set(entry.properties.keys ?? []);
  for (const key of keys) {
    const other = written.has(key.key) ? swallowing(key, known) : undefined;
    if (other !== undefined) yield inEntry('key-swallowed', entry, key.key, other, { property: 'keys' });
  }
}

function* excluded(entry: LoreEntry, caseSensitive: boolean): Iterable<Finding> {
  if (entry.excludeKeys.length === 0) return;
  const known = byFolded(keyWords(entry, entry.excludeKeys, caseSensitive));
  for (const key of keyWords(entry, entry.keys, caseSensitive)) {
    const other = known.get(key.folded) ?? swallowing(key, known);
    if (other !== undefined) yield inEntry('key-excluded', entry, key.key, other, { property: 'excludeKeys' });
  }
}
