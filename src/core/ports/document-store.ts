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
}

/** The result of reading a stored document. */
export type StoredDocument =
  | { readonly kind: 'found'; readonly value: unknown }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly reason: string };
