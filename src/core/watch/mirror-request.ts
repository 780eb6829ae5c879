import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import type { NoteWriter } from '../ports/note-writer';
import type { MirrorParts } from './mirror-plan';
import type { WatchMemory } from './watch-memory';

/** A book as it is in SillyTavern now. */
export interface MirrorRequest {
  /** Its name there. */
  readonly book: string;
  /** Its name before, if it was given another one. */
  readonly renamedFrom?: string;
  /** The book, as it was parsed from JSON. */
  readonly data: unknown;
  /** The client's fingerprint of the book. */
  readonly digest: string;
  readonly writeBack?: boolean;
  /** The folder for notes of new entries, vault-relative. */
  readonly folder?: string;
}

/** Why a book is not mirrored; nothing was written. */
export type MirrorRefusal =
  /** A sentence for the user. */
  | { readonly kind: 'refused'; readonly sentence: string }
  /** It is no book: the place in it, and what was found and what was expected. */
  | { readonly kind: 'malformed'; readonly where: string; readonly sentence: string };

/** What mirroring needs. */
export interface MirroringParts extends MirrorParts {
  readonly watched: WatchMemory;
  readonly writer: NoteWriter;
  readonly store: DocumentStore;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now: number;
}
