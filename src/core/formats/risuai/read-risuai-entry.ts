import type { EntryProperties } from '../../lore/entry-fields';
import { splitPlainly, type FieldReader, type Fields } from '../field-reader';
import { distinct, literalKey, patternKey } from '../foreign-keys';
import { mirrored, percentProperty, rankProperties, whole } from '../foreign-numbers';
import { foreignId } from '../made-id';
import type { EntryDraft } from '../read-entries';

/** What an entry is read against. */
export interface RisuaiContext {
  /** Names of folders by key. */
  readonly folders: ReadonlyMap<string, readonly string[]>;
  /** Entries by id. */
  readonly originals: ReadonlyMap<string, Fields>;
}

/** Blocks and functions of RisuAI's own language. */
const SCRIPTED = /\{\{\s*(?:[#/:?]|(?:get|set|add)var|calc|equal|greater|less)/i;

/** One item of the list; a folder is no entry. */
export function readRisuaiEntry(written: FieldReader, context: RisuaiContext): EntryDraft | undefined {
  if (written.see('mode') === 'folder') return undefined;
  const fields = withoutAlias(written, context.originals);
  const id = foreignId(fields.see('id'));
  if (id === '') fields.drop('id');
  const extensions = fields.inner('extentions');
  const caseSensitive = extensions.flag('risu_case_sensitive');
  const properties: EntryProperties = {
    ...readKeys(fields),
    ...(caseSensitive === undefined ? {} : { caseSensitive }),
    ...readMode(fields),
    ...readRank(fields.number('insertorder')),
    ...percentProperty(fields.number('activationPercent')),
  };
  const title = fields.text('comment');
  const body = fields.text('content');
  if (body !== undefined && SCRIPTED.test(body))
    fields.remark('content', "It holds commands of RisuAI's own language, which stay in the text as they are.");
  const folder = readFolder(fields, context.folders);
  const extentions = extensions.rest();
  const leftovers = { ...fields.rest(), ...(Object.keys(extentions).length === 0 ? {} : { extentions }) };
  return { original: id, titles: [title], folder, properties, body, leftovers };
}

/** An entry that stands for another one in a second folder becomes a copy of it. */
function withoutAlias(written: FieldReader, originals: RisuaiContext['originals']): FieldReader {
  if (written.see('mode') !== 'child') return written;
  const id = written.see('id');
  const original = typeof id === 'string' ? originals.get(id) : undefined;
  if (!original) {
    written.remark('mode', 'It stands for another entry, which is not in the file; it is read as one of its own.');
    return written.reread({ ...written.rest(), mode: 'normal' });
  }
  written.remark('mode', 'It stands for another entry; it becomes a copy of that.');
  return written.reread({ ...original, folder: written.see('folder') });
}

function readKeys(fields: FieldReader): EntryProperties {
  const usesPatterns = fields.flag('useRegex') === true;
  const isSelective = fields.flag('selective') === true;
  const keys = readKeyList(fields, 'key', usesPatterns);
  if (!isSelective) {
    fields.keep('secondkey', ['']);
    return { keys };
  }
  const refineKeys = readKeyList(fields, 'secondkey', usesPatterns);
  return { keys, ...(refineKeys.length === 0 ? {} : { refineKeys }) };
}

/** A text with commas; with patterns it is one as a whole. */
function readKeyList(fields: FieldReader, name: string, usesPatterns: boolean): readonly string[] {
  if (!usesPatterns) return distinct(fields.texts(name, splitPlainly).map(literalKey));
  const texts = fields.texts(name, (text) => (text.trim() === '' ? [] : [text]));
  return texts.map((text) => {
    const pattern = patternKey(text);
    if (pattern === undefined)
      fields.remark(name, 'It is no valid pattern between slashes, so it is read as plain text.');
    return pattern ?? literalKey(text);
  });
}

const KNOWN_MODES = ['normal', 'constant'];

function readMode(fields: FieldReader): EntryProperties {
  const isConstant = fields.flag('alwaysActive') === true || fields.see('mode') === 'constant';
  fields.keep('mode', KNOWN_MODES, 'There is no such mode here; it is kept without effect.');
  return isConstant ? { constant: true } : {};
}

/** The one number decides over budget and place: a bigger one is kept, and stands later. */
function readRank(insertOrder: number | undefined): EntryProperties {
  if (insertOrder === undefined) return {};
  return rankProperties({ priority: mirrored(insertOrder), order: whole(insertOrder) });
}

function readFolder(fields: FieldReader, folders: RisuaiContext['folders']): readonly string[] {
  const key = fields.see('folder');
  const folder = typeof key === 'string' ? folders.get(key) : undefined;
  if (folder) fields.drop('folder');
  else fields.keep('folder', [''], 'There is no such folder in the file, so the entry is in none.');
  return folder ?? [];
}
