import { isRecord, listOf } from '../../base/json-value';
import type { Timer } from '../../ports/clock';
import type { DocumentStore } from '../../ports/document-store';
import type { Log } from '../../ports/log';
import { readSession } from './read-session';
import type { LibrarianSession } from './session';

/** The version of the stored form that this program writes. */
const VERSION = 1;
/** The document that says which conversation stands in which of the others. */
const INDEX = 'librarian';
/** Conversations that are kept; those unchanged for longest are forgotten first. */
export const MOST_SESSIONS = 100;
/** Changes that come within this time are stored together. In milliseconds. */
const WRITE_DELAY_MS = 2_000;

/** What keeping conversations needs of the host. */
export interface SessionDocumentPorts {
  readonly store: DocumentStore;
  readonly timer: Timer;
  readonly log: Log;
}

/** Conversations as documents, one each, in as many documents as there may be: a forgotten one makes room for the next. */
export class SessionDocuments {
  readonly #places = new Map<string, number>();
  readonly #waiting = new Map<string, LibrarianSession | undefined>();
  #cancel: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();
  /** A newer program wrote them: they are read and not written over. */
  #isNewer = false;

  constructor(private readonly ports: SessionDocumentPorts) {}

  /** All conversations of earlier runs. Called once. */
  async load(): Promise<readonly LibrarianSession[]> {
    const stored = await this.ports.store.read(INDEX);
    if (stored.kind === 'unreadable')
      this.ports.log.warn(`The list of Librarian conversations could not be read: ${stored.reason}`);
    const index = stored.kind === 'found' && isRecord(stored.value) ? stored.value : {};
    this.#isNewer = typeof index['version'] === 'number' && index['version'] > VERSION;
    if (this.#isNewer)
      this.ports.log.warn('A newer version kept the Librarian conversations; they are shown and not changed.');
    const places = placesIn(index['sessions']);
    // Without its list each document still says whose it is.
    const known = stored.kind === 'unreadable' ? Array.from({ length: MOST_SESSIONS }, (_, place) => place) : places;
    const sessions: LibrarianSession[] = [];
    for (const place of known) {
      const session = await this.#read(place);
      if (session === undefined || this.#places.has(session.id)) continue;
      this.#places.set(session.id, place);
      sessions.push(session);
    }
    return sessions;
  }

  /** Stores a conversation after a while. */
  keep(session: LibrarianSession): void {
    this.#later(session.id, session);
  }

  /** Forgets a conversation. */
  forget(id: string): void {
    this.#later(id, undefined);
  }

  /** Stores what is not stored yet; resolves when that is done. Never rejects. */
  flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  #later(id: string, session: LibrarianSession | undefined): void {
    if (this.#isNewer) return;
    this.#waiting.set(id, session);
    this.#cancel ??= this.ports.timer.after(WRITE_DELAY_MS, () => void this.flush());
  }

  async #write(): Promise<void> {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    const before = this.#list();
    for (const [id, session] of waiting) {
      const place = this.#places.get(id) ?? (session === undefined ? undefined : this.#freePlace());
      if (place === undefined) continue;
      if (session === undefined) this.#places.delete(id);
      else this.#places.set(id, place);
      await this.#put(nameOf(place), { version: VERSION, session: session ?? null });
    }
    const after = this.#list();
    if (JSON.stringify(before) !== JSON.stringify(after)) await this.#put(INDEX, { version: VERSION, sessions: after });
  }

  #list(): readonly { readonly id: string; readonly place: number }[] {
    return [...this.#places].map(([id, place]) => ({ id, place }));
  }

  /** Forgotten ones are written first, so there always is one. */
  #freePlace(): number {
    const taken = new Set(this.#places.values());
    let place = 0;
    while (taken.has(place)) place++;
    return place;
  }

  async #put(name: string, value: unknown): Promise<void> {
    await this.ports.store.write(name, value).catch((error: unknown) => {
      this.ports.log.warn('A Librarian conversation could not be stored; it holds until the host stops.', error);
    });
  }

  async #read(place: number): Promise<LibrarianSession | undefined> {
    const stored = await this.ports.store.read(nameOf(place));
    if (stored.kind === 'unreadable')
      this.ports.log.warn(`A Librarian conversation could not be read: ${stored.reason}`);
    if (stored.kind !== 'found' || !isRecord(stored.value)) return undefined;
    return readSession(stored.value['session']);
  }
}

function placesIn(stored: unknown): readonly number[] {
  return listOf(stored).flatMap((one) => {
    const place = isRecord(one) ? one['place'] : undefined;
    return typeof place === 'number' && Number.isInteger(place) && place >= 0 && place < 10 * MOST_SESSIONS
      ? [place]
      : [];
  });
}

function nameOf(place: number): string {
  return `librarian-${String(place)}`;
}
