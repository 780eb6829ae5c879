import type { EntryId } from '../base/entry-id';
import { listOf } from '../base/json-value';
import { readStored } from '../documents/read-stored';
import { storedDocuments } from '../documents/stored-documents';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';

const DOCUMENT = storedDocuments.renames;
/** Renames kept; the oldest are forgotten first. */
const MOST = 20_000;

/** Where renamed notes went: chat files keep the ids of the day they were written. */
export class Renames {
  readonly #to = new Map<EntryId, EntryId>();
  #isReadOnly = false;

  constructor(
    private readonly store: DocumentStore,
    private readonly log: Log,
  ) {}

  async load(): Promise<void> {
    const { value, readOnly } = await readStored(DOCUMENT, { store: this.store, log: this.log });
    this.#isReadOnly = readOnly !== undefined;
    for (const [from, to] of listOf(value?.['pairs']).map(listOf))
      if (typeof from === 'string' && typeof to === 'string') this.#to.set(from, to);
  }

  /** Notes that entries moved, and keeps it. */
  async add(moves: readonly (readonly [EntryId, EntryId])[]): Promise<void> {
    if (moves.length === 0) return;
    for (const [from, to] of moves) {
      // A note that comes back to an old name is itself again.
      this.#to.delete(to);
      this.#to.delete(from);
      this.#to.set(from, to);
    }
    if (this.#isReadOnly) return;
    const pairs = [...this.#to].slice(-MOST);
    await this.store.write(DOCUMENT.name, { version: DOCUMENT.version, pairs }).catch((error: unknown) => {
      this.log.warn('The list of renamed notes could not be written.', error);
    });
  }

  /** The id that an entry has today. */
  current(id: EntryId): EntryId {
    let now = id;
    for (let steps = 0; steps < 100; steps++) {
      const next = this.#to.get(now);
      if (next === undefined) return now;
      now = next;
    }
    return now;
  }
}
