import type { ImportConflict } from './merge-note';

/** A note that was not written, and why; the note that was there stays. */
export interface FailedNote {
  readonly title: string;
  readonly path: string;
  /** A sentence for the user. */
  readonly sentence: string;
}

/** What an import did. */
export interface ImportReport {
  /** The id by which it is undone; undefined when nothing was written. */
  readonly id: string | undefined;
  /** Paths, in the order of the files. */
  readonly created: readonly string[];
  readonly updated: readonly string[];
  /** Entries whose notes needed nothing. */
  readonly unchanged: number;
  readonly conflicts: readonly { readonly path: string; readonly conflicts: readonly ImportConflict[] }[];
  readonly failed: readonly FailedNote[];
  /** Whether it was ended before everything was written. */
  readonly isCancelled: boolean;
  /** Whether the note of books was made. */
  readonly hasSettings: boolean;
  /** Why it could not be remembered, so that it cannot be undone after a restart; a sentence. */
  readonly problem?: string;
}

/** What undoing an import did. */
export interface UndoReport {
  readonly id: string;
  readonly removed: readonly string[];
  readonly restored: readonly string[];
  /** Notes that the user removed himself. */
  readonly gone: readonly string[];
  /** Notes that were changed since, and stay. */
  readonly kept: readonly FailedNote[];
}
