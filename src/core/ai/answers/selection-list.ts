import { salvageJson, type SalvagedJson } from './json-salvage';

/** Names of the list of picks, as models call it. */
const WRAPPERS = new Set([
  ...['selected', 'selection', 'selections', 'selectedentries', 'picks', 'picked', 'chosen', 'choices', 'choice'],
  ...['results', 'result', 'entries', 'titles', 'items', 'ids', 'relevant', 'relevantentries', 'matches', 'answer'],
]);
/** Lists of what was not picked, or of something else. */
const OTHER =
  /reject|exclud|skip|omit|unselect|notselect|unus|irrelevant|reason|thought|thinking|analys|note|comment|step/;
/** Names that only an item has. */
const ITEM = ['title', 'name', 'id', 'number', 'index'];
/** What holds the arguments of a call to a tool. */
const CALLS = new Set([
  'toolcalls',
  'toolcall',
  'functioncall',
  'function',
  'arguments',
  'args',
  'input',
  'parameters',
]);
/** Fields in which an item says whether it was picked. */
const VERDICTS = ['selected', 'include', 'included', 'relevant', 'isrelevant', 'chosen', 'picked', 'use'];
const NO = new Set<unknown>([false, 'false', 'no']);
/** Wrappers within wrappers are opened so often. */
const DEEPEST = 8;
/** Longer texts beside a name are reasons, not how sure the model is. In characters. */
const LONGEST_WORD = 20;

/** The items of a list of picks; none when the model says that nothing fits. */
export interface SelectionList {
  readonly items: readonly unknown[];
  readonly isCut: boolean;
}

/** The list of picks in a value, whatever stands around it; undefined when there is none. */
export function selectionList({ value, isCut }: SalvagedJson): SelectionList | undefined {
  const items = listIn(value, isCut, 0);
  return items && { items: items.filter((item) => !isRejected(item)), isCut };
}

function listIn(value: unknown, isCut: boolean, depth: number): readonly unknown[] | undefined {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    const [only] = list;
    if (list.length !== 1) return list;
    if (Array.isArray(only) && only.length > 0) return listIn(only, isCut, depth + 1);
    return wrappedIn(only, isCut, depth + 1) ?? list;
  }
  const wrapped = wrappedIn(value, isCut, depth);
  // An item that was cut off may have lost what it means.
  return wrapped ?? (!isCut && isItem(value) ? [value] : undefined);
}

function wrappedIn(value: unknown, isCut: boolean, depth: number): readonly unknown[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields = Object.entries(value).map(([name, field]: [string, unknown]) => [plain(name), field] as const);
  for (const [name, field] of fields) {
    const isWrapper = WRAPPERS.has(name);
    if (!isWrapper && !CALLS.has(name)) continue;
    const list = listIn(opened(field), isCut, depth + 1) ?? (isWrapper ? namedItems(field) : undefined);
    if (list) return list;
  }
  if (isItem(value)) return undefined;
  if (Object.keys(value).every((name) => /^\d+$/.test(name))) return namedItems(value);
  const lists = fields.flatMap(([name, field]) => {
    const list = OTHER.test(name) || isItem(field) ? undefined : listIn(field, isCut, depth + 1);
    return list ? [list] : [];
  });
  // With several lists of unknown names nobody knows which one was meant.
  return lists.length === 1 ? lists[0] : undefined;
}

/** A list that was written as a text: of JSON, or of numbers. */
function opened(field: unknown): unknown {
  if (typeof field !== 'string') return field;
  if (/^\s*\d+(?:\s*[,;]\s*\d+)*\s*$/.test(field)) return field.split(/[,;]/);
  const salvage = /^\s*[[{]/.test(field) ? salvageJson(field) : undefined;
  return salvage?.kind === 'found' ? salvage.values[0]?.value : undefined;
}

/** Items that stand as names before what is said of them; or items with nothing but their place as a name. */
function namedItems(value: unknown): readonly unknown[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields: readonly (readonly [string, unknown])[] = Object.entries(value);
  if (fields.length === 0) return undefined;
  if (fields.every(([, said]) => isItem(said))) return fields.map(([, item]) => item);
  if (isItem(value) || fields.some(([, said]) => typeof said === 'object')) return undefined;
  return fields.map(([title, said]) => {
    const isReason = typeof said === 'string' && said.length > LONGEST_WORD;
    return { title, selected: said, ...(isReason ? { reason: said } : { confidence: said }) };
  });
}

/** Whether an item says of itself that it was not picked. */
function isRejected(item: unknown): boolean {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return false;
  return Object.entries(item).some(
    ([name, said]: [string, unknown]) =>
      VERDICTS.includes(plain(name)) && NO.has(typeof said === 'string' ? said.trim().toLowerCase() : said),
  );
}

function isItem(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.keys(value).some((name) => ITEM.includes(plain(name)));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}
