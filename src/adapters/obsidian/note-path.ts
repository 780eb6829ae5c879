/** Whether a vault path is that of a note: a Markdown file outside hidden folders and installed packages. */
export function isNotePath(path: string): boolean {
  return /\.md$/i.test(path) && path.split('/').every((part) => !part.startsWith('.') && part !== 'node_modules');
}

/** Whether a path stays in the vault. The app follows `..` and absolute paths out of it. */
export function staysInVault(path: string): boolean {
  return !/^[/\\]|^[a-z]:|\0/i.test(path) && !path.split(/[/\\]/).includes('..');
}
