import { contentHash } from '../base/content-hash';
import type { ImportedEntry } from '../formats/lorebook-format';
import { foldFileName } from '../formats/note-file-name';
import type { LoreEntry } from '../lore/lore-entry';
import { SOURCE_PROPERTY, sourceOf } from '../lore/source-property';
import type { NoteSource } from '../ports/note-source';
import { planSettings } from './book-settings';
import { bookKey, type ImportMemory } from './import-memory';
import type { ImportPlan, MissingEntry, PlannedBook, PlannedFile, PlannedNote } from './import-plan';
import { hiddenTextRemarks } from './hidden-text';
import { importedNote } from './imported-note';
import type { KnownEntry } from './known-entries';
import { baseOf, mergeNote } from './merge-note';
import { noteValues } from './note-values';
import type { FileReading, FoundBook } from './read-import-file';
import { BookRecognition } from './recognize-book';
import { SimilarEntries } from './similar-entries';
import { VaultPaths } from './vault-paths';

/** What planning looks at. */
export interface PlanParts {
  readonly source: NoteSource;
  readonly memory: ImportMemory;
  /** The entries of the vault. */
  readonly entries: readonly LoreEntry[];
  /** The paths of all its notes. */
  readonly paths: readonly string[];
  /** The folder below which the folders of books are made. */
  readonly folder: readonly string[];
  /** The folder for new notes, where it is known already. */
  readonly home?: readonly string[];
  readonly loreTag: string;
  /** Path of the note of books; '' for none. */
  readonly bookDefinitions: string;
  readonly duplicates: 'write' | 'skip';
  /** Gives the host its turn now and then. */
  readonly pause: () => Promise<void>;
}

/** Notes read at the same time. */
const BATCH = 64;

/** Works out what an import would do; writes nothing. */
export async function planImport(readings: readonly FileReading[], parts: PlanParts): Promise<ImportPlan> {
  const planner = new ImportPlanner(parts);
  const files: PlannedFile[] = [];
  for (const reading of readings) {
    const books: PlannedBook[] = [];
    for (const found of reading.books) books.push(await planner.book(found));
    files.push({ ...reading, books });
  }
  const { bookDefinitions } = parts;
  const note = bookDefinitions === '' ? { kind: 'binary' as const } : await parts.source.read(bookDefinitions);
  const books = files.flatMap((file) => file.books).filter(({ notes }) => notes.length > 0);
  return { files, settings: planSettings(books, bookDefinitions, note) };
}

/** Stands for the text of a note that cannot be read; no text of a note that belongs to an entry is empty. */
const UNREADABLE = '';

/** What is known of an entry's note before it is read. */
interface Candidate {
  readonly entry: ImportedEntry;
  readonly id: string;
  readonly incoming: string;
  readonly path: string | undefined;
  /** The note, where it must be looked at. */
  readonly current: string | undefined;
}

class ImportPlanner {
  readonly #notes: VaultPaths;
  readonly #similar: SimilarEntries;
  readonly #bySource = new Map<string, LoreEntry>();
  /** Folders of books by their keys. */
  readonly #homes = new Map<string, readonly string[]>();
  readonly #books: BookRecognition;
  /** Texts and paths of this import by id. */
  readonly #seen = new Map<string, { readonly incoming: string; path: string }>();

  constructor(private readonly parts: PlanParts) {
    this.#notes = new VaultPaths(parts.paths);
    this.#similar = new SimilarEntries(parts.entries.filter((entry) => sourceOf(entry) === undefined));
    for (const entry of parts.entries) this.#addSource(entry);
    const { memory, loreTag } = parts;
    const hasNote = (path: string): boolean => this.#notes.has(path);
    this.#books = new BookRecognition({ memory, loreTag, bySource: this.#bySource, hasNote });
  }

