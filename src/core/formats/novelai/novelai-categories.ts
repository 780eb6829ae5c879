import { FieldReader, objectsIn, type Fields } from '../field-reader';
import { foreignId } from '../made-id';
import { asRecord } from '../tavern-world-info/tavern-entry';
import { hasNoBias } from './novelai-bias';

/** A folder of entries. */
export interface NovelaiCategory {
  readonly name: string;
  readonly enabled: boolean;
  /** What its entries are where they do not say it; empty unless they follow the category. */
  readonly defaults: Fields;
  /** What the category does or has besides; undefined for nothing. */
  readonly leftovers: Fields | undefined;
}

/** The categories of a lorebook by their ids. What they do besides holding entries is remarked. */
export function readCategories(book: FieldReader): ReadonlyMap<string, NovelaiCategory> {
  const written = book.see('categories');
  const categories = new Map<string, NovelaiCategory>();
  if (!Array.isArray(written)) return categories;
  written.forEach((value: unknown, index) => {
    const record = asRecord(value);
    const id = record?.['id'];
    if (record && typeof id === 'string' && id !== '') categories.set(id, readCategory(record, index + 1, book));
  });
  return categories;
}

function readCategory(record: Fields, number: number, book: FieldReader): NovelaiCategory {
  const fields = new FieldReader(record);
  const written = fields.text('name')?.trim() ?? '';
  const name = written === '' ? `Category ${String(number)}` : written;
  const enabled = fields.flag('enabled') !== false;
  const follows = fields.see('useCategoryDefaults') === true;
  dropUsual(fields, follows);
  remarkOn(fields, name, book);
  const rest = fields.rest();
  return {
    name,
    enabled,
    defaults: follows ? (asRecord(record['categoryDefaults']) ?? {}) : {},
    leftovers: Object.keys(rest).length === 0 ? undefined : { name, ...rest },
  };
}

/** Makes what every new category has no leftover. */
function dropUsual(fields: FieldReader, follows: boolean): void {
  if (foreignId(fields.see('id')) === '') fields.drop('id');
  if (!follows) fields.drop('categoryDefaults');
  if (fields.see('createSubcontext') !== true) fields.drop('subcontextSettings');
  if (hasNoBias(fields.see('categoryBiasGroups'))) fields.drop('categoryBiasGroups');
  fields.keep('useCategoryDefaults', [false]);
  fields.keep('createSubcontext', [false]);
  fields.keep('open', [true]);
}

function remarkOn(fields: FieldReader, name: string, book: FieldReader): void {
  const remark = (field: string, sentence: string): void => {
    book.remark(`categories.${name}.${field}`, sentence);
  };
  if (fields.see('createSubcontext') === true)
    remark('createSubcontext', 'Its entries do not become one text: each stands on its own.');
  if (!hasNoBias(fields.see('categoryBiasGroups'))) remark('categoryBiasGroups', 'Phrase bias is kept without effect.');
}

/** Category of a book that is written; what its import left over counts as long as it has that name. */
export function writeCategory(name: string, id: string, kept: Fields | undefined): Fields {
  return {
    id,
    createSubcontext: false,
    useCategoryDefaults: false,
    categoryDefaults: {},
    subcontextSettings: {},
    categoryBiasGroups: [],
    open: true,
    ...kept,
    name,
    enabled: true,
  };
}

/** What an import left over of categories, by name. */
export function keptCategories(leftovers: Fields): ReadonlyMap<string, Fields> {
  return new Map(
    objectsIn(leftovers['categories']).flatMap((record): readonly (readonly [string, Fields])[] => {
      const { name } = record;
      return typeof name === 'string' ? [[name, record]] : [];
    }),
  );
}
