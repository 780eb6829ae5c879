import type { DocumentStore, StoredDocument } from '../ports/document-store';
import type { DeclaredDocument } from './declared-document';
import { newerSentence, ReadOnlyDocument } from './read-only-document';
import { isNewer } from './read-version';
import { documentOfFile } from './stored-documents';

/** Something about stored documents that the user is to know. */
export interface DocumentNotice {
  /** Name of the document. */
  readonly name: string;
  /** `newer`: a newer program wrote it. `set-aside`: it could not be used. `held`: another program writes all of them. */
  readonly kind: 'newer' | 'set-aside' | 'held';
  readonly sentence: string;
}

/**
 * The documents of a host, behind rules that no part can forget: nothing is written over what a newer program wrote or
 * over what was never looked at, only declared documents are stored, and what the user is to know is noticed, once.
 */
export class GuardedDocuments implements DocumentStore {
  /** By name and kind. */
  readonly #notices = new Map<string, DocumentNotice>();
  readonly #listeners = new Set<(notice: DocumentNotice) => void>();
  readonly #seen = new Set<string>();
  readonly #newer = new Set<string>();

  /**
   * @param store The documents themselves.
   * @param heldBy Why nothing is written at all, as a sentence for the user: another program uses the same documents.
   */
  constructor(
    private readonly store: DocumentStore,
    readonly heldBy?: string | undefined,
  ) {
    if (heldBy !== undefined) this.#notice({ name: '', kind: 'held', sentence: heldBy });
  }

  /** What the user is to know, in the order in which it was found out. */
  get notices(): readonly DocumentNotice[] {
    return [...this.#notices.values()];
  }

  /** Calls back for everything that there is to know, what is known already too. */
  onNotice(listener: (notice: DocumentNotice) => void): () => void {
    this.#listeners.add(listener);
    for (const notice of this.notices) listener(notice);
    return () => this.#listeners.delete(listener);
  }

  async read(file: string): Promise<StoredDocument> {
    const document = declared(file);
    const stored = await this.store.read(file);
    this.#seen.add(file);
    this.#newer.delete(file);
    if (document.role === 'rebuilt') return stored;
    if (stored.kind === 'unreadable') this.#noticeLost(document, stored.reason);
    if (stored.kind === 'found' && isNewer(document, stored.value)) {
      this.#newer.add(file);
      this.#notice({ name: document.name, kind: 'newer', sentence: newerSentence(document) });
    }
    return stored;
  }

  async write(file: string, value: unknown): Promise<void> {
    const document = declared(file);
    if (this.heldBy !== undefined) throw new ReadOnlyDocument(this.heldBy);
    if (!this.#seen.has(file)) {
      // The value is stored as it was when it was given.
      const given = copyOf(value);
      await this.read(file);
      await this.#write(document, file, given);
    } else await this.#write(document, file, value);
  }

  async setAside(file: string): Promise<string> {
    const document = declared(file);
    if (this.heldBy !== undefined) throw new ReadOnlyDocument(this.heldBy);
    const kept = await this.store.setAside(file);
    if (document.role === 'kept') this.#noticeLost(document, `It was kept as ${kept}.`);
    return kept;
  }

  async #write(document: DeclaredDocument, file: string, value: unknown): Promise<void> {
    if (this.#newer.has(file)) throw new ReadOnlyDocument(newerSentence(document));
    await this.store.write(file, value);
  }

  #noticeLost({ name, what }: DeclaredDocument, reason: string): void {
    const sentence = `A stored document was set aside, since it could not be read (${what}). ${reason}`;
    this.#notice({ name, kind: 'set-aside', sentence });
  }

  #notice(notice: DocumentNotice): void {
    const key = `${notice.kind} ${notice.name}`;
    if (this.#notices.has(key)) return;
    this.#notices.set(key, notice);
    for (const listener of this.#listeners) listener(notice);
  }
}

/** What cannot be copied is left to the store, which refuses it. */
function copyOf(value: unknown): unknown {
  const text: unknown = JSON.stringify(value);
  return typeof text === 'string' ? JSON.parse(text) : value;
}

function declared(file: string): DeclaredDocument {
  const document = documentOfFile(file);
  if (!document) throw new RangeError(`"${file}" is no declared document: see core/documents/stored-documents.ts.`);
  return document;
}
