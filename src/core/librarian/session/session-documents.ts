import { isRecord, listOf } from '../../base/json-value';
import { readStored, requireWritable } from '../../documents/read-stored';
import { storedDocuments } from '../../documents/stored-documents';
import type { Timer } from '../../ports/clock';
import type { DocumentStore } from '../../ports/document-store';
import type { Log } from '../../ports/log';
import { readSession } from './read-session';
import type { LibrarianSession } from './session';

/** Its own file says which conversation stands in which of the numbered ones. */
const DOCUMENT = storedDocuments.librarian;
const { version } = DOCUMENT;
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
  /** Why they are not written, e.g. since a newer program wrote them; undefined where they are. */
  #readOnly: string | undefined;

  constructor(private readonly ports: SessionDocumentPorts) {}

  /** All conversations of earlier runs. Called once. */
  async load(): Promise<readonly LibrarianSession[]> {
    const { value, readOnly, isUnreadable } = await readStored(DOCUMENT, this.ports);
    this.#readOnly = readOnly;
    const places = placesIn(value?.['sessions']);
    // Without its list each document still says whose it is.
    const known = isUnreadable ? Array.from({ length: MOST_SESSIONS }, (_, place) => place) : places;
    const sessions: LibrarianSession[] = [];
    for (const place of known) {
      const session = await this.#read(place);
      if (session === undefined || this.#places.has(session.id)) continue;
      this.#places.set(session.id, place);
      sessions.push(session);
    }
    return sessions;
  }

  /** Errors: `ReadOnlyDocument` where conversations are read and never stored. */
  requireWritable(): void {
    requireWritable(this.#readOnly);
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
    if (this.#readOnly !== undefined) return;
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
      await this.#put(nameOf(place), { version, session: session ?? null });
    }
    const after = this.#list();
    if (JSON.stringify(before) !== JSON.stringify(after)) await this.#put(DOCUMENT.name, { version, sessions: after });
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
    const { value, readOnly } = await readStored(DOCUMENT, this.ports, nameOf(place));
    this.#readOnly ??= readOnly;
    return value && readSession(value['session']);
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
  return `${DOCUMENT.name}-${String(place)}`;
}
