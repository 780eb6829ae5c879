import { BODY, type NoteBase } from './merge-note';

/** An entry that an import brought: what it said then, its book (format and name), and where its note is. */
export interface KnownEntry {
  readonly id: string;
  readonly book: string;
  readonly path: string;
  readonly base: NoteBase;
}

/** An entry of a file, by its id and what its note would say. */
interface AskedEntry {
  readonly id: string;
  readonly base: NoteBase;
}

/** What two entries may have in common, the most first. */
const LIKENESS: readonly (readonly string[])[] = [
  ['title', 'keys', BODY],
  ['title', 'keys'],
  ['title', BODY],
  ['keys', BODY],
  ['title'],
];

/**
 * Finds entries of a book again whose ids changed: programs count them anew when one is deleted or put between others.
 * Where several are equally like, none is chosen.
 *
 * @param asked Entries of the file that nobody knows by their ids.
 * @param known Entries of earlier imports of the same book that the file does not have by their ids.
 * @returns The known id of each that was found, by its id in the file.
 */
export function renumbered(asked: readonly AskedEntry[], known: readonly KnownEntry[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let [left, free] = [asked, known];
  for (const names of LIKENESS) {
    const wanted = unique(left, names);
    for (const [print, { id }] of unique(free, names)) {
      const entry = wanted.get(print);
      if (entry) found.set(entry.id, id);
    }
    const taken = new Set(found.values());
    left = left.filter(({ id }) => !found.has(id));
    free = free.filter(({ id }) => !taken.has(id));
    if (left.length === 0 || free.length === 0) break;
  }
  return found;
}

/** Those that no other of the list is like, by what they have in common. */
function unique<Entry extends { readonly base: NoteBase }>(
  entries: readonly Entry[],
  names: readonly string[],
): ReadonlyMap<string, Entry> {
  const prints = new Map<string, Entry | undefined>();
  for (const entry of entries) {
    const print = printOf(entry.base, names);
    prints.set(print, prints.has(print) ? undefined : entry);
  }
  return new Map([...prints].flatMap(([print, entry]) => (entry ? [[print, entry] as const] : [])));
}

function printOf(base: NoteBase, names: readonly string[]): string {
  return names.map((name) => base[name] ?? '').join(' ');
}

/** What tells an entry whatever format it comes in; places and numbers differ by what each format can say. */
const ESSENCE = ['title', 'keys', 'refineKeys', 'constant', 'enabled', BODY];

/** Books of earlier imports, and of this one, by what their entries say. */
export class KnownBooks {
  readonly #byPrint = new Map<string, KnownEntry[]>();

  add(entry: KnownEntry): void {
    const print = printOf(entry.base, ESSENCE);
    const same = this.#byPrint.get(print);
    if (same) same.push(entry);
    else this.#byPrint.set(print, [entry]);
  }

  /**
   * The entries of another book that are those of this one, in order; undefined where no book has them all. So the lorebook
   * of a card is known for the file of World Info from which it was made, and a second download for the first.
   */
  same(book: string, asked: readonly NoteBase[]): readonly KnownEntry[] | undefined {
    const [first] = asked;
    const books = first && this.#of(first).map((entry) => entry.book);
    for (const other of new Set(books)) {
      if (other === book) continue;
      const found = this.#allOf(other, asked, formatOf(other) === formatOf(book));
      if (found) return found;
    }
    return undefined;
  }

  #of(base: NoteBase): readonly KnownEntry[] {
    return this.#byPrint.get(printOf(base, ESSENCE)) ?? [];
  }

  #allOf(book: string, asked: readonly NoteBase[], isSameFormat: boolean): readonly KnownEntry[] | undefined {
    const found: KnownEntry[] = [];
    for (const base of asked) {
      const entry = this.#of(base).find((one) => one.book === book && (!isSameFormat || isEqual(one.base, base)));
      if (!entry) return undefined;
      found.push(entry);
    }
    return found;
  }
}

function formatOf(book: string): string {
  return book.slice(0, book.indexOf(':'));
}

function isEqual(one: NoteBase, other: NoteBase): boolean {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => one[name] === other[name]);
}
