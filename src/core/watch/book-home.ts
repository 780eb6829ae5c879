import { folderParts, VaultPaths } from '../imports/vault-paths';
import { foldFolder } from '../lore/book-folder';
import type { MatchedBook } from './match-entries';
import type { MirroringParts, MirrorRequest } from './mirror-request';
import type { WatchedBook } from './watched-book';

/**
 * The folder for new notes of a book: the one that is wished, the one that it has, that in which an earlier import put
 * its notes, or one of its own. Undefined for a wish that leads out of the vault.
 */
export function homeOf(
  { book, folder }: MirrorRequest,
  before: WatchedBook | undefined,
  { entries }: MatchedBook,
  { memory, finder, paths, watched, settings }: MirroringParts,
): string | undefined {
  const notes = new VaultPaths(paths);
  const wished = folder === undefined ? undefined : folderParts(folder);
  if (folder !== undefined && (!wished || wished.length === 0))
    return folder.trim() === '' ? before?.folder : undefined;
  if (wished) return notes.folder(wished);
  if (before) return before.folder;
  for (const { source } of entries) {
    const path = finder.indexed(source)?.path ?? memory.source(source)?.path;
    if (path !== undefined && notes.has(path) && path.includes('/')) return path.slice(0, path.lastIndexOf('/'));
  }
  return freeHome(book, folderParts(settings.importFolder) ?? [], notes, watched.books);
}

/** A folder that neither notes nor another watched book have, also one without a note so far. */
function freeHome(name: string, below: readonly string[], notes: VaultPaths, others: readonly WatchedBook[]): string {
  const taken = new Set(others.map(({ folder }) => foldFolder(folder)));
  for (let number = 1; ; number += 1) {
    const wanted = number === 1 ? name : `${name} ${String(number)}`;
    const home = notes.folder(notes.freeFolder(below, wanted));
    if (!taken.has(foldFolder(home))) return home;
  }
}
