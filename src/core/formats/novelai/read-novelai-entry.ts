import type { EntryProperties } from '../../lore/entry-fields';
import type { FieldReader, Fields } from '../field-reader';
import { distinct, slashKey } from '../foreign-keys';
import { foreignId } from '../made-id';
import type { EntryDraft } from '../read-entries';
import { asRecord } from '../tavern-world-info/tavern-entry';
import { hasNoBias } from './novelai-bias';
import type { NovelaiCategory } from './novelai-categories';
import { readContext } from './novelai-context';

/** What NovelAI gives a new entry, in characters. */
const USUAL_RANGE = 1_000;

/** One entry of a lorebook, with what its category says for it. */
export function readNovelaiEntry(entry: FieldReader, categories: ReadonlyMap<string, NovelaiCategory>): EntryDraft {
  const id = entry.see('category');
  const category = typeof id === 'string' ? categories.get(id) : undefined;
  const fields = category ? entry.reread({ ...defaultsFor(entry, category), ...entry.rest() }) : entry;
  const context = fields.inner('contextConfig');
  const properties: EntryProperties = {
    keys: distinct(fields.texts('keys').map(slashKey)),
    ...switches(fields, category),
    ...readContext(context),
  };
  const original = foreignId(fields.see('id'));
  if (original === '') fields.drop('id');
  if (category) fields.drop('category');
  remarkOn(fields);
  return {
    original,
    titles: [fields.text('displayName')],
    folder: category ? [category.name] : [],
    properties,
    body: fields.text('text'),
    leftovers: withContext(fields.rest(), context.rest()),
  };
}

/** What a category may say for its entries. */
const INHERITED = ['enabled', 'forceActivation', 'searchRange', 'keyRelative', 'nonStoryActivatable'] as const;

function defaultsFor(entry: FieldReader, { defaults }: NovelaiCategory): Fields {
  const own = asRecord(entry.see('contextConfig'));
  const contextConfig = asRecord(defaults['contextConfig']);
  const inherited = INHERITED.filter((name) => Object.hasOwn(defaults, name)).map(
    (name): readonly [string, unknown] => [name, defaults[name]],
  );
  return { ...Object.fromEntries(inherited), ...(own || !contextConfig ? {} : { contextConfig }) };
}

function switches(fields: FieldReader, category: NovelaiCategory | undefined): EntryProperties {
  const isOn = fields.flag('enabled') !== false;
  if (isOn && category?.enabled === false)
    fields.remark('category', 'Its category is switched off, so the entry is too.');
  return {
    ...(isOn && category?.enabled !== false ? {} : { enabled: false }),
    ...(fields.flag('forceActivation') === true ? { constant: true } : {}),
    ...(fields.flag('nonStoryActivatable') === false ? { notRecursable: true } : {}),
  };
}

/** What is kept without effect. */
function remarkOn(fields: FieldReader): void {
  fields.keep(
    'searchRange',
    [USUAL_RANGE],
    'NovelAI searches so many characters; notes count messages, so the setting holds.',
  );
  fields.keep('keyRelative', [false], 'Notes have no place relative to a key.');
  fields.keep('category', [''], 'There is no such category, so the entry is in no folder.');
  if (hasNoBias(fields.see('loreBiasGroups'))) fields.drop('loreBiasGroups');
  fields.keep('loreBiasGroups', [], 'Phrase bias is kept without effect.');
}

function withContext(rest: Fields, contextConfig: Fields): Fields {
  return Object.keys(contextConfig).length === 0 ? rest : { ...rest, contextConfig };
}
