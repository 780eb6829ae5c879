import { foldFileName } from '../formats/note-file-name';
import { nameOf } from './edit-parts';

/** A wikilink to a note: by its name alone where no other note has it, else by its path with the name shown. */
export function linkTo(path: string, paths: Iterable<string>): string {
  const name = nameOf(path);
  const folded = foldFileName(name);
  for (const other of paths)
    if (other !== path && foldFileName(nameOf(other)) === folded) return `[[${path.replace(/\.md$/i, '')}|${name}]]`;
  return `[[${name}]]`;
}
