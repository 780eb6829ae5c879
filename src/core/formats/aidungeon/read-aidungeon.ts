import { bookNameOf } from '../book-name';
import { FieldReader } from '../field-reader';
import type { FormatReading, ImportedBook, LorebookFile } from '../lorebook-format';
import { readEntries, type EntriesReading, type EntryDraft } from '../read-entries';
import { asRecord } from '../tavern-world-info/tavern-entry';
import { readCardKeys } from './card-keys';

/** Lists of an adventure that hold lore. */
const LISTS = ['storyCards', 'story_cards', 'cards', 'worldInfo'];
const STORY = ['prompt', 'memory', 'authorsNote', 'instructions', 'storySummary'];

/** Reads a list of cards or of world info, or those of an adventure. */
export function readAidungeon(file: LorebookFile): FormatReading {
  const adventure = asRecord(file.value);
  return adventure ? readAdventure(file, new FieldReader(adventure)) : readList(file);
}

function readList({ name: fileName, value }: LorebookFile): FormatReading {
  const name = bookNameOf(fileName);
  const { entries, unread } = entriesIn(name, '', value);
  return { books: [{ name, settings: {}, entries, remarks: [] }], unread };
}

function readAdventure({ name: fileName }: LorebookFile, fields: FieldReader): FormatReading {
  const title = fields.text('title')?.trim() ?? '';
  const name = title === '' ? bookNameOf(fileName) : title;
  const lists = LISTS.filter((list) => Array.isArray(fields.see(list)));
  const readings = lists.map((list) => entriesIn(name, list, fields.see(list)));
  for (const field of STORY) fields.keep(field, [''], 'It is no lore and is left out.');
  const book: ImportedBook = {
    name,
    settings: {},
    entries: readings.flatMap(({ entries }) => entries),
    remarks: fields.remarks,
  };
  return { books: [book], unread: readings.flatMap(({ unread }) => unread) };
}

function entriesIn(book: string, where: string, items: unknown): EntriesReading {
  const isOld = Array.isArray(items) && items.some((item) => Object.hasOwn(asRecord(item) ?? {}, 'entry'));
  const fields = { keys: 'keys', text: isOld ? 'entry' : 'value' };
  return readEntries({ format: 'aidungeon', book, where, fields }, items, readEntry);
}

function readEntry(fields: FieldReader): EntryDraft {
  const id = fields.see('id');
  const type = fields.text('type')?.trim() ?? '';
  if (type.toLowerCase() === 'worlddescription')
    fields.remark('type', 'It describes the world; make the note constant if it is to be always there.');
  return {
    original: typeof id === 'number' || typeof id === 'string' ? String(id) : '',
    titles: [fields.text('title')],
    properties: { keys: readCardKeys(fields), ...(type === '' ? {} : { type }) },
    body: readText(fields),
  };
}

/** Old entries have it as `entry`, cards as `value`; a card without it has its notes for one. */
function readText(fields: FieldReader): string | undefined {
  const entry = fields.text('entry');
  const value = fields.text('value');
  const text = [entry, value].find((one) => one !== undefined && one.trim() !== '');
  if (text !== undefined) {
    fields.keep('description', ['']);
    return text;
  }
  return [fields.text('description'), entry, value].find((one) => one !== undefined);
}
