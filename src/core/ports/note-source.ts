/** What a source knows about a note without reading it. */
export interface NoteStat {
  /** Vault-relative path with `/` between the parts and the `.md` ending. */
  readonly path: string;
  /** Size of the file in bytes. */
  readonly size: number;
  /** Time of the last change in milliseconds since 1970 (0 where the platform does not tell). */
  readonly modified: number;
}

/** The result of reading one note. Only `missing` means that the note is gone: every other failure keeps what is known. */
export type NoteText =
  | { readonly kind: 'text'; readonly text: string; readonly stat: NoteStat }
  | { readonly kind: 'missing' }
  | { readonly kind: 'too-large'; readonly size: number }
  | { readonly kind: 'binary' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** A change that a source saw. A batch may name one path several times; the last word counts. */
export type NoteChange =
  | { readonly kind: 'changed'; readonly path: string }
  | { readonly kind: 'removed'; readonly path: string }
  | { readonly kind: 'renamed'; readonly from: string; readonly to: string };

/** Stops what it was returned for. Calling it twice does nothing more. */
export type Stop = () => void;

/** The result of listing a source: a failure is a value, since it must never look like an empty vault. */
export type NoteListing =
  | { readonly kind: 'notes'; readonly notes: readonly NoteStat[]; readonly unreadable: readonly UnreadableFolder[] }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** A folder below the root that could not be listed: notes below it keep their last good state. */
export interface UnreadableFolder {
  readonly path: string;
  readonly reason: string;
}

/** A vault seen as a list of Markdown notes: the Obsidian vault, a folder on disk, or a list in memory. */
export interface NoteSource {
  /** The vault's name as the user knows it. */
  readonly name: string;
  /** Every Markdown note of the vault (hidden folders left out). Never throws. */
  list(): Promise<NoteListing>;
  /** The text of a note, or of a file of definitions (`isDefinitionFile`), which is neither listed nor watched. Never throws. */
  read(path: string): Promise<NoteText>;
  /** Reports changes, in batches, until stopped. Changes between `list` and `watch` must not get lost: watch first. */
  watch(onChanges: (changes: readonly NoteChange[]) => void): Stop;
}

/** Whether a file that is no note is read all the same: definitions may be YAML, and chats that tests name JSON lines. */
export function isDefinitionFile(path: string): boolean {
  return /\.(?:ya?ml|jsonl)$/i.test(path);
}

/** The largest note that is read, in bytes: larger files are no lore and would block the host. */
export const LARGEST_NOTE = 4 * 1024 * 1024;
