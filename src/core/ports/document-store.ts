/**
 * Named JSON documents in the host's data folder. Writes are atomic: a reader sees the old or the new document.
 * Errors: `read` answers `unreadable` for a document that exists but cannot be read or parsed (it has been set aside
 * under another name, never overwritten); `write` rejects when the platform refuses.
 */
export interface DocumentStore {
  /** The document, or why there is none. */
  read(name: string): Promise<StoredDocument>;
  /** Replaces the document. */
  write(name: string, value: unknown): Promise<void>;
  /**
   * Gives a document that makes no sense another name, and answers that name. What was set aside earlier stays. Rejects
   * when the platform refuses.
   */
  setAside(name: string): Promise<string>;
  /** Why nothing may be written, as a sentence for the user; undefined where writing is allowed. */
  readonly heldBy?: string | undefined;
}

/** The result of reading a stored document. */
export type StoredDocument =
  | { readonly kind: 'found'; readonly value: unknown }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly reason: string };
