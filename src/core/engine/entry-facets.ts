import type { LoreIndex } from '../search/lore-index';

/** A value that entries have, and how many have it. */
export interface FacetValue {
  readonly value: string;
  readonly count: number;
}

/** What the entries of an index can be narrowed by. In each list the most frequent values come first. */
export interface EntryFacets {
  readonly types: readonly FacetValue[];
  readonly tags: readonly FacetValue[];
  /** A folder counts the entries below it too. */
  readonly folders: readonly FacetValue[];
}

/** So many values of each kind are told. */
const MOST_VALUES = 200;

const known = new WeakMap<LoreIndex, EntryFacets>();

/** The types, tags and folders of all entries, counted once for each snapshot of the index. */
export function entryFacets(index: LoreIndex): EntryFacets {
  const facets = known.get(index) ?? countFacets(index);
  known.set(index, facets);
  return facets;
}

function countFacets(index: LoreIndex): EntryFacets {
  const types = new FacetCount();
  const tags = new FacetCount();
  const folders = new FacetCount();
  for (const entry of index.entries.values()) {
    if (entry.type !== undefined) types.add(entry.type);
    for (const tag of entry.tags) tags.add(tag);
    entry.folders.forEach((_, depth) => folders.add(entry.folders.slice(0, depth + 1).join('/')));
  }
  return { types: types.values(), tags: tags.values(), folders: folders.values() };
}

/** Counts values without regard to letter case; the first spelling is shown. */
class FacetCount {
  readonly #counts = new Map<string, { readonly value: string; count: number }>();

  add(value: string): void {
    const name = value.toLowerCase();
    const known = this.#counts.get(name);
    if (known) known.count++;
    else this.#counts.set(name, { value, count: 1 });
  }

  values(): readonly FacetValue[] {
    const byCount = (a: FacetValue, b: FacetValue): number => b.count - a.count || a.value.localeCompare(b.value);
    return [...this.#counts.values()].sort(byCount).slice(0, MOST_VALUES);
  }
}
