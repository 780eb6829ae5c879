import type { EntryProperties } from '../../lore/entry-fields';
import { bookNameOf } from '../book-name';
import { FieldReader, splitPlainly } from '../field-reader';
import { distinct, literalKey } from '../foreign-keys';
import { percentProperty } from '../foreign-numbers';
import type { FormatReading, LorebookFile } from '../lorebook-format';
import { readEntries, type EntryDraft } from '../read-entries';
import { asRecord } from '../tavern-world-info/tavern-entry';

/** Reads the world info of a save; the story stays out. */
export function readKoboldai({ name: fileName, value }: LorebookFile): FormatReading {
  const save = new FieldReader(asRecord(value) ?? {});
  const name = bookNameOf(fileName);
  const folders = folderNames(save.see('wifolders_d'));
  const { entries, unread } = readEntries(
    { format: 'koboldai', book: name, where: 'worldinfo', fields: { keys: 'key', text: 'content' } },
    save.see('worldinfo'),
    (fields) => readEntry(fields, folders),
  );
  const story = ['prompt', 'actions', 'memory', 'authorsnote', 'anotetemplate'];
  for (const field of story) save.keep(field, [''], 'It is no lore and is left out.');
  return { books: [{ name, settings: {}, entries, remarks: save.remarks }], unread };
}

/** Names of folders by id. */
function folderNames(value: unknown): ReadonlyMap<string, string> {
  const folders = Object.entries(asRecord(value) ?? {}).flatMap(([id, folder]): readonly [string, string][] => {
    const name = asRecord(folder)?.['name'];
    return typeof name === 'string' && name.trim() !== '' ? [[id, name.trim()]] : [];
  });
  return new Map(folders);
}

function readEntry(fields: FieldReader, folders: ReadonlyMap<string, string>): EntryDraft {
  return {
    original: '',
    titles: [fields.text('comment')],
    folder: readFolder(fields, folders),
    properties: { ...readKeys(fields), ...readSwitches(fields) },
    body: fields.text('content'),
  };
}

/** The folder of KoboldAI by its id, or the group of KoboldAI Lite by its name. */
function readFolder(fields: FieldReader, folders: ReadonlyMap<string, string>): readonly string[] {
  const id = fields.see('folder');
  const name = typeof id === 'string' || typeof id === 'number' ? folders.get(String(id)) : undefined;
  if (name === undefined) fields.keep('folder', [''], 'There is no such folder in the file, so the entry is in none.');
  else fields.drop('folder');
  const group = fields.text('wigroup')?.trim() ?? '';
  return [name ?? '', group].filter((part) => part !== '');
}

/** Keys are found anywhere, also inside words. */
function readKeys(fields: FieldReader): EntryProperties {
  const keysIn = (name: string): readonly string[] => distinct(fields.texts(name, splitPlainly).map(literalKey));
  const keys = keysIn('key');
  const excludeKeys = keysIn('keyanti');
  const isSelective = fields.flag('selective') !== false;
  if (!isSelective) fields.keep('keysecondary', ['']);
  const refineKeys = isSelective ? keysIn('keysecondary') : [];
  return {
    keys,
    ...(refineKeys.length === 0 ? {} : { refineKeys }),
    ...(excludeKeys.length === 0 ? {} : { excludeKeys }),
    wholeWords: false,
  };
}

function readSwitches(fields: FieldReader): EntryProperties {
  return {
    ...(fields.flag('widisabled') === true ? { enabled: false } : {}),
    ...(fields.flag('constant') === true ? { constant: true } : {}),
    ...percentProperty(fields.number('probability')),
  };
}
