import { isDefinitionFile } from '../../core/ports/note-source';

/** Whether a vault path is that of a note: a Markdown file outside hidden folders and installed packages. */
export function isNotePath(path: string): boolean {
  return /\.md$/i.test(path) && isVisible(path);
}

/** Whether a file of this path is read: a note, or definitions kept as YAML. */
export function isReadablePath(path: string): boolean {
  return isNotePath(path) || (isDefinitionFile(path) && isVisible(path));
}

function isVisible(path: string): boolean {
  return path.split('/').every((part) => !part.startsWith('.') && part !== 'node_modules');
}

/** Whether a path stays in the vault. The app follows `..` and absolute paths out of it. */
export function staysInVault(path: string): boolean {
  return !/^[/\\]|^[a-z]:|\0/i.test(path) && !path.split(/[/\\]/).includes('..');
}
