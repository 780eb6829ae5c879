import type { EntryId } from '../base/entry-id';
import type { LoreEntry } from '../lore/lore-entry';
import type { LoreIndex } from '../search/lore-index';
import { readEntryQuery, type EntryTest } from './entry-query';
import type { EntryFilter, Page, UnusedNote } from './lookup';

/** Entries that pass the filter, by title then path; the most used first where that is asked for. */
export function listEntries(
  index: LoreIndex,
  filter: EntryFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  usesOf: (id: EntryId) => number = () => 0,
): Page<LoreEntry> {
  const isWanted = filter.text === undefined ? () => true : readEntryQuery(filter.text);
  const found = [...index.entries.values()].filter((entry) => passes(entry, filter, isWanted)).sort(byTitle);
  if (filter.sort === 'use') found.sort((a, b) => usesOf(b.id) - usesOf(a.id));
  return { items: found.slice(offset, offset + limit), total: found.length, offset };
}

function byTitle(a: LoreEntry, b: LoreEntry): number {
  return a.title.localeCompare(b.title) || (a.path < b.path ? -1 : 1);
}

function passes(entry: LoreEntry, filter: EntryFilter, isWanted: EntryTest): boolean {
  const { tag, folder, type, problems } = filter;
  if (
    tag !== undefined &&
    !entry.tags.some((one) => one === tag.toLowerCase() || one.startsWith(`${tag.toLowerCase()}/`))
  )
    return false;
  if (folder !== undefined && !entry.path.startsWith(`${folder.replace(/\/+$/, '')}/`)) return false;
  if (type !== undefined && entry.type?.toLowerCase() !== type.toLowerCase()) return false;
  if (problems !== undefined && entry.problems.length > 0 !== problems) return false;
  return isWanted(entry);
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
