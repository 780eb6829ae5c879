import type { EntryProperties } from '../../lore/entry-fields';
import { entryProperties, MIRROR } from './entry-properties';
import type { TavernEntry } from './tavern-entry';

/**
 * The properties that an entry on its own says.
 *
 * @param priority The number that decides about the budget, bigger is kept, where the file has one besides the order.
 */
export function propertiesOf(entry: TavernEntry, priority?: number): EntryProperties {
  const all = entryProperties(entry, { rank: 0, tagName: (id) => id });
  if (priority === undefined) return all;
  const { priority: mirrored = DEFAULT_NUMBER, order = mirrored, ...others } = all;
  const own = MIRROR - Math.round(priority);
  return { ...others, ...(own === DEFAULT_NUMBER ? {} : { priority: own }), ...(order === own ? {} : { order }) };
}

const DEFAULT_NUMBER = 100;
