/** Ids have two characters at least, so that a drive letter is none. */
const MOUNTED = /^([a-z\d][a-z\d-]+):\/(.*)$/s;

/** Where a path of the index leads. */
export interface VaultPath {
  /** Id of the further vault; empty for the host's own. */
  readonly vault: string;
  /** The path inside that vault. */
  readonly inner: string;
}

/** The path under which the index knows a note of a further vault. A colon stands in no path of Obsidian. */
export function mountedPath(vault: string, inner: string): string {
  return vault === '' ? inner : `${mountFolder(vault)}/${inner}`;
}

/** The folder below which the index has everything of a further vault. */
export function mountFolder(vault: string): string {
  return `${vault}:`;
}

/** Takes a path of the index apart. */
export function splitMounted(path: string): VaultPath {
  const [, vault, inner] = MOUNTED.exec(path) ?? [];
  return vault === undefined || inner === undefined ? { vault: '', inner: path } : { vault, inner };
}

/** Id of the vault to which a path of the index belongs; empty for the host's own. */
export function vaultOfPath(path: string): string {
  return splitMounted(path).vault;
}
