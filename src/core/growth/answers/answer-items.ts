import { isRecord, listOf, type JsonRecord } from '../../base/json-value';
import { salvageJson } from '../../ai/answers/json-salvage';
import { ModelError } from '../../ai/model-error';
import { modelErrorSentence } from '../../ai/model-error-words';

/** A list with its name and further names that models give it. */
export type ListNames<Name extends string> = readonly [Name, ...string[]];

type Lists<Name extends string> = ReadonlyMap<Name, readonly JsonRecord[]>;

/** Names that only an item has. */
const ITEM = ['title', 'name', 'key', 'keyword', 'id', 'text'];

/**
 * Reads lists of objects out of an answer, in whatever form models write them. The first name is what a list without a
 * name is taken for. An answer with empty lists is one. Errors: `ModelError` of kind `unusable`.
 *
 * @returns Gives each list by its name; an empty one where the answer has none.
 */
export function answerLists<Name extends string>(
  text: string,
  names: readonly ListNames<Name>[],
): (name: Name) => readonly JsonRecord[] {
  const salvage = salvageJson(text);
  const values = salvage.kind === 'found' ? salvage.values.map(({ value }) => value) : [];
  const found = values.map((value) => listsIn(value, names)).find((lists) => lists !== undefined);
  if (found === undefined) throw new ModelError('unusable', modelErrorSentence('unusable'));
  return (name) => found.get(name) ?? [];
}

function listsIn<Name extends string>(value: unknown, names: readonly ListNames<Name>[]): Lists<Name> | undefined {
  const first = names[0]?.[0];
  if (first === undefined) return undefined;
  if (Array.isArray(value)) return listsInList(value, first, names);
  if (!isRecord(value)) return undefined;
  const inners = [value, ...Object.values(value).filter(isRecord)];
  const named = inners.map((inner) => namedLists(inner, names)).find((lists) => lists !== undefined);
  if (named !== undefined) return named;
  const lists = Object.values(value).filter((inner) => Array.isArray(inner) && inner.every(isRecord));
  if (lists.length === 1) return new Map([[first, listOf(lists[0]).filter(isRecord)]]);
  return Object.keys(value).some((name) => ITEM.includes(plain(name))) ? new Map([[first, [value]]]) : undefined;
}

/** A list is that of the first name; a single object in it may be a wrapper. */
function listsInList<Name extends string>(
  value: readonly unknown[],
  first: Name,
  names: readonly ListNames<Name>[],
): Lists<Name> | undefined {
  const items = value.filter(isRecord);
  const wrapped = value.length === 1 ? namedLists(items[0], names) : undefined;
  return wrapped ?? (items.length > 0 || value.length === 0 ? new Map([[first, items]]) : undefined);
}

function namedLists<Name extends string>(
  value: JsonRecord | undefined,
  names: readonly ListNames<Name>[],
): Lists<Name> | undefined {
  const fields = new Map(Object.entries(value ?? {}).map(([key, field]) => [plain(key), field] as const));
  const lists = new Map<Name, readonly JsonRecord[]>();
  for (const [name, ...others] of names) {
    const field = [name, ...others].map((one) => fields.get(plain(one))).find((one) => one !== undefined);
    if (Array.isArray(field)) lists.set(name, field.filter(isRecord));
    else if (isRecord(field)) lists.set(name, [field]);
  }
  return lists.size === 0 ? undefined : lists;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

/** A text of an object under one of several names, trimmed and cut; '' where there is none. */
export function textIn(item: JsonRecord, names: readonly string[], longest: number): string {
  const value = fieldIn(item, names);
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  return cut(text.trim(), longest);
}

/** A list of texts under one of several names; a single text is split at commas and lines. */
export function textsIn(item: JsonRecord, names: readonly string[], longest: number): readonly string[] {
  const value = fieldIn(item, names);
  const written = typeof value === 'string' ? value.split(/[,\n;]/) : listOf(value);
  const texts = written.flatMap((one) => (typeof one === 'string' ? [one.trim()] : []));
  return [...new Set(texts)].filter((text) => text !== '' && text.length <= longest);
}

/** Numbers under one of several names, also where they are written as texts such as “#3”. */
export function numbersIn(item: JsonRecord, names: readonly string[]): readonly number[] {
  const value = fieldIn(item, names);
  const written = Array.isArray(value) ? listOf(value) : [value];
  const numbers = written.flatMap((one) => {
    if (typeof one === 'number') return Number.isInteger(one) ? [one] : [];
    return typeof one === 'string' ? Array.from(one.matchAll(/\d{1,7}/g), ([digits]) => Number(digits)) : [];
  });
  return [...new Set(numbers)];
}

function fieldIn(item: JsonRecord, names: readonly string[]): unknown {
  const wanted = names.map(plain);
  return Object.entries(item).find(([name, value]) => value !== null && wanted.includes(plain(name)))?.[1];
}

/** Cuts a text without splitting a character. */
function cut(text: string, longest: number): string {
  return text.length <= longest ? text : text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
}
