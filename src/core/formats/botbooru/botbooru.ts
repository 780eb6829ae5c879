import { fileKind } from '../file-kind';
import type { FormatReading, LorebookFile, LorebookFormat, UnreadPart } from '../lorebook-format';
import { asBook, readWorldInfo } from '../sillytavern/read-world-info';
import { asRecord } from '../tavern-world-info/tavern-entry';

/** Posts of Botbooru: the lorebook of a post, and the names of those that belong to it. */
export const botbooru: LorebookFormat = {
  id: 'botbooru',
  label: 'Botbooru post',
  detect: ({ value }) => fileKind(value) === 'botbooru',
  read,
};

function read(file: LorebookFile): FormatReading {
  const post = asRecord(file.value) ?? {};
  const companions = companionsOf(post['companion_lorebooks']);
  const book = asBook(parsed(post['lorebook_json']));
  if (book) {
    const reading = readWorldInfo(book, { format: 'botbooru', file, where: 'lorebook_json.' });
    return { books: reading.books, unread: [...reading.unread, ...companions] };
  }
  const sentence = 'There is no lorebook in this post.';
  return { books: [], unread: [{ where: 'lorebook_json', sentence }, ...companions] };
}

/** The book may be JSON in a text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    const book: unknown = JSON.parse(value);
    return book;
  } catch {
    return undefined;
  }
}

/** Books that the post names and that are files of their own. */
function companionsOf(value: unknown): readonly UnreadPart[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.map((item, index) => {
    const { number, title } = asRecord(item) ?? {};
    const name = typeof title === 'string' ? `“${title}”` : 'without a title';
    const at = typeof number === 'number' || typeof number === 'string' ? ` (number ${String(number)})` : '';
    const sentence = `The book ${name}${at} belongs to the post and is not in the file: download and import it too.`;
    return { where: `companion_lorebooks.${String(index)}`, sentence };
  });
}
