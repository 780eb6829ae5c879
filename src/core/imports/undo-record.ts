import { readStored, requireWritable } from '../documents/read-stored';
import { storedDocuments } from '../documents/stored-documents';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import type { KnownSource } from './import-memory';

/** A note that an import wrote, and what it takes to take that back. */
export interface WrittenNote {
  /** Id of the entry; '' for the note of books. */
  readonly source: string;
  readonly title: string;
  readonly path: string;
  /** Fingerprint of the text that was written. */
  readonly hash: string;
  /** The text before; undefined for a new note. */
  readonly before?: string;
  /** What was remembered of the entry before. */
  readonly known?: KnownSource;
}

/** Everything that an import wrote. */
export interface UndoRecord {
  readonly run: string;
  readonly notes: readonly WrittenNote[];
  /** Folders that were made for it. */
  readonly folders: readonly string[];
}

const DOCUMENT = storedDocuments.importUndo;

function documentOf(slot: number): string {
  return `${DOCUMENT.name}-${String(slot)}`;
}

/** Keeps a record. Rejects when the platform refuses. */
export async function writeUndoRecord(store: DocumentStore, slot: number, record: UndoRecord): Promise<void> {
  await store.write(documentOf(slot), { version: DOCUMENT.version, ...record });
}

/**
 * The record of a run; undefined when it is not there, cannot be read or belongs to another run. Errors:
 * `ReadOnlyDocument` for one that a newer program wrote, of which this one may not know everything.
 */
export async function readUndoRecord(
  ports: { readonly store: DocumentStore; readonly log: Log },
  slot: number,
  run: string,
): Promise<UndoRecord | undefined> {
  const { value, readOnly } = await readStored(DOCUMENT, ports, documentOf(slot));
  if (value?.['run'] !== run) return undefined;
  requireWritable(readOnly);
  const { notes, folders } = value;
  return {
    run,
    notes: readWrittenNotes(notes),
    folders: Array.isArray(folders) ? folders.filter((folder) => typeof folder === 'string') : [],
  };
}

/** The notes of a stored record. */
export function readWrittenNotes(value: unknown): readonly WrittenNote[] {
  return Array.isArray(value) ? value.filter(isWrittenNote) : [];
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function isWrittenNote(value: unknown): value is WrittenNote {
  const before = field(value, 'before');
  return (
    ['source', 'title', 'path', 'hash'].every((name) => typeof field(value, name) === 'string') &&
    (before === undefined || typeof before === 'string')
  );
}
