import { bookNameOf } from '../book-name';
import { readCharacterBook } from '../character-book/read-character-book';
import { fileKind } from '../file-kind';
import type { FormatReading, LorebookFile, LorebookFormat } from '../lorebook-format';
import { readWorldInfo } from '../sillytavern/read-world-info';
import { tavernFieldOf } from '../tavern-world-info/read-tavern-entry';
import { asRecord } from '../tavern-world-info/tavern-entry';

type Fields = Readonly<Record<string, unknown>>;

/** Lorebooks and cards of Chub. Its entries have the names of World Info and those of character books. */
export const chub: LorebookFormat = {
  id: 'chub',
  label: 'Chub lorebook',
  detect: ({ value }) => fileKind(value) === 'chub',
  read,
};

function read(file: LorebookFile): FormatReading {
  const record = asRecord(file.value) ?? {};
  const definition = asRecord(record['definition']);
  if (!definition) return readWorldInfo(record, { format: 'chub', file, where: '', asTavern: withExtensions });
  const book = asRecord(definition['embedded_lorebook']);
  const where = 'definition.embedded_lorebook';
  if (!book) return { books: [], unread: [{ where, sentence: 'There is no lore in this card.' }] };
  const name = definition['name'];
  const fallbackName = typeof name === 'string' && name.trim() !== '' ? name.trim() : bookNameOf(file.name);
  return readCharacterBook(book, { format: 'chub', fallbackName, where });
}

/** What an entry does not say itself, its extensions may; they stay as they are besides. */
function withExtensions(item: Fields): Fields {
  const said = new Set(Object.keys(item).map(tavernFieldOf));
  const extensions = Object.entries(asRecord(item['extensions']) ?? {}).filter(([name]) => {
    const field = tavernFieldOf(name);
    return field !== undefined && !said.has(field);
  });
  return { ...Object.fromEntries(extensions), ...item };
}
