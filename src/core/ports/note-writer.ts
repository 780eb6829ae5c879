/** Why a note was not written, as values: a refusal is never taken for a success, and nothing is overwritten by mistake. */
export type NotWritten =
  /** A note of this path is there already. */
  | { readonly kind: 'exists' }
  /** The note is another one than was expected; it stays as it is. */
  | { readonly kind: 'changed' }
  /** There is no such note. */
  | { readonly kind: 'missing' }
  /** The host cannot or must not: read-only, no space, outside of the vault, a name too long. */
  | { readonly kind: 'refused'; /** A sentence for the user. */ readonly reason: string };

/** What became of a new note. */
export type NoteCreation =
  | {
      readonly kind: 'written';
      /** Folders that had to be made for it, outermost first. */
      readonly folders: readonly string[];
    }
  | NotWritten;

/** What became of a change. */
export type NoteWriting = { readonly kind: 'written' } | NotWritten;

/**
 * Writes the Markdown notes of a vault. Paths are vault-relative, with `/` between the parts; anything else, also what
 * only a link would lead out of the vault, is refused. Nobody ever sees half a note. Never throws.
 */
export interface NoteWriter {
  /** Makes a note, and the folders it needs. What is there already is never overwritten. */
  create(path: string, text: string): Promise<NoteCreation>;
  /** Replaces the whole text of a note if it is still the expected one. */
  replace(path: string, expected: string, text: string): Promise<NoteWriting>;
  /**
   * Gives a note another path, and makes the folders it needs. Links to it follow where the host knows how. What is
   * there already is never overwritten; a name that differs in letter case alone is no other note.
   */
  move(from: string, to: string): Promise<NoteCreation>;
  /** Removes a note, the user's way where the host knows one, if its text is still the expected one. */
  remove(path: string, expected: string): Promise<NoteWriting>;
  /** Removes a folder with nothing in it; any other stays. */
  removeEmptyFolder(path: string): Promise<void>;
}

/** Said of paths that no note may be written to. */
export const NO_NOTE_PATH = {
  kind: 'refused',
  reason: 'The path is outside of the vault, in a hidden folder, or does not end with .md.',
} as const satisfies NotWritten;
