import { selectiveLogics, type EntryProperties, type Position, type SelectiveLogic } from '../../lore/entry-fields';
import { bookNameOf } from '../book-name';
import { FieldReader } from '../field-reader';
import { distinct } from '../foreign-keys';
import { mirrored, percentProperty, rankProperties, whole, wholeCount } from '../foreign-numbers';
import type { BookSettings, FormatReading, LorebookFile } from '../lorebook-format';
import { foreignId } from '../made-id';
import { readEntries, type EntryDraft } from '../read-entries';
import { leftoversUnder } from '../tavern-world-info/book-fields';
import { asRecord } from '../tavern-world-info/tavern-entry';
import { keyFromWildcard } from './wildcard-key';

/** Reads a memory book. */
export function readAgnai({ name: fileName, value }: LorebookFile): FormatReading {
  const book = new FieldReader(asRecord(value) ?? {});
  const title = book.text('name')?.trim() ?? '';
  const name = title === '' ? bookNameOf(fileName) : title;
  const { entries, unread } = readEntries(
    { format: 'agnai', book: name, where: 'entries', fields: { keys: 'keywords', text: 'entry' } },
    book.see('entries'),
    readEntry,
  );
  const settings = readSettings(book);
  book.drop('kind', 'entries');
  book.keep('description', [''], 'Books have no description here; it is kept.');
  for (const field of Object.keys(book.rest())) book.keep(field, ['']);
  const leftovers = leftoversUnder('agnai', book.rest());
  return { books: [{ name, settings, entries, leftovers, remarks: book.remarks }], unread };
}

function readSettings(book: FieldReader): BookSettings {
  const scanDepth = book.number('scanDepth');
  const tokenBudget = book.number('tokenBudget');
  const recursion = book.flag('recursiveScanning');
  return {
    ...(scanDepth === undefined ? {} : { scanDepth: wholeCount(scanDepth) }),
    ...(tokenBudget === undefined || tokenBudget < 1 ? {} : { tokenBudget: wholeCount(tokenBudget) }),
    ...(recursion === undefined ? {} : { recursion }),
  };
}

function readEntry(fields: FieldReader): EntryDraft {
  const id = foreignId(fields.see('id'));
  if (id === '') fields.drop('id');
  const name = fields.text('name');
  const comment = fields.see('comment');
  if (name !== undefined && name.trim() !== '') fields.keep('comment', ['', name]);
  else fields.drop('comment');
  return {
    original: id,
    titles: [name, typeof comment === 'string' ? comment : undefined],
    properties: { ...readKeys(fields), ...readSwitches(fields), ...readRank(fields), ...readPlace(fields) },
    body: fields.text('entry'),
  };
}

function readKeys(fields: FieldReader): EntryProperties {
  const keysIn = (name: string): readonly string[] =>
    distinct(fields.texts(name).map(keyFromWildcard)).filter((key) => key !== '');
  const keys = keysIn('keywords');
  // Without the flag its secondary keys count nonetheless where there are any.
  if (fields.flag('selective') === false) {
    fields.keep('secondaryKeys', ['']);
    return { keys };
  }
  const refineKeys = keysIn('secondaryKeys');
  const selectiveLogic = readLogic(fields);
  if (refineKeys.length === 0) return { keys };
  return { keys, refineKeys, ...(selectiveLogic === 'and_any' ? {} : { selectiveLogic }) };
}

/** SillyTavern's numbers, or its words. */
const LOGICS: readonly SelectiveLogic[] = ['and_any', 'not_all', 'not_any', 'and_all'];

function readLogic(fields: FieldReader): SelectiveLogic {
  const written = fields.see('selectiveLogic');
  const word = typeof written === 'string' ? written.toLowerCase().replace(/[^a-z]/g, '') : undefined;
  const logic =
    typeof written === 'number' ? LOGICS[written] : selectiveLogics.find((name) => name.replace('_', '') === word);
  if (logic) fields.drop('selectiveLogic');
  else fields.keep('selectiveLogic', [''], 'There is no such rule; any secondary key is enough.');
  return logic ?? 'and_any';
}

function readSwitches(fields: FieldReader): EntryProperties {
  const isCertain = fields.flag('useProbability') === false;
  const percent = isCertain ? undefined : fields.number('probability');
  if (isCertain) fields.keep('probability', [100]);
  return {
    ...(fields.flag('enabled') === false ? { enabled: false } : {}),
    ...(fields.flag('constant') === true ? { constant: true } : {}),
    ...(fields.flag('excludeRecursion') === true ? { notRecursable: true } : {}),
    ...percentProperty(percent),
  };
}

/** A bigger priority is kept, a bigger weight stands later. */
function readRank(fields: FieldReader): EntryProperties {
  const priority = fields.number('priority');
  const weight = fields.number('weight');
  return rankProperties({
    ...(priority === undefined ? {} : { priority: mirrored(priority) }),
    ...(weight === undefined ? {} : { order: whole(weight) }),
  });
}

const PLACES: readonly Position[] = ['before_char', 'after_char'];

function readPlace(fields: FieldReader): EntryProperties {
  const written = fields.see('position');
  const position = PLACES.find((place) => place === written);
  if (position) fields.drop('position');
  else fields.keep('position', [''], 'There is no such place; the usual one holds.');
  return position ? { position } : {};
}
