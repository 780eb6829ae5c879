import { entryProblem, type EntryProblem } from '../lore/entry-problem';
import type { NoteReading } from '../lore/lore-entry';
import { parseNote } from '../lore/parse-note';
import type { ParseOptions } from '../lore/parse-options';
import type { Log } from '../ports/log';
import type { NoteChange, NoteSource, NoteStat, NoteText, Stop } from '../ports/note-source';
import { defaultFields, type FieldDefinitions } from '../lore/field-definitions';
import type { EntryId } from '../base/entry-id';
import { movedEntries } from './moved-entries';
import { readFields } from './read-fields';
import type { KeyDefaults } from '../search/key-table';
import { LoreIndex, type IndexChange } from '../search/lore-index';
import type { IndexState } from './lore-engine';

/** How notes are read and keys compared: from the settings. */
export interface IndexOptions {
  readonly parse: ParseOptions;
  readonly keys: KeyDefaults;
  /** Path of the file that defines the context fields. */
  readonly fieldDefinitions: string;
}

/** Who wants to know what the indexer sees. */
export interface IndexListener {
  /** Index or state changed. */
  changed(): void;
  /** Entries moved: old id, new id. */
  moved(moves: readonly (readonly [EntryId, EntryId])[]): Promise<void>;
}

/** Notes read at the same time, and parsed before the host gets its turn again. */
const BATCH = 64;

/** Keeps an index in step with a note source. What cannot be read keeps its last good state: errors are never deletions. */
export class VaultIndexer {
  #index: LoreIndex;
  #state: IndexState = { kind: 'indexing', done: 0, total: 0 };
  #stop: Stop | undefined;
  #work: Promise<void> = Promise.resolve();
  #isClosed = false;
  #fields: FieldDefinitions = { fields: defaultFields, problems: [] };

  constructor(
    private readonly source: NoteSource,
    private readonly log: Log,
    private options: IndexOptions,
    private readonly listener: IndexListener,
  ) {
    this.#index = LoreIndex.empty(options.keys);
  }

  /** The context fields, and what of their file was not understood. */
  get fields(): FieldDefinitions {
    return this.#fields;
  }

  /** The newest snapshot. */
  get index(): LoreIndex {
    return this.#index;
  }

  get state(): IndexState {
    return this.#state;
  }

  /** Watches, then reads everything. Changes that arrive meanwhile wait their turn. */
  async open(): Promise<void> {
    const read = this.#queue(() => this.#readAll(LoreIndex.empty(this.options.keys)));
    this.#stop = this.source.watch((changes) => void this.#queue(() => this.#applyChanges(changes)));
    await read;
  }

