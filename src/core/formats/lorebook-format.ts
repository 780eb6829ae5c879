import type { EntryProperties } from '../lore/entry-fields';
import type { ImportRemark } from './import-remark';

/** A file as formats see it: opened, its containers unpacked and its text parsed. */
export interface LorebookFile {
  /** The file's name, with its ending, for titles alone: formats are told by content. */
  readonly name: string;
  /** The parsed JSON. */
  readonly value: unknown;
}

/** An entry of another program as a note says it. */
export interface ImportedEntry {
  /** The same for the same entry whenever it is read: made of format, original id, first key and text. */
  readonly sourceId: string;
  /** The name of the note. */
  readonly title: string;
  /** Folders below the book's, outermost first; usually none. */
  readonly folder: readonly string[];
  readonly properties: EntryProperties;
  /** What notes have no property for, kept for the way back: further properties of the note, one for each format, such as `sillytavern`. */
  readonly leftovers: Readonly<Record<string, unknown>>;
  /** The text, untouched: macros, decorators, `---` and `$` stay. */
  readonly body: string;
  readonly remarks: readonly ImportRemark[];
}

/** What a book says of itself. */
export interface BookSettings {
  readonly scanDepth?: number;
  readonly tokenBudget?: number;
  readonly recursion?: boolean;
  /** The dialect of the decorators in its texts, where it is not ours. */
  readonly decorators?: 'ccv3' | 'risu';
}

/** A lorebook of another program. */
export interface ImportedBook {
  readonly name: string;
  readonly settings: BookSettings;
  /** In the file's order. */
  readonly entries: readonly ImportedEntry[];
  /** What books of ours have no setting for, kept for the way back; as the leftovers of entries. */
  readonly leftovers?: Readonly<Record<string, unknown>>;
  /** What could not be kept of the book itself. */
  readonly remarks: readonly ImportRemark[];
}

/** A part of a file that is no entry, and where it stands. */
export interface UnreadPart {
  /** Such as `entries.12`. */
  readonly where: string;
  /** What was found and what was expected. */
  readonly sentence: string;
}

/** What reading a file gave. */
export interface FormatReading {
  readonly books: readonly ImportedBook[];
  readonly unread: readonly UnreadPart[];
}

/** An entry of ours on its way out. */
export interface ExportedEntry {
  readonly title: string;
  /** Folders of the note below the exported one. */
  readonly folder: readonly string[];
  readonly properties: EntryProperties;
  /** Properties that are not ours, leftovers of an import among them. */
  readonly otherProperties: Readonly<Record<string, unknown>>;
  /** The note's text with its decorators. */
  readonly body: string;
}

/** What is written out. */
export interface ExportedBook {
  readonly name: string;
  readonly settings: BookSettings;
  /** Leftovers of the book's import. */
  readonly leftovers?: Readonly<Record<string, unknown>>;
  readonly entries: readonly ExportedEntry[];
}

/** A file for another program. */
export interface FormatWriting {
  /** To be written as JSON. */
  readonly value: unknown;
  /** What the format cannot carry, by the title of the entry; the book's own under an empty title. */
  readonly remarks: readonly (ImportRemark & { readonly title: string })[];
}

/**
 * One kind of lorebook file. `detect` is true for its own files alone, whatever else is in them; `read` takes whatever
 * `detect` takes and never throws; what it cannot express is remarked and kept in `leftovers`. Where there is a `write`,
 * reading what it wrote gives the same entries again, but for what it remarked.
 */
export interface LorebookFormat {
  /** Short and stable, such as `sillytavern`. */
  readonly id: string;
  /** For people. */
  readonly label: string;
  readonly detect: (file: LorebookFile) => boolean;
  readonly read: (file: LorebookFile) => FormatReading;
  readonly write?: (book: ExportedBook) => FormatWriting;
}
