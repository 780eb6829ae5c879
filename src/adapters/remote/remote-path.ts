const LONGEST = 1_024;
const DEEPEST = 40;
/** No vault of Obsidian has these in a path, and some systems take them for a way out. */
const FORBIDDEN = /[\\:\p{Cc}]/u;

/**
 * Whether a path that a server names may be one of its vault: relative, within the vault, not hidden and no installed
 * package, of bounded length and depth.
 */
export function isRemotePath(path: string): boolean {
  if (path === '' || path.length > LONGEST || FORBIDDEN.test(path)) return false;
  const parts = path.split('/');
  return (
    parts.length <= DEEPEST && parts.every((part) => part !== '' && !part.startsWith('.') && part !== 'node_modules')
  );
}

/** Whether a path leads out of the vault on its way. */
export function leadsOut(path: string): boolean {
  let depth = 0;
  for (const part of path.split('/')) {
    if (part === '..') depth -= 1;
    else if (part !== '.' && part !== '') depth += 1;
    if (depth < 0) return true;
  }
  return path.startsWith('/');
}

/** Whether a path lies below a folder; every path lies below the root, which is the empty path. */
export function isBelow(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

/** The path as it stands in an address, its slashes kept. */
export function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
