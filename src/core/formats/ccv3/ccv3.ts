import { bookNameOf } from '../book-name';
import { readCard, readCharacterBook } from '../character-book/read-character-book';
import { writeCharacterBook } from '../character-book/write-character-book';
import { fileKind } from '../file-kind';
import type { ExportedBook, FormatReading, FormatWriting, LorebookFile, LorebookFormat } from '../lorebook-format';
import { asRecord } from '../tavern-world-info/tavern-entry';

const SPEC = 'lorebook_v3';

/** Character cards of version 3, and its lorebooks as files of their own. The latter are written. */
export const ccv3: LorebookFormat = {
  id: 'ccv3',
  label: 'Character card V3 or lorebook V3',
  detect: ({ value }) => fileKind(value) === 'ccv3',
  read,
  write,
};

/** Some tools put the book one level deeper than the specification says. */
function read(file: LorebookFile): FormatReading {
  const record = asRecord(file.value) ?? {};
  if (record['spec'] !== SPEC) return readCard(file, 'ccv3');
  const data = asRecord(record['data']) ?? {};
  const deeper = asRecord(data['lorebook']);
  const where = deeper ? 'data.lorebook' : 'data';
  return readCharacterBook(deeper ?? data, { format: 'ccv3', fallbackName: bookNameOf(file.name), where });
}

function write(book: ExportedBook): FormatWriting {
  const { value, remarks } = writeCharacterBook(book, { program: 'A lorebook of version 3', isV3: true });
  return { value: { spec: SPEC, data: value }, remarks };
}