  /** Reads everything again. Until that is done the last good index stays. */
  async refresh(options: IndexOptions = this.options): Promise<void> {
    await this.#queue(async () => {
      this.options = options;
      await this.#readAll(LoreIndex.empty(options.keys));
    });
  }

  /** Stops watching and waits for the work under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stop?.();
    await this.#work;
  }

  /** One piece of work after the other, so that every snapshot follows from the one before. */
  #queue(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(async () => {
      if (this.#isClosed) return;
      try {
        await work();
      } catch (error) {
        this.log.warn('The index could not be brought up to date; the last good one is used.', error);
      }
    });
    return this.#work;
  }

  async #readAll(start: LoreIndex): Promise<void> {
    this.#setState({ kind: 'indexing', done: 0, total: 0 });
    const listing = await this.source.list();
    if (listing.kind === 'unreachable') {
      this.#setState({ kind: 'unreachable', reason: listing.reason });
      return;
    }
    for (const folder of listing.unreadable)
      this.log.warn(`A folder could not be read: ${folder.path} (${folder.reason})`);
    // Applied batch by batch, so that building never holds the host up for long; seen only when it is whole.
    let next = start.apply(this.#keptBelow(listing.unreadable.map((folder) => folder.path)));
    for (let at = 0; at < listing.notes.length && !this.#isClosed; at += BATCH) {
      next = next.apply(await this.#readNotes(listing.notes.slice(at, at + BATCH).map((note) => note.path)));
      this.#setState({
        kind: 'indexing',
        done: Math.min(at + BATCH, listing.notes.length),
        total: listing.notes.length,
      });
    }
    this.#fields = await readFields(this.source, this.options.fieldDefinitions);
    this.#index = next;
    this.#setState({ kind: 'ready' });
  }

  async #applyChanges(changes: readonly NoteChange[]): Promise<void> {
    const removed = new Set<string>();
    const changed = new Set<string>();
    for (const change of changes) {
      const gone = change.kind === 'renamed' ? change.from : change.kind === 'removed' ? change.path : undefined;
      const come = change.kind === 'renamed' ? change.to : change.kind === 'changed' ? change.path : undefined;
      if (gone !== undefined) {
        removed.add(gone);
        changed.delete(gone);
      }
      if (come !== undefined) {
        changed.add(come);
        removed.delete(come);
      }
    }
    const read = await this.#readNotes([...changed]);
    const renamed = changes.flatMap((change) => (change.kind === 'renamed' ? [[change.from, change.to] as const] : []));
    await this.listener.moved(movedEntries(this.#index, renamed, removed, read));
    this.#fields = await readFields(this.source, this.options.fieldDefinitions);
    this.#index = this.#index.apply([...[...removed].map((path): IndexChange => ({ kind: 'removed', path })), ...read]);
    // A vault that reports changes can be reached again: what happened meanwhile needs a full look.
    if (this.#state.kind === 'unreachable') await this.#readAll(LoreIndex.empty(this.options.keys));
    this.listener.changed();
  }

  /** The known notes below folders that could not be listed. */
  #keptBelow(folders: readonly string[]): IndexChange[] {
    if (folders.length === 0) return [];
    return [...this.#index.notes.values()]
      .filter((note) => folders.some((folder) => note.path.startsWith(`${folder}/`)))
      .map((note): IndexChange => ({ kind: 'read', note }));
  }

  async #readNotes(paths: readonly string[]): Promise<readonly IndexChange[]> {
    const changes: IndexChange[] = [];
    for (let at = 0; at < paths.length; at += BATCH) {
      const batch = paths.slice(at, at + BATCH);
      const texts = await Promise.all(batch.map((path) => this.source.read(path)));
      batch.forEach((path, index) => {
        const text = texts[index];
        if (text) changes.push(this.#indexChange(path, text));
      });
    }
    return changes;
  }

  #indexChange(path: string, read: NoteText): IndexChange {
    const note = (reading: NoteReading, stat: Omit<NoteStat, 'path'> = { size: 0, modified: 0 }): IndexChange => ({
      kind: 'read',
      note: { path, size: stat.size, modified: stat.modified, reading },
    });
    switch (read.kind) {
      case 'missing':
        return { kind: 'removed', path };
      case 'text':
        return note(this.#parse(path, read.text), read.stat);
      case 'binary':
        return note({ kind: 'quarantined', problems: [entryProblem('note-binary', { path, line: 1 })] });
      case 'too-large':
        return note({
          kind: 'quarantined',
          problems: [entryProblem('note-too-large', { path, line: 1 }, inMegabytes(read.size))],
        });
      case 'unreadable':
        return note(this.#lastGood(path, read.reason));
    }
  }

  #parse(path: string, text: string): NoteReading {
    try {
      return parseNote(path, text, this.options.parse);
    } catch (error) {
      this.log.warn(`The note ${path} could not be understood.`, error);
      return {
        kind: 'quarantined',
        problems: [entryProblem('note-unreadable', { path, line: 1 }, 'the reader failed on it')],
      };
    }
  }

  #lastGood(path: string, reason: string): NoteReading {
    const known = this.#index.notes.get(path)?.reading;
    if (known?.kind !== 'entry')
      return { kind: 'quarantined', problems: [entryProblem('note-unreadable', { path, line: 1 }, reason)] };
    const isFresh = (problem: EntryProblem): boolean => problem.code !== 'note-stale';
    const problems = [...known.entry.problems.filter(isFresh), entryProblem('note-stale', { path, line: 1 }, reason)];
    return { kind: 'entry', entry: { ...known.entry, problems } };
  }

  #setState(state: IndexState): void {
    this.#state = state;
    this.listener.changed();
  }
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
