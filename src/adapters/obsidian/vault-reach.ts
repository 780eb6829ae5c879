import type { Vault } from 'obsidian';
import type { UnreadableFolder } from '../../core/ports/note-source';

/** Folders looked at together. */
const AT_ONCE = 64;

/** Whether the vault’s folder can be reached: on a pulled drive the app goes on with the list of files it knew. */
export async function isReachable(vault: Vault): Promise<boolean> {
  for (const path of [vault.configDir, '']) {
    try {
      if (await vault.adapter.exists(path)) return true;
    } catch {
      // The next path, or the answer below, decides.
    }
  }
  return false;
}

/** Folders that the vault knows and cannot list, without those inside another one. */
export async function findUnreadableFolders(vault: Vault): Promise<readonly UnreadableFolder[]> {
  const folders = vault.getAllFolders(false).map((folder) => folder.path);
  const found: UnreadableFolder[] = [];
  for (let at = 0; at < folders.length; at += AT_ONCE) {
    const results = await Promise.all(folders.slice(at, at + AT_ONCE).map((path) => whyUnreadable(vault, path)));
    found.push(...results.filter((one) => one !== undefined));
  }
  return found.filter(({ path }) => !found.some((other) => path.startsWith(`${other.path}/`)));
}

async function whyUnreadable(vault: Vault, path: string): Promise<UnreadableFolder | undefined> {
  try {
    await vault.adapter.list(path);
    return undefined;
  } catch (error) {
    return { path, reason: error instanceof Error ? error.message : String(error) };
  }
}
