import { FileSystemAdapter, type Vault } from 'obsidian';

/** The absolute path of the vault's folder; undefined where the app keeps the vault in no folder. */
export function vaultBase({ adapter }: Vault): string | undefined {
  return adapter instanceof FileSystemAdapter ? adapter.getBasePath() : undefined;
}
