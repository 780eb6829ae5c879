import { bookNameOf } from '../book-name';
import { objectsIn, type Fields } from '../field-reader';
import type { ImportRemark } from '../import-remark';
import type { FormatReading, LorebookFile } from '../lorebook-format';
import { readEntries } from '../read-entries';
import { leftoversUnder } from '../tavern-world-info/book-fields';
import { asRecord } from '../tavern-world-info/tavern-entry';
import { readRisuaiEntry } from './read-risuai-entry';
import { readFolders } from './risuai-folders';

/** Reads the entries of an export, a module or a bare list. Scripts of modules are named, never run. */
export function readRisuai(file: LorebookFile): FormatReading {
  const { name, where, items, remarks, leftovers } = unpack(file);
  const records = objectsIn(items);
  const context = { folders: readFolders(records), originals: originalsOf(records) };
  const { entries, unread } = readEntries(
    { format: 'risuai', book: name, where, fields: { keys: 'key', text: 'content' } },
    items,
    (fields) => readRisuaiEntry(fields, context),
  );
  const book = { name, settings: { decorators: 'risu' } as const, entries, remarks };
  return { books: [{ ...book, leftovers: leftoversUnder('risuai', leftovers) }], unread };
}

interface Unpacked {
  readonly name: string;
  readonly where: string;
  readonly items: unknown;
  readonly remarks: readonly ImportRemark[];
  readonly leftovers: Fields;
}

function unpack({ name, value }: LorebookFile): Unpacked {
  const fallback = bookNameOf(name);
  const file = asRecord(value);
  if (!file) return { name: fallback, where: '', items: value, remarks: [], leftovers: {} };
  if (file['type'] !== 'risuModule') {
    const { type: _, ver: __, data: items, ...leftovers } = file;
    return { name: fallback, where: 'data', items, remarks: [], leftovers };
  }
  const inner = asRecord(file['module']);
  const module = inner ?? file;
  const title = module['name'];
  return {
    name: typeof title === 'string' && title.trim() !== '' ? title.trim() : fallback,
    where: inner ? 'module.lorebook' : 'lorebook',
    items: module['lorebook'] ?? [],
    remarks: leftOut(module),
    leftovers: keptOf(module),
  };
}

/** What is read of a module. */
const READ = new Set(['type', 'module', 'name', 'id', 'lorebook']);
/** What runs, or says what may run. */
const SCRIPTS = new Set(['trigger', 'regex', 'cjs', 'mcp', 'lowLevelAccess']);
/** What is no lore, and may be large. */
const NO_LORE = new Set(['assets', 'backgroundEmbedding', 'customModuleToggle']);

/** What a module holds besides its lorebook and is left out. */
function leftOut(module: Fields): readonly ImportRemark[] {
  return Object.entries(module)
    .filter(([name, value]) => (SCRIPTS.has(name) || NO_LORE.has(name)) && !isBlank(value))
    .map(([field]) => ({
      field,
      sentence: SCRIPTS.has(field) ? 'Scripts are left out; they are never run.' : 'It is no lore and is left out.',
    }));
}

/** What a module says of itself and is kept for the way back. */
function keptOf(module: Fields): Fields {
  const isKept = (name: string): boolean => !READ.has(name) && !SCRIPTS.has(name) && !NO_LORE.has(name);
  return Object.fromEntries(Object.entries(module).filter(([name, value]) => isKept(name) && !isBlank(value)));
}

function isBlank(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || value === '' || value === false;
}

/** Entries by id, for those that stand for another one: the first that is neither such a one nor a folder. */
function originalsOf(records: readonly Fields[]): ReadonlyMap<string, Fields> {
  const originals = new Map<string, Fields>();
  for (const record of records) {
    const id = record['id'];
    const isEntry = record['mode'] !== 'child' && record['mode'] !== 'folder';
    if (typeof id === 'string' && isEntry && !originals.has(id)) originals.set(id, record);
  }
  return originals;
}