  async book({ format, book: found }: FoundBook): Promise<PlannedBook> {
    const key = bookKey(format, found.name);
    const twin = this.parts.home ? undefined : this.#books.twin(key, found);
    if (twin) return this.#presentBook({ format, book: found }, twin);
    const book = { ...found, entries: this.#books.recognized(key, found.entries) };
    const home = this.#home(key, book);
    const notes: PlannedNote[] = [];
    for (let at = 0; at < book.entries.length; at += BATCH) {
      const batch = book.entries.slice(at, at + BATCH);
      const candidates = await Promise.all(batch.map((entry) => this.#candidate(entry)));
      for (const candidate of candidates) notes.push(await this.#note(candidate, home));
      await this.parts.pause();
    }
    this.#books.add(key, notes);
    const { name, settings, remarks } = book;
    const folder = this.#notes.folder(home);
    return { format, name, folder, settings, remarks, notes, missing: this.#missing(key) };
  }

  /** A book of which every entry is there already: nothing is written. */
  #presentBook({ format, book }: FoundBook, twin: readonly KnownEntry[]): PlannedBook {
    const { name, settings, remarks, entries } = book;
    const notes = entries.map((entry, index): PlannedNote => {
      const { path = '', book: other = '', base = {} } = twin[index] ?? {};
      const kept = `It is in the vault already, as an entry of the book “${other.slice(other.indexOf(':') + 1)}”.`;
      return { ...noteOf(entry, entry.sourceId, path), action: 'unchanged', duplicateOf: path, kept, base };
    });
    const folder = twin[0]?.path.split('/').slice(0, -1).join('/') ?? '';
    return { format, name, folder, settings, remarks, notes, missing: [] };
  }

  /** The folder of a book: the one that an earlier import gave it, else one of its own beside what has its name by chance. */
  #home(key: string, { name, entries }: FoundBook['book']): readonly string[] {
    const known = this.parts.home ?? this.#homes.get(key);
    if (known) return known;
    const below = this.parts.folder.length;
    const earlier = entries.flatMap(({ sourceId }) => {
      const path = this.#bySource.get(sourceId)?.path ?? this.parts.memory.source(sourceId)?.path;
      const parts = path?.split('/').slice(0, -1) ?? [];
      const isBelow =
        parts.length > below &&
        this.parts.folder.every((part, at) => foldFileName(part) === foldFileName(parts[at] ?? ''));
      return isBelow ? [parts.slice(0, below + 1)] : [];
    });
    const home = earlier[0] ?? this.#notes.freeFolder(this.parts.folder, name);
    this.#homes.set(key, home);
    return home;
  }

  /** The user may have made a copy of a note: the one that was imported counts. */
  #addSource(entry: LoreEntry): void {
    const id = sourceOf(entry);
    if (id === undefined) return;
    const isKnown = this.parts.memory.source(id)?.path === entry.path;
    if (isKnown || !this.#bySource.has(id)) this.#bySource.set(id, entry);
  }

  async #candidate(entry: ImportedEntry): Promise<Candidate> {
    const { sourceId } = entry;
    const incoming = importedNote(entry, this.parts.loreTag);
    const indexed = this.#bySource.get(sourceId);
    if (indexed && indexed.contentHash === contentHash(incoming))
      return { entry, id: sourceId, incoming, path: indexed.path, current: incoming };
    const path = indexed?.path ?? this.parts.memory.source(sourceId)?.path;
    const current = path === undefined || !this.#notes.has(path) ? undefined : await this.#read(path, sourceId);
    return { entry, id: sourceId, incoming, path: current === undefined ? undefined : path, current };
  }

  /** The note of an entry; undefined for one that is gone or belongs to something else. */
  async #read(path: string, id: string): Promise<string | undefined> {
    const note = await this.parts.source.read(path);
    if (note.kind !== 'text') return note.kind === 'missing' ? undefined : UNREADABLE;
    const values = noteValues(note.text);
    return !values || values.properties.get(SOURCE_PROPERTY) === JSON.stringify(id) ? note.text : undefined;
  }

  async #note(candidate: Candidate, home: readonly string[]): Promise<PlannedNote> {
    const twin = this.#seen.get(candidate.id);
    if (twin?.incoming === candidate.incoming) return this.#again(candidate, twin.path);
    // Another version of an entry of this import: one of the two must not be lost to the other.
    const own = twin ? await this.#version(candidate) : candidate;
    const note =
      own.path !== undefined && own.current !== undefined
        ? this.#old(own, own.path, own.current)
        : this.#new(own, home);
    this.#seen.set(own.id, { incoming: candidate.incoming, path: note.path });
    return note;
  }

  #again({ entry, id, incoming }: Candidate, path: string): PlannedNote {
    const note = noteOf(entry, id, path);
    return { ...note, action: 'duplicate', duplicateOf: path, base: baseOf(incoming) };
  }

  #version({ entry, id }: Candidate): Promise<Candidate> {
    let number = 2;
    while (this.#seen.has(`${id}~${String(number)}`)) number += 1;
    return this.#candidate({ ...entry, sourceId: `${id}~${String(number)}` });
  }

  #old({ entry, id, incoming }: Candidate, path: string, current: string): PlannedNote {
    const note = noteOf(entry, id, path);
    if (current === UNREADABLE) return { ...note, action: 'unchanged', kept: 'The note cannot be read.', base: {} };
    if (current === incoming) return { ...note, action: 'unchanged', base: baseOf(incoming) };
    const merge = mergeNote(current, incoming, this.parts.memory.source(id)?.base);
    const { text, changes, conflicts, base, kept } = merge;
    const isOther = text !== current;
    return {
      ...note,
      action: conflicts.length > 0 ? 'conflict' : isOther ? 'update' : 'unchanged',
      ...(isOther && { current, text }),
      changes: changes.map((name) => (name === ':body' ? 'body' : name)),
      conflicts,
      base,
      ...(kept !== undefined && { kept }),
    };
  }

  #new({ entry, id, incoming }: Candidate, home: readonly string[]): PlannedNote {
    const duplicateOf = this.#similar.find(entry);
    const isSkipped = duplicateOf !== undefined && this.parts.duplicates === 'skip';
    const folder = this.#notes.folder([...home, ...entry.folder]);
    const path = isSkipped ? duplicateOf : this.#notes.take(folder, entry.title);
    return {
      ...noteOf(entry, id, path),
      action: duplicateOf === undefined ? 'create' : 'duplicate',
      ...(!isSkipped && { text: incoming }),
      ...(duplicateOf !== undefined && { duplicateOf }),
      base: baseOf(incoming),
    };
  }

  #missing(book: string): readonly MissingEntry[] {
    const missing: MissingEntry[] = [];
    for (const [source, known] of this.parts.memory.sources) {
      if (known.book !== book || this.#seen.has(source)) continue;
      const path = this.#bySource.get(source)?.path ?? known.path;
      if (this.#notes.has(path)) missing.push({ source, path });
    }
    return missing;
  }
}

function noteOf(entry: ImportedEntry, source: string, path: string): Omit<PlannedNote, 'action' | 'base'> {
  const remarks = [...entry.remarks, ...hiddenTextRemarks(entry.body)];
  return { source, title: entry.title, path, changes: [], conflicts: [], remarks };
}
