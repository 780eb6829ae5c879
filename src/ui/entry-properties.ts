import type { WireEntryDetail } from '../server/contract/wire-lore';

/** A property of a note, ready to be read. */
export interface PropertyRow {
  /** As it is written in notes. */
  readonly name: string;
  readonly value: string;
  /** Whether the property means something to Lorehearth. */
  readonly isKnown: boolean;
}

/** Shown at their own places. */
const shownElsewhere = new Set(['keys', 'refineKeys', 'excludeKeys', 'tags', 'title', 'type', 'priority', 'order']);

/** The properties of an entry that have no place of their own; those without a meaning for Lorehearth last. */
export function propertyRows(entry: Pick<WireEntryDetail, 'properties' | 'otherProperties'>): readonly PropertyRow[] {
  const known = Object.entries(entry.properties)
    .filter(([name, value]) => !shownElsewhere.has(name) && value !== undefined && value !== null)
    .map(([name, value]) => ({ name: writtenName(name), value: valueText(value), isKnown: true }));
  const other = Object.entries(entry.otherProperties).map(([name, values]) => ({
    name,
    value: values.join(', '),
    isKnown: false,
  }));
  return [...known, ...other.filter(({ name }) => known.every((row) => row.name !== name))];
}

function writtenName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}
