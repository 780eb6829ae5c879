/** Paths of further vaults begin with the id of the vault and a colon, which stands in no path of Obsidian. */
const FURTHER = /^([a-z\d][a-z\d-]+):(?:\/|$)/u;

/** Id of the further vault to which a path of the index belongs; undefined for the host's own vault. */
export function vaultIdOf(path: string): string | undefined {
  return FURTHER.exec(path)?.[1];
}

/** The path inside its own vault. */
export function pathInVault(path: string): string {
  return path.replace(FURTHER, '');
}

/** What Browse has to look for to list the entries of a further vault. */
export function searchOfVault(id: string): string {
  return `folder:"${id}:"`;
}
