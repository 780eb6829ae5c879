import type { EntryId } from '../base/entry-id';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';

const DOCUMENT = 'renames';
const VERSION = 1;
/** Renames kept; the oldest are forgotten first. */
const MOST = 20_000;

/** Where renamed notes went: chat files keep the ids of the day they were written. */
export class Renames {
  readonly #to = new Map<EntryId, EntryId>();

  constructor(
    private readonly store: DocumentStore,
    private readonly log: Log,
  ) {}

  async load(): Promise<void> {
    const stored = await this.store.read(DOCUMENT);
    if (stored.kind === 'unreadable') this.log.warn(`The list of renamed notes could not be read: ${stored.reason}`);
    if (stored.kind !== 'found' || typeof stored.value !== 'object' || stored.value === null) return;
    const pairs: unknown = Reflect.get(stored.value, 'pairs');
    for (const pair of Array.isArray(pairs) ? (pairs as readonly unknown[]) : []) {
      if (Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'string')
        this.#to.set(pair[0], pair[1]);
    }
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
    const pairs = [...this.#to].slice(-MOST);
    await this.store.write(DOCUMENT, { version: VERSION, pairs }).catch((error: unknown) => {
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
