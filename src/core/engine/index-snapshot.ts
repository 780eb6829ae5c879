import { contentHash } from '../base/content-hash';
import { readStored } from '../documents/read-stored';
import { storedDocuments } from '../documents/stored-documents';
import type { Book } from '../lore/book';
import type { FieldDefinitions } from '../lore/field-definitions';
import type { Clock, Timer } from '../ports/clock';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import type { IndexedNote, LoreIndex } from '../search/lore-index';
import { restoreNote, storeNote, type StoredNote } from './index-codec';
import type { IndexOptions } from './index-options';
import { seal, unseal, type Unsealed } from './sealed-document';
import { shardCount, shardOf } from './snapshot-shards';

/** An index, what it was read with, and the context fields that go with it. */
export interface HeldIndex {
  readonly index: LoreIndex;
  readonly options: IndexOptions;
  readonly books: readonly Book[];
  readonly fields: FieldDefinitions;
}

/** What an earlier run left behind. */
export interface SavedIndex {
  /** Notes read as they would be read today, by path. */
  readonly notes: readonly IndexedNote[];
  /** Notes that would be read differently today: good for finding out which were renamed. */
  readonly outdated: readonly IndexedNote[];
  /** What else was known then, as far as it goes with `notes`. */
  readonly vault: Pick<HeldIndex, 'books' | 'fields'> | undefined;
}

/** What the snapshot needs from the host. */
export interface SnapshotPorts {
  readonly store: DocumentStore;
  readonly timer: Timer;
  readonly clock: Clock;
  readonly log: Log;
  /** Version of the program: readings of another one are not used. */
  readonly version: string;
}

interface Header {
  readonly vault: string;
  readonly shards: number;
  readonly fields: FieldDefinitions;
  readonly books: readonly Book[];
}

interface Shard {
  /** Of how many it is one. */
  readonly shards: number;
  readonly notes: readonly StoredNote[];
}

const NOTHING: SavedIndex = { notes: [], outdated: [], vault: undefined };

const DOCUMENT = storedDocuments.index;
const HEADER = DOCUMENT.name;
/** Changes wait so long for others to be written with, in milliseconds. */
const WRITE_AFTER = 30_000;

/**
 * The index as documents of the data folder: a header and parts, each holding some of the notes, so that a saved note
 * costs the writing of one part. A part that is missing or damaged only means that its notes are read again.
 */
export class IndexSnapshot {
  /** Parts on the disk; 0 when there are none that can be used. */
  #shards = 0;
  /** What the header on the disk says, with its fingerprint. */
  #header = '';
  readonly #stale = new Set<number>();
  #cancel: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly ports: SnapshotPorts) {}

  /** What was stored for this vault; nothing when that cannot be used. */
  async load(options: IndexOptions): Promise<SavedIndex> {
    const header = await this.#read(HEADER);
    const saved = header?.value as Header | undefined;
    if (!header || saved?.vault !== options.parse.vaultId) return NOTHING;
    const today = this.#reading(options, saved.books);
    this.#shards = saved.shards;
    this.#header = header.reading + JSON.stringify(saved);
    const notes: IndexedNote[] = [];
    const outdated: IndexedNote[] = [];
    for (let shard = 0; shard < saved.shards; shard++) {
      const part = await this.#readShard(shard);
      const into = part?.reading === today ? notes : outdated;
      for (const note of part?.notes ?? []) into.push(restoreNote(note, options.parse));
    }
    notes.sort((a, b) => (a.path < b.path ? -1 : 1));
    return { notes, outdated, vault: header.reading === today ? saved : undefined };
  }

  /** Notes changed, came or went: they are written after a while, all that `held` answers then. */
  changed(paths: Iterable<string>, held: () => HeldIndex): void {
    if (this.#shards > 0) for (const path of paths) this.#stale.add(shardOf(path, this.#shards));
    this.#cancel ??= this.ports.timer.after(WRITE_AFTER, () => void this.write(held));
  }

  /** Writes what is not written yet; resolves when that is done. Never rejects. */
  write(held: () => HeldIndex): Promise<void> {
    if (this.#cancel === undefined) return this.#writing;
    this.#cancel();
    this.#cancel = undefined;
    this.#writing = this.#writing.then(async () => {
      try {
        await this.#write(held());
      } catch (error) {
        this.ports.log.warn('The index could not be stored; the next start reads the vault again.', error);
      }
    });
    return this.#writing;
  }

  async #write({ index, options, books, fields }: HeldIndex): Promise<void> {
    const reading = this.#reading(options, books);
    const shards = shardCount(index.notes.size, this.#shards);
    if (shards !== this.#shards)
      for (let shard = 0; shard < Math.max(shards, this.#shards); shard++) this.#stale.add(shard);
    this.#shards = shards;
    const header: Header = { vault: options.parse.vaultId, shards, fields, books };
    const known = reading + JSON.stringify(header);
    if (known !== this.#header) await this.#store(HEADER, reading, header);
    this.#header = known;
    const now = this.ports.clock.now();
    for (const [shard, notes] of this.#staleNotes(index)) {
      await this.#store(nameOf(shard), reading, { shards, notes: notes.map((note) => storeNote(note, now)) });
      this.#stale.delete(shard);
    }
  }

  async #store(name: string, reading: string, value: Header | Shard): Promise<void> {
    await this.ports.store.write(name, { version: DOCUMENT.version, ...seal(reading, value) });
  }

  /** The notes of each stale part; those parts that are none any more become empty. */
  #staleNotes(index: LoreIndex): ReadonlyMap<number, readonly IndexedNote[]> {
    const parts = new Map([...this.#stale].map((shard): [number, IndexedNote[]] => [shard, []]));
    if (parts.size > 0)
      for (const note of index.notes.values()) parts.get(shardOf(note.path, this.#shards))?.push(note);
    return parts;
  }

  async #readShard(shard: number): Promise<(Shard & Unsealed) | undefined> {
    const read = await this.#read(nameOf(shard));
    const value = read?.value as Shard | undefined;
    if (read && value?.shards === this.#shards) return { ...read, ...value };
    this.#stale.add(shard);
    return undefined;
  }

  async #read(name: string): Promise<Unsealed | undefined> {
    const stored = await readStored(DOCUMENT, this.ports, name);
    if (stored.value === undefined) return undefined;
    const read = unseal(stored.value);
    if (!('refusal' in read)) return read;
    this.ports.log.warn(
      `Notes are read again, since what the last run stored cannot be used (${name}): ${read.refusal}`,
    );
    return undefined;
  }

  #reading({ parse, fieldDefinitions, bookDefinitions }: IndexOptions, books: readonly Book[]): string {
    return contentHash(JSON.stringify([this.ports.version, parse, fieldDefinitions, bookDefinitions, books]));
  }
}

function nameOf(shard: number): string {
  return `${HEADER}-${String(shard)}`;
}
