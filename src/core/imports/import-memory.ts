import { readStored, requireWritable } from '../documents/read-stored';
import { storedDocuments } from '../documents/stored-documents';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import type { NoteBase } from './merge-note';

/** What is remembered of an entry that was imported. */
export interface KnownSource {
  /** The note's path when it was last imported. */
  readonly path: string;
  /** The book it came in: format and name. */
  readonly book: string;
  readonly base: NoteBase;
}

/** An import that was made. */
export interface ImportRun {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Names of the files. */
  readonly files: readonly string[];
  readonly created: number;
  readonly updated: number;
  /** Whether it can still be undone, was, or came to its end at all. */
  readonly state: 'under-way' | 'done' | 'undone';
  /** The number of the document that holds what is needed to undo it. */
  readonly slot: number;
}

const DOCUMENT = storedDocuments.imports;
/** Imports that can be undone; older ones are forgotten. */
const MOST_RUNS = 20;
/** Entries remembered; those imported longest ago are forgotten first. */
const MOST_SOURCES = 100_000;

/** The key under which the entries of a book are remembered. */
export function bookKey(format: string, name: string): string {
  return `${format}:${name}`;
}

/** What earlier imports left behind. */
export class ImportMemory {
  readonly #sources = new Map<string, KnownSource>();
  #runs: readonly ImportRun[] = [];
  #loading: Promise<void> | undefined;
  #readOnly: string | undefined;

  constructor(
    private readonly store: DocumentStore,
    private readonly log: Log,
  ) {}

  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<void> {
    const { value, readOnly } = await readStored(DOCUMENT, { store: this.store, log: this.log });
    this.#readOnly = readOnly;
    for (const [id, known] of pairs(value?.['sources'])) {
      const source = readSource(known);
      if (source) this.#sources.set(id, source);
    }
    const runs = value?.['runs'];
    this.#runs = Array.isArray(runs) ? runs.filter(isRun) : [];
  }

  source(id: string): KnownSource | undefined {
    return this.#sources.get(id);
  }

  get sources(): ReadonlyMap<string, KnownSource> {
    return this.#sources;
  }

  /** Remembers an entry, or forgets it. */
  remember(id: string, source: KnownSource | undefined): void {
    this.#sources.delete(id);
    if (source) this.#sources.set(id, source);
  }

  /** Newest first. */
  get runs(): readonly ImportRun[] {
    return this.#runs;
  }

  /** A document number that no run needs any more. */
  freeSlot(): number {
    const used = new Set(this.#runs.slice(0, MOST_RUNS - 1).map(({ slot }) => slot));
    let slot = 0;
    while (used.has(slot)) slot += 1;
    return slot;
  }

  /** Puts a run first, or in the place of its earlier state. */
  note(run: ImportRun): void {
    const isKnown = this.#runs.some(({ id }) => id === run.id);
    this.#runs = isKnown
      ? this.#runs.map((one) => (one.id === run.id ? run : one))
      : [run, ...this.#runs].slice(0, MOST_RUNS);
  }

  /** Forgets a run that came to nothing. */
  drop(id: string): void {
    this.#runs = this.#runs.filter((run) => run.id !== id);
  }

  /** Rejects when the platform refuses. Errors: `ReadOnlyDocument`. */
  async save(): Promise<void> {
    requireWritable(this.#readOnly);
    const sources = Object.fromEntries([...this.#sources].slice(-MOST_SOURCES));
    await this.store.write(DOCUMENT.name, { version: DOCUMENT.version, sources, runs: this.#runs });
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function pairs(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function readSource(value: unknown): KnownSource | undefined {
  const [path, book, base] = [field(value, 'path'), field(value, 'book'), field(value, 'base')];
  if (typeof path !== 'string' || typeof book !== 'string') return undefined;
  const hashes = pairs(base).filter((pair): pair is readonly [string, string] => typeof pair[1] === 'string');
  return { path, book, base: Object.fromEntries(hashes) };
}

function isRun(value: unknown): value is ImportRun {
  const has = (name: string, type: string): boolean => typeof field(value, name) === type;
  const files = field(value, 'files');
  return (
    has('id', 'string') &&
    Array.isArray(files) &&
    files.every((file) => typeof file === 'string') &&
    ['at', 'created', 'updated', 'slot'].every((name) => has(name, 'number')) &&
    ['under-way', 'done', 'undone'].includes(String(field(value, 'state')))
  );
}
