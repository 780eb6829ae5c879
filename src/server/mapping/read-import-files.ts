import { cardFileName, type CardBook } from '../../core/cards/card-book';
import type { ImportFile } from '../../core/imports/import-plan';

/** A file as a request names it. */
interface SentFile {
  readonly name: string;
  readonly text?: string | undefined;
  readonly base64?: string | undefined;
  readonly bookDigest?: string | undefined;
}

/**
 * The files of a request for an import; undefined when one of them is the book of a card that is not remembered.
 *
 * @param findBook The lorebook of a card, by its digest.
 */
export function readImportFiles(
  sent: readonly SentFile[],
  findBook: (digest: string) => CardBook | undefined,
): readonly ImportFile[] | undefined {
  const files = sent.flatMap((file) => readFile(file, findBook) ?? []);
  return files.length === sent.length ? files : undefined;
}

function readFile(
  { name, text, base64, bookDigest }: SentFile,
  findBook: (digest: string) => CardBook | undefined,
): ImportFile | undefined {
  if (bookDigest === undefined)
    return { name, bytes: base64 === undefined ? bytesOfText(text ?? '') : bytesOf(base64) };
  const book = findBook(bookDigest);
  // Under its card's name it is the book that turns know.
  return book && { name: cardFileName(book), bytes: bytesOfText(book.json) };
}

function bytesOfText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}
