import { bookNameOf } from '../book-name';
import { FieldReader } from '../field-reader';
import { wholeCount } from '../foreign-numbers';
import type { BookSettings, FormatReading, ImportedBook, LorebookFile } from '../lorebook-format';
import { parseJson } from '../opening/parse-json';
import { readEntries } from '../read-entries';
import { leftoversUnder } from '../tavern-world-info/book-fields';
import { asRecord } from '../tavern-world-info/tavern-entry';
import { areChancesUnclear, readJanitoraiEntry } from './read-janitorai-entry';
import { scriptEntry } from './script-entry';

/** Reads a list of entries, or the list inside a wrapper. A script in JavaScript becomes one note and is never run. */
export function readJanitorai(file: LorebookFile): FormatReading {
  const wrapper = asRecord(file.value);
  return wrapper ? readWrapper(file, new FieldReader(wrapper)) : readList(bookNameOf(file.name), '', file.value);
}

function readList(name: string, where: string, items: unknown): FormatReading {
  const areUnclear = areChancesUnclear(items);
  const { entries, unread } = readEntries(
    { format: 'janitorai', book: name, where, fields: { keys: 'key', text: 'content' } },
    items,
    (fields) => readJanitoraiEntry(fields, areUnclear),
  );
  return { books: [{ name, settings: {}, entries, remarks: [] }], unread };
}

function readWrapper({ name: fileName }: LorebookFile, wrapper: FieldReader): FormatReading {
  const title = wrapper.text('title')?.trim() ?? '';
  const name = title === '' ? bookNameOf(fileName) : title;
  const script = wrapper.text('script') ?? '';
  const words = readWords(wrapper);
  const list = listIn(script);
  if (list) {
    const { books, unread } = readList(name, 'script', list.items);
    return { books: books.map((book) => ({ ...book, ...words, remarks: wrapper.remarks })), unread };
  }
  wrapper.remark('script', 'It is a program in JavaScript: it is kept as the text of one note, and never run.');
  return { books: [{ name, ...words, entries: [scriptEntry(name, script)], remarks: wrapper.remarks }], unread: [] };
}

/** The entries that the script holds as JSON, or undefined for a script that is a program. */
function listIn(script: string): { readonly items: unknown } | undefined {
  const value = parsed(script);
  if (Array.isArray(value)) return { items: value };
  const record = asRecord(value);
  return record && Array.isArray(record['entries']) ? { items: record['entries'] } : undefined;
}

/** The site searches so many messages where nothing is set. */
const USUAL_DEPTH = 3;

/** What the wrapper says besides its entries; its settings are a text of their own. */
function readWords(wrapper: FieldReader): Pick<ImportedBook, 'leftovers'> & { readonly settings: BookSettings } {
  const text = wrapper.see('settings');
  const settings = new FieldReader(asRecord(typeof text === 'string' ? parsed(text) : text) ?? {});
  const scanDepth = wholeCount(settings.number('depth') ?? USUAL_DEPTH);
  const others = settings.rest();
  for (const name of Object.keys(others)) wrapper.remark(`settings.${name}`, 'It is kept without effect.');
  wrapper.drop('type', 'script', 'settings');
  const kept = { ...wrapper.rest(), ...(Object.keys(others).length === 0 ? {} : { settings: others }) };
  return { settings: { scanDepth }, leftovers: leftoversUnder('janitorai', kept) };
}

/** JSON within the limits of files, or undefined. */
function parsed(text: string): unknown {
  try {
    return parseJson(text)?.value;
  } catch {
    return undefined;
  }
}
