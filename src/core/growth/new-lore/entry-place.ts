import { vaultOfPath } from '../../base/mounted-path';
import { loreFolders } from '../../librarian/tools/entry-words';
import type { GrowthPorts } from '../ports';

/** The folder for a new entry: as it is set, else where entries of its type are, else where most entries are. */
export function entryPlace(type: string, { lore, settings }: GrowthPorts): string {
  const { growFolder, librarianFolder } = settings();
  const [set] = [growFolder, librarianFolder].map((folder) => folder.trim()).filter((folder) => folder !== '');
  if (set !== undefined) return set;
  // New notes are made in the host's own vault.
  const entries = [...lore.index.entries.values()].filter(({ path }) => vaultOfPath(path) === '');
  const alike = entries.filter((entry) => entry.type?.toLowerCase() === type);
  return loreFolders(alike)[0] ?? loreFolders(entries)[0] ?? 'Lore';
}

/** A type as the entries of the vault write it. */
export function entryType(type: string, { lore }: GrowthPorts): string {
  for (const entry of lore.index.entries.values()) if (entry.type?.toLowerCase() === type) return entry.type;
  return type;
}
