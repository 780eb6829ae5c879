import { contentHash } from '../base/content-hash';
import type { EntryId } from '../base/entry-id';
import { LayeredMap, type LayerChange } from '../base/layered-map';
import type { LoreEntry } from '../lore/lore-entry';
import { sourceOf } from '../lore/source-property';
import { foldName } from './name-table';

/** A sign of an entry: what has an equal one is the same entry. */
export interface SameSign {
  readonly by: 'source' | 'text' | 'title-and-keys';
  readonly value: string;
}

/** Finds the entries of an index that are the same as another one. Immutable. */
export class SameEntries {
  private constructor(private readonly ids: LayeredMap<string, readonly EntryId[]>) {}

  static of(entries: Iterable<LoreEntry>): SameEntries {
    const ids = new Map<string, EntryId[]>();
    for (const entry of entries) {
      for (const sign of sameSigns(entry)) {
        const known = ids.get(nameOf(sign));
        if (known) known.push(entry.id);
        else ids.set(nameOf(sign), [entry.id]);
      }
    }
    return new SameEntries(LayeredMap.of(ids));
  }

  with(removed: readonly LoreEntry[], added: readonly LoreEntry[]): SameEntries {
    const next = new Map<string, Set<EntryId>>();
    const idsOf = (sign: SameSign): Set<EntryId> => {
      const name = nameOf(sign);
      const ids = next.get(name) ?? new Set(this.ids.get(name));
      next.set(name, ids);
      return ids;
    };
    for (const entry of removed) for (const sign of sameSigns(entry)) idsOf(sign).delete(entry.id);
    for (const entry of added) for (const sign of sameSigns(entry)) idsOf(sign).add(entry.id);
    const changes = [...next].map(([name, ids]): LayerChange<string, readonly EntryId[]> => [
      name,
      ids.size > 0 ? [...ids] : undefined,
    ]);
    return new SameEntries(this.ids.with(changes));
  }

  /** The entries with a sign, oldest first. */
  having(sign: SameSign): readonly EntryId[] {
    return this.ids.get(nameOf(sign)) ?? [];
  }
}

/**
 * The signs of an entry, the strongest first: what it was imported from, whatever kind of file held it; its text, where line ends and blanks
 * do not count; its title together with its keys.
 */
export function sameSigns(entry: LoreEntry): readonly SameSign[] {
  const source = sourceOf(entry);
  const text = entry.text.normalize('NFC').replace(/\s+/g, ' ').trim();
  const keys = [...new Set(entry.keys.map((key) => foldName(key.text)))].sort();
  return [
    ...(source === undefined ? [] : [{ by: 'source' as const, value: source.slice(source.indexOf(':') + 1) }]),
    ...(text === '' ? [] : [{ by: 'text' as const, value: contentHash(text) }]),
    ...(keys.length === 0
      ? []
      : [{ by: 'title-and-keys' as const, value: contentHash(JSON.stringify([foldName(entry.title), ...keys])) }]),
  ];
}

function nameOf({ by, value }: SameSign): string {
  return `${by}\u0000${value}`;
}
