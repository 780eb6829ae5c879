import { contentHash } from '../base/content-hash';
import { isRecord, type JsonRecord } from '../base/json-value';

/** A lorebook of SillyTavern that is mirrored into the vault. */
export interface WatchedBook {
  readonly id: string;
  /** Its name in SillyTavern. */
  readonly book: string;
  /** Where notes of new entries come, vault-relative. */
  readonly folder: string;
  /** The client's fingerprint of the book as it was mirrored last. */
  readonly digest: string;
  /** When it came last, in milliseconds since 1970. */
  readonly seenAt: number;
  /** Entries of the book. */
  readonly entries: number;
  /** Whether every entry came to its note the last time. */
  readonly isComplete: boolean;
  /** Whether it was deleted in SillyTavern. */
  readonly isGone: boolean;
  /** Whether the user stopped watching it; what is known of it stays for the case that he begins again. */
  readonly isStopped: boolean;
  /** Whether changes of the vault go back into the book. */
  readonly writeBack: boolean;
  /** Number of the documents that hold its entries and what it takes to undo. */
  readonly slot: number;
  /** The newest step that can be undone. */
  readonly undo?: WatchStep;
}

/** What a step did, for a list. */
export interface WatchStep {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly created: number;
  readonly updated: number;
}

/** An entry of a watched book, and its note. */
export interface TrackedEntry {
  /** What the book calls it. */
  readonly uid: string;
  /** Its name in the book's `entries`. */
  readonly at: string;
  /** The note's `lorehearth_source`. */
  readonly source: string;
  readonly title: string;
  /** Where the note was seen last; '' where none could be made yet. */
  readonly path: string;
  /** Whether the book does not have it any more, or the user removed its note. */
  readonly state: 'there' | 'missing' | 'removed';
  /** Whether the user wants it so. */
  readonly isSettled: boolean;
  /** As it stood in the book. */
  readonly raw: JsonRecord;
  /** Fingerprint of the note that the entry makes; '' for an entry that makes none. */
  readonly hash: string;
}

/** Stands for the kind of source too, so that no other kind's books can have the id. */
export function watchedBookId(book: string): string {
  return `st-${contentHash(JSON.stringify(['sillytavern', book]))}`;
}

/** A stored book; undefined for what is none. */
export function readWatchedBook(value: unknown): WatchedBook | undefined {
  if (!isRecord(value)) return undefined;
  const { id, book, folder, digest, seenAt, entries, slot } = value;
  if (typeof id !== 'string' || typeof book !== 'string' || typeof folder !== 'string') return undefined;
  if (typeof slot !== 'number' || !Number.isInteger(slot) || slot < 0) return undefined;
  const undo = readStep(value['undo']);
  return {
    id,
    book,
    folder,
    slot,
    digest: typeof digest === 'string' ? digest : '',
    seenAt: typeof seenAt === 'number' ? seenAt : 0,
    entries: typeof entries === 'number' ? entries : 0,
    isComplete: value['isComplete'] === true,
    isGone: value['isGone'] === true,
    isStopped: value['isStopped'] === true,
    writeBack: value['writeBack'] === true,
    ...(undo && { undo }),
  };
}

function readStep(value: unknown): WatchStep | undefined {
  if (!isRecord(value)) return undefined;
  const { at, created, updated } = value;
  if (typeof at !== 'number' || typeof created !== 'number' || typeof updated !== 'number') return undefined;
  return { at, created, updated };
}

/** A stored entry; undefined for what is none. */
export function readTrackedEntry(value: unknown): TrackedEntry | undefined {
  if (!isRecord(value)) return undefined;
  const { uid, at, source, title, path, state, raw, hash } = value;
  if (typeof uid !== 'string' || typeof at !== 'string' || typeof source !== 'string') return undefined;
  if (typeof title !== 'string' || typeof path !== 'string' || typeof hash !== 'string' || !isRecord(raw))
    return undefined;
  if (state !== 'there' && state !== 'missing' && state !== 'removed') return undefined;
  return { uid, at, source, title, path, state, raw, hash, isSettled: value['isSettled'] === true };
}
