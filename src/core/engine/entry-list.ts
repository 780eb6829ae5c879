import type { LoreEntry } from '../lore/lore-entry';
import type { LoreIndex } from '../search/lore-index';
import type { EntryFilter, Page, UnusedNote } from './lookup';

/** Entries that pass the filter, by title then path. */
export function listEntries(index: LoreIndex, filter: EntryFilter, offset: number, limit: number): Page<LoreEntry> {
  const found = [...index.entries.values()].filter((entry) => passes(entry, filter)).sort(byTitle);
  return { items: found.slice(offset, offset + limit), total: found.length, offset };
}

function byTitle(a: LoreEntry, b: LoreEntry): number {
  return a.title.localeCompare(b.title) || (a.path < b.path ? -1 : 1);
}

function passes(entry: LoreEntry, filter: EntryFilter): boolean {
  const { text, tag, folder, type, problems } = filter;
  if (
    tag !== undefined &&
    !entry.tags.some((one) => one === tag.toLowerCase() || one.startsWith(`${tag.toLowerCase()}/`))
  )
    return false;
  if (folder !== undefined && !entry.path.startsWith(`${folder.replace(/\/+$/, '')}/`)) return false;
  if (type !== undefined && entry.type?.toLowerCase() !== type.toLowerCase()) return false;
  if (problems !== undefined && entry.problems.length > 0 !== problems) return false;
  return text === undefined || holdsWords(entry, text);
}

function holdsWords(entry: LoreEntry, text: string): boolean {
  const haystack = [entry.title, entry.path, ...entry.keys.map((key) => key.text), ...entry.tags]
    .join('\n')
    .toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}

/** Notes that are not used although they may be meant to be: quarantined, guides, and skipped ones that look like lore. */
export function listUnused(index: LoreIndex): readonly UnusedNote[] {
  return [...index.notes.values()].flatMap(({ path, reading }): readonly UnusedNote[] => {
    switch (reading.kind) {
      case 'entry':
        return [];
      case 'quarantined':
        return [{ path, state: 'quarantined', reason: undefined, problems: reading.problems }];
      case 'guide':
        return [{ path, state: 'guide', reason: undefined, problems: reading.problems }];
      case 'skipped':
        if (reading.reason === 'no-lore-tag' && reading.problems.length === 0) return [];
        return [{ path, state: 'skipped', reason: reading.reason, problems: reading.problems }];
    }
  });
}
