import { isAbsolute, relative, sep } from 'node:path';

/** Whether a file of this name is a note, by its ending. */
export function isNoteName(name: string): boolean {
  return name.toLowerCase().endsWith('.md');
}

/** Whether a file or folder of this name is part of the vault: hidden ones and installed packages are not. */
export function isVaultName(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules';
}

/** Whether every part of a vault-relative path is part of the vault (true for the root, which is the empty path). */
export function isVaultPath(path: string): boolean {
  return path === '' || path.split('/').every((part) => part !== '' && isVaultName(part));
}

/** The vault-relative path of a place, `/` between its parts; undefined when the place is outside the root. */
export function pathInside(root: string, place: string): string | undefined {
  const path = relative(root, place);
  if (isAbsolute(path) || path === '..' || path.startsWith(`..${sep}`)) return undefined;
  return sep === '/' ? path : path.split(sep).join('/');
}

/** The paths joined by `/`; the empty path is the root. */
export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
