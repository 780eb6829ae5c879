import { foldPropertyName } from '../../lore/property-name';
import type { ImportRemark } from '../import-remark';
import {
  asRecord,
  lostItems,
  readBoolean,
  tavernFields,
  type TavernEntry,
  type TavernField,
  type TavernFieldName,
} from './tavern-entry';

/** An entry as it was found in a book. */
export interface TavernReading {
  readonly entry: TavernEntry;
  /** The fields that the book has; the others have their defaults. */
  readonly written: ReadonlySet<TavernFieldName>;
  /** Fields that SillyTavern does not know, by name, as they are. */
  readonly unknown: Readonly<Record<string, unknown>>;
  readonly remarks: readonly ImportRemark[];
}

/** The spellings that other tools write (`exclude_recursion`), folded, and the names of character books. */
const namesByFolded: ReadonlyMap<string, TavernFieldName> = new Map([
  ...tavernFieldNames().map((name): [string, TavernFieldName] => [foldPropertyName(name), name]),
  ['keys', 'key'],
  ['secondarykeys', 'keysecondary'],
  ['insertionorder', 'order'],
]);

/** All names, in the table's order. */
export function tavernFieldNames(): readonly TavernFieldName[] {
  return Object.keys(tavernFields).filter((name): name is TavernFieldName => name in tavernFields);
}

/** The field that a spelling means, if any. */
export function tavernFieldOf(spelling: string): TavernFieldName | undefined {
  return namesByFolded.get(foldPropertyName(spelling));
}

/**
 * Reads one entry of a World Info book, whatever wrote it. Fields that are missing or null get what SillyTavern's own
 * editor gives them; so does a value of a wrong kind, which is remarked. Undefined for what is no entry at all.
 */
export function readTavernEntry(value: unknown): TavernReading | undefined {
  const record = asRecord(value);
  if (!record) return undefined;
  const remarks: ImportRemark[] = [];
  const { written, unknown } = sortFields(record, remarks);
  const values = tavernFieldNames().map((name) => [name, readField(name, written.get(name), remarks)] as const);
  // Each row of the table gives its name a type of its own; a loop over rows cannot show that to the compiler.
  const entry = Object.fromEntries(values) as TavernEntry;
  return withEnabled({ entry, written: new Set(written.keys()), unknown, remarks }, written.has('disable'));
}

/** Of two spellings of one field SillyTavern's own counts. */
function sortFields(
  record: Readonly<Record<string, unknown>>,
  remarks: ImportRemark[],
): {
  readonly written: ReadonlyMap<TavernFieldName, unknown>;
  readonly unknown: Readonly<Record<string, unknown>>;
} {
  const written = new Map<TavernFieldName, unknown>();
  const unknown: [string, unknown][] = [];
  for (const [name, value] of Object.entries(record)) {
    const known = tavernFieldOf(name);
    if (known === undefined) unknown.push([name, value]);
    else if (known !== name && Object.hasOwn(record, known)) remarkOther(name, known, record, remarks);
    else if (!written.has(known) && value !== null && value !== undefined) written.set(known, value);
  }
  return { written, unknown: Object.fromEntries(unknown) };
}

function remarkOther(
  name: string,
  known: TavernFieldName,
  record: Readonly<Record<string, unknown>>,
  remarks: ImportRemark[],
): void {
  if (JSON.stringify(record[name]) === JSON.stringify(record[known])) return;
  remarks.push({ field: name, sentence: `It says something else than ${known}, which counts.` });
}

function readField(name: TavernFieldName, value: unknown, remarks: ImportRemark[]): unknown {
  const { fallback, read }: TavernField<unknown> = tavernFields[name];
  if (value === undefined || value === null) return fallback;
  const understood = read(value);
  const lost = understood === undefined ? undefined : lostItems(value)[0];
  if (lost !== undefined) remarks.push({ field: name, sentence: `${oneLine(lost)} is no text and is left out.` });
  if (understood !== undefined) return understood;
  remarks.push({ field: name, sentence: `SillyTavern does not write ${oneLine(value)} here; its default is used.` });
  return fallback;
}

const LONGEST_SHOWN = 60;

function oneLine(value: unknown): string {
  return JSON.stringify(value).slice(0, LONGEST_SHOWN);
}

/** Some tools write `enabled`, which SillyTavern ignores, instead of `disable`. */
function withEnabled(reading: TavernReading, hasDisable: boolean): TavernReading {
  const { enabled: written, ...unknown } = reading.unknown;
  const enabled = readBoolean(written);
  if (enabled === undefined) return reading;
  if (hasDisable) {
    if (reading.entry.disable !== enabled) return reading;
    const sentence = 'It says something else than disable, which counts.';
    return { ...reading, remarks: [...reading.remarks, { field: 'enabled', sentence }] };
  }
  const remark = {
    field: 'enabled',
    sentence: 'SillyTavern ignores this field; it is read as the opposite of disable.',
  };
  return { ...reading, entry: { ...reading.entry, disable: !enabled }, unknown, remarks: [...reading.remarks, remark] };
}
