import type { ImportRemark } from '../formats/import-remark';
import type { BookSettings, UnreadPart } from '../formats/lorebook-format';
import type { ImportConflict, NoteBase } from './merge-note';

/** A file as the user gave it. */
export interface ImportFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What the user wants of an import. */
export interface ImportOptions {
  /** Where the folders of the books are made, vault-relative; the setting without it. */
  readonly folder?: string;
  /** Whether entries that the vault seems to have already become notes too; they do when it is left out. */
  readonly duplicates?: 'write' | 'skip';
}

/**
 * What becomes of an entry: a new note; a new note although another note has the same name or keys; a change of the note
 * that an earlier import made; nothing, since the note says it already or the user changed it and the file did not; or a
 * note in which both changed the same.
 */
export type ImportAction = 'create' | 'duplicate' | 'update' | 'unchanged' | 'conflict';

/** What becomes of one entry. */
export interface PlannedNote {
  /** What tells the entry from all others, in every import. */
  readonly source: string;
  readonly title: string;
  readonly action: ImportAction;
  /** Of the note that is made, changed or left. */
  readonly path: string;
  /** The note as it is; undefined for a new one, and for one that is known to be unchanged. */
  readonly current?: string;
  /** The note as it is to be; undefined where nothing is written. */
  readonly text?: string;
  /** The properties, or `body`, that change in a note that is there. */
  readonly changes: readonly string[];
  readonly conflicts: readonly ImportConflict[];
  /** Path of the note that has the same name or keys. */
  readonly duplicateOf?: string;
  /** Why a note stays as it is although the file says something else. */
  readonly kept?: string;
  readonly remarks: readonly ImportRemark[];
  /** What the next import compares the note with. */
  readonly base: NoteBase;
}

/** An entry of an earlier import that the file does not have any more; its note stays. */
export interface MissingEntry {
  readonly source: string;
  readonly path: string;
}

/** What becomes of one book. */
export interface PlannedBook {
  /** Id of the format. */
  readonly format: string;
  readonly name: string;
  /** Where its new notes come. */
  readonly folder: string;
  readonly settings: BookSettings;
  readonly remarks: readonly ImportRemark[];
  readonly notes: readonly PlannedNote[];
  readonly missing: readonly MissingEntry[];
}

/** What was found in one file. */
export interface PlannedFile {
  readonly name: string;
  /** Ids of the formats that were found in it; none for a file that cannot be read. */
  readonly formats: readonly string[];
  readonly books: readonly PlannedBook[];
  readonly unread: readonly UnreadPart[];
  /** Why the file, or a part of it, is not read; sentences. */
  readonly problems: readonly string[];
}

/** Settings that books bring along, for the note that gives folders settings of their own. */
export interface PlannedSettings {
  /** The note; '' where the settings name none. */
  readonly path: string;
  /** The note's whole text, or the lines that are missing in it. */
  readonly text: string;
  /** Whether the note is made. Where it is there already the user adds the lines. */
  readonly action: 'create' | 'add-by-hand';
}

/** What an import would do. Nothing is written yet. */
export interface ImportPlan {
  readonly files: readonly PlannedFile[];
  readonly settings: PlannedSettings | undefined;
}

/** How many entries become what. */
export type ImportCounts = Readonly<Record<ImportAction, number>>;

/** The notes of a plan, in the order of the files. */
export function plannedNotes({ files }: Pick<ImportPlan, 'files'>): readonly PlannedNote[] {
  return files.flatMap(({ books }) => books.flatMap(({ notes }) => notes));
}

/** Counts a plan, or a part of it. */
export function countActions(notes: readonly PlannedNote[]): ImportCounts {
  const counts = { create: 0, duplicate: 0, update: 0, unchanged: 0, conflict: 0 };
  for (const { action } of notes) counts[action]++;
  return counts;
}
