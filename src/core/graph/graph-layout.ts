import type { EntryId } from '../base/entry-id';
import { listOf } from '../base/json-value';
import { readStored, requireWritable } from '../documents/read-stored';
import { storedDocuments } from '../documents/stored-documents';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';

const DOCUMENT = storedDocuments.graph;
/** Entries whose place is kept; those placed last stay. */
const MOST = 5_000;

/** Where an entry stands, in the units of the layout. */
export interface GraphPlace {
  readonly id: EntryId;
  readonly x: number;
  readonly y: number;
}

/** Where the entries of the graph stand, so that it looks as it did when it is opened again. */
export class GraphLayout {
  readonly #places = new Map<EntryId, GraphPlace>();
  #loading: Promise<void> | undefined;
  #writing: Promise<boolean> = Promise.resolve(true);
  #readOnly: string | undefined;

  constructor(
    private readonly store: DocumentStore,
    private readonly log: Log,
  ) {}

  /** All places, with the ids that entries have today. */
  async places(currentId: (id: EntryId) => EntryId): Promise<readonly GraphPlace[]> {
    await this.#load();
    return [...this.#places.values()].map((place) => ({ ...place, id: currentId(place.id) }));
  }

  /** Keeps places beside those of other entries. Whether they could be stored. Errors: `ReadOnlyDocument`. */
  async keep(places: readonly GraphPlace[]): Promise<boolean> {
    await this.#load();
    requireWritable(this.#readOnly);
    for (const place of places) {
      this.#places.delete(place.id);
      this.#places.set(place.id, place);
    }
    for (const id of [...this.#places.keys()].slice(0, Math.max(0, this.#places.size - MOST))) this.#places.delete(id);
    return this.#write();
  }

  /** Forgets all places. Whether that could be stored. Errors: `ReadOnlyDocument`. */
  async forget(): Promise<boolean> {
    await this.#load();
    requireWritable(this.#readOnly);
    this.#places.clear();
    return this.#write();
  }

  #load(): Promise<void> {
    this.#loading ??= this.#read();
    return this.#loading;
  }

  async #read(): Promise<void> {
    const { value, readOnly } = await readStored(DOCUMENT, { store: this.store, log: this.log });
    this.#readOnly = readOnly;
    for (const [id, x, y] of listOf(value?.['places']).map(listOf))
      if (typeof id === 'string' && typeof x === 'number' && typeof y === 'number') this.#places.set(id, { id, x, y });
  }

  #write(): Promise<boolean> {
    this.#writing = this.#writing.then(async () => {
      const places = [...this.#places.values()].map(({ id, x, y }) => [id, x, y]);
      try {
        await this.store.write(DOCUMENT.name, { version: DOCUMENT.version, places });
        return true;
      } catch (error) {
        this.log.warn('The places of the graph could not be stored; they hold until the host stops.', error);
        return false;
      }
    });
    return this.#writing;
  }
}
