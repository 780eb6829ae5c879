import type { DocumentStore, StoredDocument } from '../../core/ports/document-store';

/**
 * Documents of a folder that another program writes into: they are read, and whatever is written is held in memory and
 * gone afterwards. For commands that only look.
 */
export class BorrowedDocuments implements DocumentStore {
  /** As JSON; undefined for a document that was set aside. */
  readonly #own = new Map<string, string | undefined>();

  constructor(private readonly store: Pick<DocumentStore, 'read'>) {}

  async read(name: string): Promise<StoredDocument> {
    if (!this.#own.has(name)) return this.store.read(name);
    const text = this.#own.get(name);
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    return text === undefined ? { kind: 'absent' } : { kind: 'found', value };
  }

  write(name: string, value: unknown): Promise<void> {
    this.#own.set(name, JSON.stringify(value));
    return Promise.resolve();
  }

  setAside(name: string): Promise<string> {
    this.#own.set(name, undefined);
    return Promise.resolve(name);
  }
}
