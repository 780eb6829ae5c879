import type { LoreEntry } from '../lore/lore-entry';
import { sourceOf } from '../lore/source-property';
import type { Clock } from '../ports/clock';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import type { NoteSource } from '../ports/note-source';
import type { NoteWriter } from '../ports/note-writer';
import type { RandomSource } from '../ports/random';
import { applyImport } from './apply-import';
import { ImportMemory, type ImportRun } from './import-memory';
import type { ImportFile, ImportOptions, ImportPlan } from './import-plan';
import type { ImportReport, UndoReport } from './import-report';
import { planImport } from './plan-import';
import { readImportFile, type DetectFormat, type FileReading } from './read-import-file';
import { readUndoRecord } from './undo-record';
import { runJournal } from './run-journal';
import { undoImport } from './undo-import';
import { folderParts } from './vault-paths';

/** What imports are made with. */
export interface ImportParts {
  readonly source: NoteSource;
  readonly writer: NoteWriter;
  readonly store: DocumentStore;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly log: Log;
  /** The entries of the vault, as far as they are known. */
  readonly entries: () => Iterable<LoreEntry>;
  /** Settings as they are now. */
  readonly settings: () => ImportSettings;
  /** Gives the host its turn now and then. */
  readonly pause: () => Promise<void>;
  /** Another way of telling formats, in tests. */
  readonly detect?: DetectFormat;
}

/** The settings on which imports depend. */
export interface ImportSettings {
  readonly loreTag: string;
  readonly importFolder: string;
  readonly bookDefinitions: string;
}

/** Why something was not begun; a sentence for the user. Nothing was written. */
export interface ImportRefusal {
  readonly kind: 'refused';
  readonly sentence: string;
}

/** How an import is watched and ended. */
export interface ApplyOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

const ID_BYTES = 8;
/** Said of a folder in which nothing can be made. */
export const WRONG_FOLDER = 'The folder must be one of the vault: without "..", without ":" and not hidden.';

/** Brings lorebooks of other programs into the vault, again and again, and takes them back. One thing at a time. */
export class LoreImports {
  readonly #memory: ImportMemory;
  #work: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: ImportParts) {
    this.#memory = new ImportMemory(parts.store, parts.log);
  }

  /** What an import of these files would do. A file that cannot be read is told in the plan. */
  plan(
    files: readonly ImportFile[],
    options: ImportOptions,
  ): Promise<{ kind: 'plan'; plan: ImportPlan } | ImportRefusal> {
    return this.#queue(() => this.#plan(files, options));
  }

  /** Carries out a plan. What was changed in the vault since it was made is never overwritten. */
  apply(plan: ImportPlan, options: ApplyOptions): Promise<{ kind: 'report'; report: ImportReport } | ImportRefusal> {
    return this.#queue(async () => {
      const { clock, random, log, store } = this.parts;
      await this.#memory.load();
      try {
        const id = random.token(ID_BYTES);
        const files = plan.files.map(({ name }) => name);
        const journal = runJournal({ id, at: clock.now(), files }, this.#memory, store);
        const about = { ...this.parts, ...options, memory: this.#memory };
        const report = await applyImport(plan, { ...about, id, journal });
        return { kind: 'report', report };
      } catch (error) {
        log.warn('An import could not be begun.', error);
        const sentence = 'Nothing was imported, because the data folder cannot be written: no undo could be kept.';
        return { kind: 'refused', sentence };
      }
    });
  }

  /** Takes back an import; undefined for one that is not known, was undone or is too old. */
  undo(id: string): Promise<UndoReport | undefined> {
    return this.#queue(async () => {
      await this.#memory.load();
      const run = this.#memory.runs.find((one) => one.id === id && one.state !== 'undone');
      const record = run && (await readUndoRecord(this.parts, run.slot, id));
      if (!run || !record) return undefined;
      const paths = this.#pathsBySource();
      const pathOf = (source: string): string | undefined => paths.get(source);
      const report = await undoImport(record, { ...this.parts, memory: this.#memory, pathOf });
      this.#memory.note({ ...run, state: 'undone' });
      await this.#memory.save().catch((error: unknown) => {
        this.parts.log.warn('That an import was undone could not be kept.', error);
      });
      return report;
    });
  }

  /** Other work with what imports remember: nothing else is imported meanwhile. */
  exclusively<Result>(work: (memory: ImportMemory) => Promise<Result>): Promise<Result> {
    return this.#queue(async () => {
      await this.#memory.load();
      return work(this.#memory);
    });
  }

  /** What imports remember, to be looked at. */
  async remembered(): Promise<ImportMemory> {
    await this.#memory.load();
    return this.#memory;
  }

  /** The imports that were made, newest first. */
  async list(): Promise<readonly ImportRun[]> {
    await this.#memory.load();
    return this.#memory.runs;
  }

  async #plan(
    files: readonly ImportFile[],
    options: ImportOptions,
  ): Promise<{ kind: 'plan'; plan: ImportPlan } | ImportRefusal> {
    const { source, entries, pause } = this.parts;
    const { importFolder, ...settings } = this.parts.settings();
    const folder = folderParts(options.folder ?? importFolder);
    if (!folder) return { kind: 'refused', sentence: WRONG_FOLDER };
    await this.#memory.load();
    const listing = await source.list();
    if (listing.kind === 'unreachable') return { kind: 'refused', sentence: listing.reason };
    const paths = listing.notes.map(({ path }) => path);
    const readings = await this.#read(files);
    const { duplicates = 'write' } = options;
    const about = { source, memory: this.#memory, entries: [...entries()], paths, folder, duplicates, pause };
    return { kind: 'plan', plan: await planImport(readings, { ...about, ...settings }) };
  }

  async #read(files: readonly ImportFile[]): Promise<readonly FileReading[]> {
    const readings: FileReading[] = [];
    for (const file of files) {
      readings.push(readImportFile(file, this.parts.detect));
      await this.parts.pause();
    }
    return readings;
  }

  #pathsBySource(): ReadonlyMap<string, string> {
    const paths = new Map<string, string>();
    for (const entry of this.parts.entries()) {
      const id = sourceOf(entry);
      if (id !== undefined) paths.set(id, entry.path);
    }
    return paths;
  }

  #queue<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#work.then(work);
    this.#work = result.catch(() => undefined);
    return result;
  }
}
