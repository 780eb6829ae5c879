import type { SalvagedJson } from './json-salvage';

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
/** Wrappers within wrappers are opened so often. */
const DEEPEST = 4;

/** The items of a list of picks; none when the model says that nothing fits. */
export interface SelectionList {
  readonly items: readonly unknown[];
  readonly isCut: boolean;
}

/** The list of picks in a value, whatever stands around it; undefined when there is none. */
export function selectionList({ value, isCut }: SalvagedJson): SelectionList | undefined {
  const items = listIn(value, isCut, 0);
  return items && { items, isCut };
}

function listIn(value: unknown, isCut: boolean, depth: number): readonly unknown[] | undefined {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return (value.length === 1 ? wrappedIn(value[0], isCut, depth + 1) : undefined) ?? value;
  const wrapped = wrappedIn(value, isCut, depth);
  // An item that was cut off may have lost what it means.
  return wrapped ?? (!isCut && isItem(value) ? [value] : undefined);
}

function wrappedIn(value: unknown, isCut: boolean, depth: number): readonly unknown[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields = Object.entries(value).map(([name, field]: [string, unknown]) => [plain(name), field] as const);
  for (const [name, field] of fields) {
    const list = WRAPPERS.has(name) ? listIn(field, isCut, depth + 1) : undefined;
    if (list) return list;
  }
  if (isItem(value)) return undefined;
  const lists = fields.flatMap(([name, field]) => {
    const list = OTHER.test(name) || isItem(field) ? undefined : listIn(field, isCut, depth + 1);
    return list ? [list] : [];
  });
  // With several lists of unknown names nobody knows which one was meant.
  return lists.length === 1 ? lists[0] : undefined;
}

function isItem(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.keys(value).some((name) => ITEM.includes(plain(name)));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}
