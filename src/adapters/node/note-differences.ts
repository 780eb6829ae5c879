import type { NoteChange, UnreadableFolder } from '../../core/ports/note-source';
import { type FileStat, sameContent } from './folder-files';

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/**
 * What happened to the notes between two looks at a vault, removals first. Notes below a folder that could not be
 * listed are not known to be gone.
 */
export function noteDifferences(
  before: ReadonlyMap<string, FileStat>,
  after: ReadonlyMap<string, FileStat>,
  unreadable: readonly UnreadableFolder[],
): NoteChange[] {
  const changes: NoteChange[] = [];
  for (const path of before.keys()) {
    const unknown = unreadable.some((folder) => isBelow(path, folder.path));
    if (!after.has(path) && !unknown) changes.push({ kind: 'removed', path });
  }
  for (const [path, stat] of after) {
    const known = before.get(path);
    if (known === undefined || !sameContent(known, stat)) changes.push({ kind: 'changed', path });
  }
  return changes;
}
