import type { JsonRecord } from '../base/json-value';

/** What a field of a stored document is, as far as it is told before its own reader looks closer. */
export type FieldKind = 'text' | 'number' | 'list' | 'record';

/**
 * Brings a document from one version to the next. Pure, and idempotent: doing it to its own result changes nothing, so
 * that a document whose version was not raised comes to no harm. It need not touch `version`.
 */
export type MigrationStep = (document: JsonRecord) => JsonRecord;

/** What is in one kind of file of a document. */
export interface DocumentForm {
  /** Fields that must be of a kind where they are there; the document is set aside where they are not. */
  readonly fields: Readonly<Record<string, FieldKind>>;
  /** The step at index n brings version n + 1 to version n + 2: always one fewer than the version. */
  readonly steps: readonly MigrationStep[];
}

/** A document that the program stores, or a family of numbered ones. */
export interface DeclaredDocument {
  /** Name in the store; numbered ones are `name-0`, `name-1` and so on. */
  readonly name: string;
  /** The version that this program writes; 1 is the first. Files of one family share it. */
  readonly version: number;
  /** What it holds, to be put into sentences: “the settings”. */
  readonly what: string;
  /** The file with the name itself; absent where there are numbered ones alone. */
  readonly single?: DocumentForm;
  /** The numbered files; absent where there are none. */
  readonly numbered?: DocumentForm;
  /**
   * `kept`: the user would miss it, so that a newer one is only read. `rebuilt`: made from other things at any time, so
   * that whatever does not fit is made anew without a word to the user.
   */
  readonly role: 'kept' | 'rebuilt';
}

/** The form of the file with a name; undefined for a file that does not belong to the document. */
export function formOf(document: DeclaredDocument, file: string): DocumentForm | undefined {
  if (file === document.name) return document.single;
  const { name, numbered } = document;
  return file.startsWith(`${name}-`) && /^\d+$/.test(file.slice(name.length + 1)) ? numbered : undefined;
}
