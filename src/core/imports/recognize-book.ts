import type { ImportedEntry, ImportedBook } from '../formats/lorebook-format';
import type { LoreEntry } from '../lore/lore-entry';
import type { ImportMemory } from './import-memory';
import { importedNote } from './imported-note';
import { KnownBooks, renumbered, type KnownEntry } from './known-entries';
import { baseOf, type NoteBase } from './merge-note';

/** What recognizing looks at. */
interface RecognitionParts {
  readonly memory: ImportMemory;
  /** The entries of the vault that were imported, by their ids. */
  readonly bySource: ReadonlyMap<string, LoreEntry>;
  readonly loreTag: string;
  readonly hasNote: (path: string) => boolean;
}

/** Knows the books of earlier imports, and those of this one, by what their entries say. */
export class BookRecognition {
  readonly #known: readonly KnownEntry[];
  readonly #books = new KnownBooks();
  /** Ids of entries of this import. */
  readonly #seen = new Set<string>();

  constructor(private readonly parts: RecognitionParts) {
    const { memory, bySource, hasNote } = parts;
    this.#known = [...memory.sources].flatMap(([id, { book, path, base }]) => {
      const now = bySource.get(id)?.path ?? path;
      return hasNote(now) ? [{ id, book, path: now, base }] : [];
    });
    for (const entry of this.#known) this.#books.add(entry);
  }

  /** Takes in the entries of a book that was planned. */
  add(
    book: string,
    notes: readonly { readonly source: string; readonly path: string; readonly base: NoteBase }[],
  ): void {
    for (const { source: id, path, base } of notes) {
      this.#seen.add(id);
      this.#books.add({ id, book, path, base });
    }
  }

  /** The entries of another book that says the same as this one, which was never imported by itself. */
  twin(key: string, { entries }: ImportedBook): readonly KnownEntry[] | undefined {
    const [first] = entries;
    if (!first || entries.some(({ sourceId }) => this.#isKnown(sourceId))) return undefined;
    // Most books end here: nothing is like their first entry.
    if (!this.#books.same(key, [this.#baseOf(first)])) return undefined;
    return this.#books.same(
      key,
      entries.map((entry) => this.#baseOf(entry)),
    );
  }

  /** The entries, those whose numbers changed since an earlier import by the ids that they had then. */
  recognized(key: string, entries: readonly ImportedEntry[]): readonly ImportedEntry[] {
    const own = new Set(entries.map(({ sourceId }) => sourceId));
    const free = this.#known.filter(({ id, book }) => book === key && !own.has(id) && !this.#seen.has(id));
    const asked = free.length === 0 ? [] : entries.filter(({ sourceId }) => !this.#isKnown(sourceId));
    if (asked.length === 0) return entries;
    const ids = renumbered(
      asked.map((entry) => ({ id: entry.sourceId, base: this.#baseOf(entry) })),
      free,
    );
    return entries.map((entry) => ({ ...entry, sourceId: ids.get(entry.sourceId) ?? entry.sourceId }));
  }

  #isKnown(id: string): boolean {
    const { bySource, memory } = this.parts;
    return bySource.has(id) || this.#seen.has(id) || memory.source(id) !== undefined;
  }

  #baseOf(entry: ImportedEntry): NoteBase {
    return baseOf(importedNote(entry, this.parts.loreTag));
  }
}
