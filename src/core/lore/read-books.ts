import { bookFields, bookSettingNames, type Book, type BookSettingName, type BookSettings } from './book';
import { foldFolder } from './book-folder';
import { entryProblem, type EntryProblem } from './entry-problem';
import { parseProperties, splitNote } from './frontmatter';
import { foldPropertyName, writtenPropertyName } from './property-name';
import { isNestedTooDeeply } from './yaml-depth';
import type { YamlPair, YamlValue } from './yaml-value';

/** The books that a note defines. */
export interface BooksReading {
  readonly books: readonly Book[];
  readonly problems: readonly EntryProblem[];
  /** Whether the note could not be read as a whole, so that the books of before hold. */
  readonly isBroken: boolean;
}

/** What a vault without a note of books has. */
export const noBooks: BooksReading = { books: [], problems: [], isBroken: false };

/** So many books are read. */
const MOST_BOOKS = 1_000;
const FENCE = /^```ya?ml[ \t]*\n([\s\S]*?)\n```[ \t]*$/m;
const settingsByName: ReadonlyMap<string, BookSettingName> = new Map(
  bookSettingNames().map((name) => [foldPropertyName(name), name]),
);

/**
 * Reads a note of books: a map from folders to settings under `books`, in a fenced `yaml` block or in the properties; a
 * file that is no Markdown is YAML as a whole. Never throws.
 */
export function readBooks(path: string, source: string): BooksReading {
  const { yaml, line } = yamlOf(path, source);
  if (isNestedTooDeeply(yaml)) return broken(path, line, 'They are nested too deeply.');
  // Lines of problems count from the text's first one.
  const { properties, problems } = parseProperties(path, '\n'.repeat(line - 1) + yaml);
  const [fault] = problems;
  if (fault) return broken(path, Math.max(line, fault.line), fault.message);
  const books = properties.find((pair) => foldPropertyName(pair.name) === 'books');
  if (!books) return { ...noBooks, problems: [entryProblem('books-none', { path, line })] };
  if (books.value.kind === 'null') return noBooks;
  if (books.value.kind !== 'map') return broken(path, books.line, 'Write "folder:" with its settings below it.');
  return new BookReader(path).read(books.value.pairs);
}

function broken(path: string, line: number, detail: string): BooksReading {
  return { books: [], problems: [entryProblem('books-broken', { path, line }, '', detail)], isBroken: true };
}

function yamlOf(path: string, source: string): { readonly yaml: string; readonly line: number } {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (!/\.md$/i.test(path)) return { yaml: text, line: 1 };
  const { frontmatter, body, bodyLine } = splitNote(path, text);
  const fence = FENCE.exec(body);
  if (!fence) return { yaml: frontmatter, line: frontmatter === '' ? 1 : 2 };
  return { yaml: fence[1] ?? '', line: bodyLine + body.slice(0, fence.index).split('\n').length };
}

class BookReader {
  readonly #problems: EntryProblem[] = [];

  constructor(private readonly path: string) {}

  read(pairs: readonly YamlPair[]): BooksReading {
    const books = new Map<string, Book>();
    for (const pair of pairs.slice(0, MOST_BOOKS)) {
      const folder = foldFolder(pair.name);
      const known = books.get(folder);
      if (known) this.#report('property-spelled-twice', pair.line, pair.name, known.folder);
      else books.set(folder, { folder: pair.name, settings: this.#settings(pair) });
    }
    const beyond = pairs[MOST_BOOKS];
    if (beyond) this.#report('books-too-many', beyond.line, String(pairs.length));
    return { books: [...books.values()], problems: this.#problems, isBroken: false };
  }

  #settings({ name, value, line }: YamlPair): BookSettings {
    if (value.kind === 'null') return {};
    if (value.kind !== 'map') {
      this.#report('book-not-understood', line, name);
      return {};
    }
    const settings = new Map<BookSettingName, unknown>();
    for (const pair of value.pairs) {
      const setting = settingsByName.get(foldPropertyName(pair.name));
      if (setting === undefined) this.#report('book-setting-unknown', pair.line, pair.name, knownNames());
      else if (settings.has(setting))
        this.#report('property-spelled-twice', pair.line, pair.name, writtenPropertyName(setting));
      else settings.set(setting, this.#value(setting, pair.name, pair.value, pair.line));
    }
    return Object.fromEntries([...settings].filter(([, one]) => one !== undefined));
  }

  #value(setting: BookSettingName, name: string, written: YamlValue, line: number): unknown {
    const { value, complaint } = bookFields[setting].kind.read(written);
    if (complaint) this.#report(complaint.code, line, complaint.written, `For "${name}" ${complaint.expected}`);
    return value;
  }

  #report(code: EntryProblem['code'], line: number, text: string, detail?: string): void {
    this.#problems.push(entryProblem(code, { path: this.path, line }, text, detail));
  }
}

function knownNames(): string {
  return bookSettingNames().map(writtenPropertyName).join(', ');
}
