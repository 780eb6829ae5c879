import type { Clock } from '../../ports/clock';
import { headOf } from './session-head';
import { MOST_SESSIONS, SessionDocuments, type SessionDocumentPorts } from './session-documents';
import type { LibrarianSession, SessionHead } from './session';

/** The conversations of a vault. They are read when the first one is asked for. */
export class Sessions {
  readonly #sessions = new Map<string, LibrarianSession>();
  readonly #documents: SessionDocuments;
  #loading: Promise<void> | undefined;

  constructor(
    private readonly ports: SessionDocumentPorts & { readonly clock: Clock },
    private readonly changed: (session: string) => void,
  ) {
    this.#documents = new SessionDocuments(ports);
  }

  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** Errors: `ReadOnlyDocument` where conversations are read and never stored. */
  requireWritable(): void {
    this.#documents.requireWritable();
  }

  /** The one that was changed last first. */
  list(): readonly SessionHead[] {
    return [...this.#sessions.values()].sort((a, b) => b.changed - a.changed).map(headOf);
  }

  get(id: string): LibrarianSession | undefined {
    return this.#sessions.get(id);
  }

  /** Keeps a conversation as it is now. `isBusy` says which ones must not be forgotten for it. */
  put(session: LibrarianSession, isBusy: (id: string) => boolean): void {
    const kept = { ...session, changed: this.ports.clock.now() };
    this.#sessions.set(session.id, kept);
    this.#documents.keep(kept);
    this.#dropOldest(session.id, isBusy);
    this.changed(session.id);
  }

  /** Keeps what only the answer under way changes: nobody is told of each word. */
  follow(session: LibrarianSession): void {
    this.#sessions.set(session.id, session);
    this.#documents.keep(session);
  }

  remove(id: string): boolean {
    if (!this.#sessions.delete(id)) return false;
    this.#documents.forget(id);
    this.changed(id);
    return true;
  }

  /** Stores what is not stored yet. */
  flush(): Promise<void> {
    return this.#documents.flush();
  }

  async #load(): Promise<void> {
    for (const session of await this.#documents.load()) this.#sessions.set(session.id, session);
  }

  #dropOldest(kept: string, isBusy: (id: string) => boolean): void {
    const over = [...this.#sessions.values()]
      .filter(({ id }) => id !== kept && !isBusy(id))
      .sort((a, b) => a.changed - b.changed);
    for (const { id } of over.slice(0, Math.max(0, this.#sessions.size - MOST_SESSIONS))) {
      this.#sessions.delete(id);
      this.#documents.forget(id);
    }
  }
}
