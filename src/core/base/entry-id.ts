import { contentHash } from './content-hash';

/** Public identity of an entry: a short hash of vault id and path, so that chat files hold no paths. */
export type EntryId = string;

/**
 * The public id of the note at `path` in the vault `vaultId`.
 * The path is compared in NFC, since some file systems hand out decomposed names for the same note.
 */
export function entryId(vaultId: string, path: string): EntryId {
  return contentHash(`${vaultId}\u0000${path.normalize('NFC')}`);
}
