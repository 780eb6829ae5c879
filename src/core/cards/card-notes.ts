import type { ImportedEntry } from '../formats/lorebook-format';
import { importedNote } from '../imports/imported-note';
import type { Book, BookSettings } from '../lore/book';
import { parseNote } from '../lore/parse-note';
import type { ParseOptions } from '../lore/parse-options';
import type { IndexedNote } from '../search/lore-index';
import type { CardBook } from './card-book';

/** Below it stand the entries of cards; no note of a vault can have such a path, and all notes come before it. */
const CARD_ROOT = '\uffff';

/** How the entries of a book become entries of ours. */
export interface CardReading {
  readonly parse: ParseOptions;
  /** What the vault says for all its notes. */
  readonly around: BookSettings;
}

/** The book as the shelf of books has it, so that its settings hold for its entries. */
export function bookOf({ card, avatar, settings }: CardBook): Book {
  const owner = (avatar === '' ? card : avatar).replace(/[/\\]/g, '_');
  const { tokenBudget, ...others } = settings;
  const isBudget = tokenBudget !== undefined && tokenBudget > 0;
  return { folder: `${CARD_ROOT}/${owner}`, settings: { ...others, ...(isBudget && { tokenBudget }) } };
}

/**
 * The entries of a book as the notes that an import would make of them, so that they mean exactly the same. The order is
 * the book's.
 *
 * @param pause Gives the host its turn now and then.
 */
export async function cardNotes(
  book: CardBook,
  { parse, around }: CardReading,
  pause: () => Promise<void>,
): Promise<readonly IndexedNote[]> {
  const shelf = bookOf(book);
  const options = { ...parse, books: [{ folder: '/', settings: around }, shelf] };
  const notes: IndexedNote[] = [];
  for (const entry of book.entries) {
    const note = cardNote(entry, book, shelf.folder, options);
    if (note) notes.push(note);
    await pause();
  }
  return notes;
}

/** Undefined for what an import would make no entry of, such as a writing guide. */
function cardNote(
  entry: ImportedEntry,
  book: CardBook,
  folder: string,
  options: ParseOptions,
): IndexedNote | undefined {
  const path = `${folder}/${entry.sourceId}.md`;
  const source = importedNote(entry, options.tags.lore);
  const reading = parseNote(path, source, options);
  if (reading.kind !== 'entry') return undefined;
  const ours = { ...reading.entry, card: book.card, folders: [book.name] };
  return { path, size: source.length, modified: 0, reading: { kind: 'entry', entry: ours } };
}
