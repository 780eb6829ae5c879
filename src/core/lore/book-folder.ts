/**
 * A folder as folders are compared: `/` between its parts and none around them, without letter case. `\` counts as `/`;
 * '' is the whole vault.
 */
export function foldFolder(written: string): string {
  return written
    .normalize('NFC')
    .toLowerCase()
    .split(/[/\\]/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

/** Whether a path lies in a folder or below it. A folder lies in itself. */
export function isInFolder(path: string, folder: string): boolean {
  const inner = foldFolder(path);
  const outer = foldFolder(folder);
  return outer === '' || inner === outer || inner.startsWith(`${outer}/`);
}

/** The folder that a book's name means: the vault's own name is the whole vault, unless `/` or `./` stands before it. */
export function folderOfBook(name: string, vault: string): string {
  const isFolder = /^\s*\.?[/\\]/.test(name);
  return !isFolder && foldFolder(name) === foldFolder(vault) ? '' : foldFolder(name);
}
