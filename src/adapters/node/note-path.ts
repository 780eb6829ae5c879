import { sep } from 'node:path';

/** Whether a file of this name is a note, by its ending. */
export function isNoteName(name: string): boolean {
  return name.toLowerCase().endsWith('.md');
}

/** Whether a file or folder of this name is part of the vault: hidden ones and installed packages are not. */
export function isVaultName(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules';
}

/**
 * Whether every part of a vault-relative path is part of the vault (true for the root, which is the empty path). On
 * Windows a backslash is one more separator, and a colon leads to a drive or to a stream beside the file.
 */
export function isVaultPath(path: string, separator: string = sep): boolean {
  const isWindows = separator === '\\';
  if (isWindows && path.includes(':')) return false;
  return path === '' || path.split(isWindows ? /[\\/]/ : '/').every((part) => part !== '' && isVaultName(part));
}

/**
 * The vault-relative path of a place, `/` between its parts; undefined when the place is outside the root. Both are
 * absolute and without `..`, as the system and `resolve` give them.
 */
export function pathInside(root: string, place: string): string | undefined {
  if (place === root) return '';
  const start = root.endsWith(sep) ? root : root + sep;
  if (!place.startsWith(start)) return undefined;
  const path = place.slice(start.length);
  return sep === '/' ? path : path.split(sep).join('/');
}

/** The paths joined by `/`; the empty path is the root. */
export function joinPath(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
