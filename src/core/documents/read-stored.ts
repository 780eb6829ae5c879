import type { JsonRecord } from '../base/json-value';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import { formOf, type DeclaredDocument } from './declared-document';
import { newerSentence, ReadOnlyDocument } from './read-only-document';
import { readVersion } from './read-version';

/** What a file of a document gave. */
export interface StoredFile {
  /** In today's form; undefined for what is not there, or cannot be used. */
  readonly value: JsonRecord | undefined;
  /** Why it must not be written, as a sentence for the user; undefined where it may. */
  readonly readOnly: string | undefined;
  /** There is a file, and it could not be used. */
  readonly isUnreadable: boolean;
}

/** Where documents are read. */
interface ReadingPorts {
  readonly store: DocumentStore;
  readonly log: Log;
}

/**
 * Reads a file of a document the one way in which all are read: older versions are migrated, newer ones are read as far
 * as they are understood and not to be written, and what makes no sense is set aside. The log is told. Never rejects.
 *
 * @param file Name of a numbered file; without it the document's own.
 */
export async function readStored(
  document: DeclaredDocument,
  { store, log }: ReadingPorts,
  file = document.name,
): Promise<StoredFile> {
  const form = formOf(document, file);
  if (!form) throw new RangeError(`No file of "${document.name}" is called "${file}".`);
  const stored = await store.read(file);
  const nothing = { value: undefined, readOnly: store.heldBy };
  if (stored.kind === 'absent') return { ...nothing, isUnreadable: false };
  if (stored.kind === 'unreadable') {
    log.warn(couldNot(document, stored.reason));
    return { ...nothing, isUnreadable: true };
  }
  const reading = readVersion(document, form, stored.value);
  switch (reading.kind) {
    case 'current':
      return { value: reading.value, readOnly: store.heldBy, isUnreadable: false };
    case 'newer':
      if (document.role === 'rebuilt') return { ...nothing, isUnreadable: true };
      // One sentence tells of a whole family.
      if (file === document.name || document.single === undefined) log.warn(newerSentence(document));
      return { value: reading.value, readOnly: newerSentence(document), isUnreadable: false };
    case 'wrong':
      return setAside(document, { store, log }, file, reading.reason);
  }
}

/** Throws what the user is answered when he changes what may only be read. */
export function requireWritable(readOnly: string | undefined): void {
  if (readOnly !== undefined) throw new ReadOnlyDocument(readOnly);
}

async function setAside(
  document: DeclaredDocument,
  { store, log }: ReadingPorts,
  file: string,
  reason: string,
): Promise<StoredFile> {
  try {
    const kept = await store.setAside(file);
    log.warn(couldNot(document, `${reason} It was kept as ${kept}.`));
    return { value: undefined, readOnly: store.heldBy, isUnreadable: true };
  } catch (error) {
    const sentence = couldNot(document, `${reason} It could not be set aside, so nothing is written over it.`);
    log.warn(sentence, error);
    return { value: undefined, readOnly: sentence, isUnreadable: true };
  }
}

function couldNot({ what }: DeclaredDocument, reason: string): string {
  return `A stored document could not be read (${what}). ${reason}`;
}
