import { bookNameOf } from '../book-name';
import { readCard, readCharacterBook } from '../character-book/read-character-book';
import { writeCharacterBook } from '../character-book/write-character-book';
import { fileKind } from '../file-kind';
import type { FormatReading, LorebookFile, LorebookFormat } from '../lorebook-format';
import { asRecord } from '../tavern-world-info/tavern-entry';

/** Character cards of version 2, their books on their own, and bare lists of entries. Books are written without a card. */
export const ccv2: LorebookFormat = {
  id: 'ccv2',
  label: 'Character card V2 or its book',
  detect: ({ value }) => fileKind(value) === 'ccv2',
  read,
  write: (book) => writeCharacterBook(book, { program: 'A card of version 2', isV3: false }),
};

function read(file: LorebookFile): FormatReading {
  const { value } = file;
  const record = asRecord(value) ?? {};
  if (asRecord(record['data']) || Object.hasOwn(record, 'spec')) return readCard(file, 'ccv2');
  const fallbackName = bookNameOf(file.name);
  if (!Array.isArray(value)) return readCharacterBook(record, { format: 'ccv2', fallbackName, where: '' });
  return readCharacterBook({ entries: value }, { format: 'ccv2', fallbackName, where: '' });
}
