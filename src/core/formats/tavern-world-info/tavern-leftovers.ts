import { propertiesOf } from './note-words';
import { readTavernEntry, tavernFieldNames, type TavernReading } from './read-tavern-entry';
import { isSame } from './same-value';
import type { TavernEntry, TavernFieldName } from './tavern-entry';
import { bodyOf, titleOf } from './tavern-meaning';

type Fields = Readonly<Record<string, unknown>>;

/** Fields that a file has and the note does not give back: without effect now, but the user's own. */
export function dormantFields({ entry, written }: TavernReading, givenBack: TavernEntry): Fields {
  const differing = [...written].filter(
    (name) => name !== 'extensions' && name !== 'content' && !isSame(entry[name] || null, givenBack[name] || null),
  );
  return Object.fromEntries(differing.map((name) => [name, entry[name]]));
}

/**
 * An entry with dormant fields put back, as far as they change nothing of what its note says: the user may have changed
 * the note since, and then the note counts.
 *
 * @param index The entry's place in its book, counted from 0.
 */
export function withDormantFields(entry: TavernEntry, dormant: Fields, index: number): TavernEntry {
  const known = tavernFieldNames().filter((name) => name !== 'extensions' && Object.hasOwn(dormant, name));
  if (known.length === 0) return entry;
  const meaning = meaningOf(entry, index);
  const saysTheSame = (other: TavernEntry): boolean => isSame(meaningOf(other, index), meaning);
  const all = overlaid(entry, dormant, known);
  if (saysTheSame(all)) return all;
  // Twice: what a field does may depend on one that comes after it.
  return [...known, ...known].reduce((before, name) => {
    const after = overlaid(before, dormant, [name]);
    return saysTheSame(after) ? after : before;
  }, entry);
}

/** Values went through a note, so they are read anew. */
function overlaid(entry: TavernEntry, dormant: Fields, names: readonly TavernFieldName[]): TavernEntry {
  const fields = Object.fromEntries(names.map((name) => [name, dormant[name]]));
  return readTavernEntry({ ...entry, ...fields })?.entry ?? entry;
}

function meaningOf(entry: TavernEntry, index: number): unknown {
  return [titleOf(entry, index + 1), bodyOf(entry), propertiesOf(entry)];
}
