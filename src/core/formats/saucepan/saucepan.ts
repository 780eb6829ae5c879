import { bookNameOf } from '../book-name';
import { fileKind } from '../file-kind';
import type { FormatReading, LorebookFile, LorebookFormat } from '../lorebook-format';
import { readEntries, type EntryDraft } from '../read-entries';
import type { FieldReader } from '../field-reader';
import { asRecord } from '../tavern-world-info/tavern-entry';
import { readLabelledText } from './labelled-text';

/** Lorebooks of Saucepan, whose keys stand in the texts under labels. */
export const saucepan: LorebookFormat = {
  id: 'saucepan',
  label: 'Saucepan lorebook',
  detect: ({ value }) => fileKind(value) === 'saucepan',
  read,
};

function read(file: LorebookFile): FormatReading {
  const record = asRecord(file.value) ?? {};
  const name =
    typeof record['name'] === 'string' && record['name'].trim() !== '' ? record['name'].trim() : bookNameOf(file.name);
  const { content: items, name: _, ...others } = record;
  const source = { format: 'saucepan', book: name, where: 'content', fields: { keys: 'text', text: 'text' } };
  const { entries, unread } = readEntries(source, items, readItem);
  const leftovers = Object.keys(others).length === 0 ? {} : { saucepan: others };
  return { books: [{ name, settings: {}, entries, leftovers, remarks: [] }], unread };
}

function readItem(fields: FieldReader): EntryDraft {
  const title = fields.text('title') ?? '';
  const text = fields.text('text');
  const labelled = readLabelledText(text ?? '');
  const isGuess = labelled.keys.length === 0;
  if (isGuess) fields.remark('text', 'No line of it names keys, so the title is the key: check it.');
  const keys = isGuess ? [title].filter((key) => key.trim() !== '') : labelled.keys;
  const { secondaryKeys, comment, body } = labelled;
  return {
    original: fields.text('id') ?? '',
    titles: [title, comment],
    properties: { keys, ...(secondaryKeys.length === 0 ? {} : { refineKeys: secondaryKeys }) },
    body: text === undefined ? undefined : body,
    leftovers: { ...fields.rest(), ...(comment === '' || comment === title ? {} : { comment }) },
  };
}
