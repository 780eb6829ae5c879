import type { EntryProperties, SelectiveLogic } from '../../lore/entry-fields';
import { splitAtCommas } from '../../lore/split-at-commas';
import type { FieldReader } from '../field-reader';
import { distinct, slashKey } from '../foreign-keys';
import { delayProperty, percentProperty, rankProperties, whole, wholeCount } from '../foreign-numbers';
import type { EntryDraft } from '../read-entries';
import { asRecord } from '../tavern-world-info/tavern-entry';

/** SillyTavern's numbers. */
const LOGICS: readonly SelectiveLogic[] = ['and_any', 'not_all', 'not_any', 'and_all'];

/** Whether chances are all 1 or less: they may be shares, or percentages. */
export function areChancesUnclear(items: unknown): boolean {
  if (!Array.isArray(items)) return false;
  const chances = items
    .map((item: unknown) => asRecord(item)?.['probability'])
    .filter((chance) => typeof chance === 'number');
  return chances.some((chance) => chance > 0) && chances.every((chance) => chance <= 1);
}

/** One entry of a script; `areUnclear` tells that nobody knows what its chance means. */
export function readJanitoraiEntry(fields: FieldReader, areUnclear: boolean): EntryDraft {
  const id = fields.see('id');
  const category = fields.text('category')?.trim() ?? '';
  const properties: EntryProperties = {
    ...readKeys(fields),
    ...readMatching(fields),
    ...(fields.flag('enabled') === false ? { enabled: false } : {}),
    ...(readConstant(fields) ? { constant: true } : {}),
    ...readOrder(fields),
    ...delayProperty(fields.number('minMessages')),
    ...readChance(fields, areUnclear),
    ...readGroup(fields),
  };
  remarkOn(fields);
  return {
    original: typeof id === 'number' || typeof id === 'string' ? String(id) : '',
    titles: [fields.text('name')],
    folder: category === '' ? [] : [category],
    properties,
    body: fields.text('content'),
  };
}

function readKeys(fields: FieldReader): EntryProperties {
  const keys = union(fields, ['key', 'keys', 'keysRaw', 'keywordsRaw']);
  const refineKeys = union(fields, ['keysecondary', 'secondary_keys', 'keysecondaryRaw']);
  const logic = fields.number('selectiveLogic') ?? 0;
  const selectiveLogic = LOGICS[logic];
  if (selectiveLogic === undefined)
    fields.remark('selectiveLogic', `There is no ${String(logic)}; any secondary key is enough.`);
  if (refineKeys.length === 0) return { keys };
  return { keys, refineKeys, ...(logic === 0 || selectiveLogic === undefined ? {} : { selectiveLogic }) };
}

/** The same list stands in several fields; where they differ all of their keys count. */
function union(fields: FieldReader, names: readonly string[]): readonly string[] {
  const lists = names
    .map((name) => ({ name, keys: distinct(fields.texts(name, splitAtCommas).map(slashKey)) }))
    .filter(({ keys }) => keys.length > 0);
  const all = distinct(lists.flatMap(({ keys }) => keys));
  const shorter = lists.filter(({ keys }) => keys.length < all.length).map(({ name }) => name);
  const [field] = shorter;
  if (field !== undefined)
    fields.remark(field, `${shorter.join(', ')} lacks keys that other fields have; all are taken.`);
  return all;
}

function readMatching(fields: FieldReader): EntryProperties {
  const caseSensitive = fields.flag('case_sensitive');
  const wholeWords = fields.flag('matchWholeWords');
  return {
    ...(caseSensitive === undefined ? {} : { caseSensitive }),
    ...(wholeWords === undefined ? {} : { wholeWords }),
  };
}

function readConstant(fields: FieldReader): boolean {
  const mode = fields.see('activationMode');
  fields.keep('activationMode', ['', 'standard', 'constant'], 'Notes have no such mode; it is kept without effect.');
  return fields.flag('constant') === true || mode === 'constant';
}

/** Its priority points nobody knows where, so it decides nothing. */
function readOrder(fields: FieldReader): EntryProperties {
  const order = fields.number('insertion_order');
  return order === undefined ? {} : rankProperties({ order: whole(order) });
}

function readChance(fields: FieldReader, areUnclear: boolean): EntryProperties {
  if (!areUnclear) return percentProperty(fields.number('probability'));
  fields.keep(
    'probability',
    [],
    'All chances of the file are 1 or less, so it may be a share or a percentage: set it.',
  );
  return {};
}

function readGroup(fields: FieldReader): EntryProperties {
  const group = fields.text('inclusionGroupRaw')?.trim() ?? '';
  const weight = wholeCount(fields.number('groupWeight') ?? 100);
  const groupOverride = fields.flag('prioritizeInclusion') === true;
  if (group === '') return {};
  return {
    group,
    ...(weight === 100 ? {} : { groupWeight: Math.min(weight, 1_000_000) }),
    ...(groupOverride ? { groupOverride } : {}),
  };
}

/** What is kept without effect. */
function remarkOn(fields: FieldReader): void {
  fields.keep('priority', [], 'Nobody says which way it points; it is kept without effect.');
  fields.keep('activationScript', [''], 'It is a program: it is kept, and never run.');
  fields.keep('keyMatchPriority', [false], 'It is kept without effect.');
  fields.keep('depth', [], 'It may be a depth of search or of place; it is kept without effect.');
  fields.keep('tags', [], 'Tags are kept under the name of the format, where they tag nothing.');
  fields.keep('comment', ['']);
  fields.keep('extensions', []);
}
