import type { LoreEntry } from '../lore/lore-entry';
import { foldPropertyName, writtenPropertyName } from '../lore/property-name';

/** So many properties are offered. */
const MOST_FIELDS = 20;
/** A property of fewer entries tells none apart. */
const FEWEST = 2;
/** Longer values are prose, by which nothing is sorted. */
const LONGEST = 40;
/** Properties of ours that sort entries; the others of ours steer a turn, or are shown in another way. */
const ours = [
  'era',
  'location',
  'sceneType',
  'characterPresent',
  'group',
  'position',
  'knownBy',
  'characters',
] as const;

/** The properties by which entries can be told apart, those of most entries first. */
export function graphFields(entries: readonly LoreEntry[]): readonly string[] {
  const counts = new Map<string, { readonly name: string; count: number }>();
  for (const entry of entries) {
    for (const [name, value] of sortingProperties(entry)) {
      if (value.length > LONGEST) continue;
      const folded = foldPropertyName(name);
      const known = counts.get(folded) ?? { name, count: 0 };
      known.count++;
      counts.set(folded, known);
    }
  }
  const shared = [...counts.values()].filter(({ count }) => count >= FEWEST);
  return shared
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_FIELDS)
    .map(({ name }) => name);
}

/** What an entry says in a property: the first value, since a node has one color. */
export function graphValue(entry: LoreEntry, field: string): string | undefined {
  const folded = foldPropertyName(field);
  const found = sortingProperties(entry).find(([name]) => foldPropertyName(name) === folded);
  return found?.[1].slice(0, LONGEST);
}

/** Names as a note has them, each with its first value. */
function sortingProperties({ properties, otherProperties }: LoreEntry): readonly (readonly [string, string])[] {
  const own = ours.map((name) => [writtenPropertyName(name), firstOf(properties[name])] as const);
  const others = Object.entries(otherProperties).map(([name, values]) => [name, firstOf(values)] as const);
  return [...own, ...others].flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

function firstOf(value: string | readonly string[] | undefined): string | undefined {
  const values = typeof value === 'string' ? [value] : (value ?? []);
  return values.find((one) => one !== '');
}
