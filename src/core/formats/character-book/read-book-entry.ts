import { slashed } from '../foreign-keys';
import type { ImportRemark } from '../import-remark';
import { idOf } from '../sillytavern/read-world-info';
import { leftoversUnder } from '../tavern-world-info/book-fields';
import type { EntryReading } from '../tavern-world-info/imported-tavern-entry';
import { readTavernEntry, tavernFieldOf } from '../tavern-world-info/read-tavern-entry';
import { asRecord, readBoolean, readPosition, type TavernFieldName } from '../tavern-world-info/tavern-entry';

type Fields = Readonly<Record<string, unknown>>;

/** The name under which notes keep what only character books know. */
export const BOOK_LEFTOVERS = 'character_book';

/** Fields that an entry says itself; its extensions do not. */
const OWN: ReadonlySet<TavernFieldName> = new Set([
  'key',
  'keysecondary',
  'comment',
  'content',
  'constant',
  'selective',
  'order',
  'disable',
  'uid',
  'extensions',
]);

/** Extensions that SillyTavern alone writes: where one stands, it wrote the entry. */
const TAVERN_SIGNS = ['selectiveLogic', 'useProbability', 'display_index'];

/** The fields that the specification has. */
const SPECIFIED = [
  'id',
  'name',
  'comment',
  'keys',
  'secondary_keys',
  'content',
  'constant',
  'selective',
  'insertion_order',
  'enabled',
  'position',
  'case_sensitive',
  'priority',
  'use_regex',
  'extensions',
];

/** Names of World Info under which some tools write what the specification calls otherwise. */
const TAVERN_NAMES = { keys: 'key', secondary_keys: 'keysecondary', insertion_order: 'order' } as const;

/** An entry with the specification's names, where it has those of World Info instead. */
function withSpecifiedNames(item: Fields): Fields {
  const renamed = new Map(Object.entries(item));
  for (const [ours, theirs] of Object.entries(TAVERN_NAMES)) {
    if (isAbsent(item[theirs]) || !isAbsent(item[ours])) continue;
    renamed.set(ours, item[theirs]);
    renamed.delete(theirs);
  }
  const disable = readBoolean(item['disable']);
  if (disable !== undefined && isAbsent(item['enabled'])) {
    renamed.set('enabled', !disable);
    renamed.delete('disable');
  }
  return Object.fromEntries(renamed);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Reads an entry of a character book, with the extensions that SillyTavern adds. Undefined for what is none. */
export function readBookEntry(written: Fields): EntryReading | undefined {
  const item = withSpecifiedNames(written);
  const remarks: ImportRemark[] = [];
  const extra = sortFields(asRecord(item['extensions']) ?? {});
  const further = sortFields(Object.fromEntries(Object.entries(item).filter(([name]) => !SPECIFIED.includes(name))));
  const said = { ...further.known, ...extra.known };
  const reading = readTavernEntry({ ...said, ...specifiedFields(item, said, remarks), extensions: extra.unknown });
  if (!reading) return undefined;
  const { priority } = item;
  const isNumber = typeof priority === 'number' && Number.isFinite(priority);
  return {
    ...reading,
    ...(isNumber ? { priority } : {}),
    original: idOf(item['id']),
    leftovers: leftoversUnder(BOOK_LEFTOVERS, {
      ...further.unknown,
      ...keptFields(item),
      ...(isNumber || priority === undefined ? {} : { priority }),
    }),
    remarks: [...reading.remarks, ...remarks],
  };
}

/** The specification's fields under their names in World Info. */
function specifiedFields(item: Fields, said: Fields, remarks: ImportRemark[]): Fields {
  const { id, name, comment, secondary_keys, selective, enabled } = item;
  return {
    uid: typeof id === 'number' ? id : undefined,
    key: keysOf(item, remarks),
    keysecondary: secondary_keys,
    comment: isBlank(comment) ? name : comment,
    content: item['content'],
    constant: item['constant'],
    selective: hasItems(secondary_keys) ? (selective ?? false) : undefined,
    order: item['insertion_order'],
    disable: isOff(enabled),
    position: positionOf(item['position'], said['position'], remarks),
    caseSensitive: said['caseSensitive'] ?? item['case_sensitive'],
  };
}

/** What World Info has no field for. */
function keptFields(item: Fields): Fields {
  const { id, name, comment, secondary_keys, selective, use_regex } = item;
  return {
    ...(typeof id === 'string' ? { id } : {}),
    ...(isBlank(name) || isBlank(comment) || name === comment ? {} : { name }),
    ...(selective === true && !hasItems(secondary_keys) ? { selective } : {}),
    ...(use_regex === undefined ? {} : { use_regex }),
  };
}

function hasItems(value: unknown): boolean {
  return (Array.isArray(value) || typeof value === 'string') && value.length > 0;
}

/** Fields of World Info by their names there, and the others. */
function sortFields(fields: Fields): { readonly known: Fields; readonly unknown: Fields } {
  const known: [string, unknown][] = [];
  const unknown: [string, unknown][] = [];
  for (const [name, value] of Object.entries(fields)) {
    const field = tavernFieldOf(name);
    if (field === undefined || OWN.has(field)) unknown.push([name, value]);
    else if (value !== null) known.push([field, value]);
  }
  return { known: Object.fromEntries(known), unknown: Object.fromEntries(unknown) };
}

function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === '';
}

function isOff(enabled: unknown): boolean {
  return readBoolean(enabled) === false;
}

/** SillyTavern's number wins; a missing or an unknown word is behind the character. */
function positionOf(word: unknown, code: unknown, remarks: ImportRemark[]): unknown {
  const named = word === 'before_char' ? 0 : 1;
  if (code === undefined) {
    const place = readPosition(word);
    if (place === undefined && typeof word === 'string' && word.trim() !== '')
      remarks.push({ field: 'position', sentence: `There is no place ${word}; it is behind the character.` });
    return place ?? named;
  }
  // Beside places that have no word SillyTavern writes `after_char`.
  const isUsual = word === undefined || (code === 0) === (word === 'before_char');
  if (!isUsual)
    remarks.push({ field: 'position', sentence: 'It says something else than extensions.position, which counts.' });
  return code;
}

/**
 * The keys. `use_regex` makes all of them patterns, but SillyTavern writes it everywhere: its patterns stand between
 * slashes.
 */
function keysOf(item: Fields, remarks: ImportRemark[]): unknown {
  const { keys, use_regex, case_sensitive } = item;
  const extensions = asRecord(item['extensions']) ?? {};
  const isTavern = TAVERN_SIGNS.some((name) => Object.hasOwn(extensions, name));
  if (use_regex !== true || isTavern || !Array.isArray(keys)) return keys;
  return keys.map((key: unknown) => {
    if (typeof key !== 'string' || key.startsWith('/')) return key;
    const pattern = slashed(key, case_sensitive === true ? '' : 'i');
    if (pattern === undefined)
      remarks.push({ field: 'keys', sentence: `${key} is no valid pattern, so it is plain text.` });
    return pattern ?? key;
  });
}
