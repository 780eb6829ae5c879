import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import type { UnreadableFolder } from '../../core/ports/note-source';
import { fileProblem, saysGone } from './file-problem';
import type { FileStat, FolderFiles } from './folder-files';
import type { Gate } from './gate';
import { isNoteName, isVaultName, isVaultPath, joinPath, pathInside } from './note-path';

/** The notes below a folder by vault-relative path, and what could not be looked at. */
export interface FolderContent {
  readonly notes: ReadonlyMap<string, FileStat>;
  /** The real places of all folders that were looked into, and the paths by which the vault shows them. */
  readonly folders: ReadonlyMap<string, string>;
  readonly unreadable: readonly UnreadableFolder[];
}

const LEADS_OUT = 'It is a link to a place outside the vault.';
const LEADS_NOWHERE = 'It is a link to something that does not exist.';

// A note that is there but cannot be looked at stays in the list: reading it tells why.
const UNKNOWN: FileStat = { kind: 'file', size: 0, modified: 0, changed: 0, identity: '' };

/**
 * Finds the notes below `root` (a real path). What lies at several paths through links is found once, at its own path
 * where the vault shows that: the same lore must not be there twice, and links in a circle must end. Links out of the
 * vault are not followed. Rejects only when the root itself cannot be listed.
 */
export async function walkFolder(files: FolderFiles, gate: Gate, root: string): Promise<FolderContent> {
  const walk = new FolderWalk(files, gate, root);
  await walk.folder('', root);
  await walk.links();
  return { notes: walk.notes, folders: walk.folders, unreadable: walk.unreadable };
}

class FolderWalk {
  readonly notes = new Map<string, FileStat>();
  readonly folders = new Map<string, string>();
  readonly unreadable: UnreadableFolder[] = [];
  readonly #links: string[] = [];
  readonly #linked = new Set<string>();

  constructor(
    private readonly files: FolderFiles,
    private readonly gate: Gate,
    private readonly root: string,
  ) {}

  /** Lists the folder at a real place and everything below it, under a vault-relative path. */
  async folder(path: string, place: string): Promise<void> {
    if (this.folders.has(place)) return;
    this.folders.set(place, path);
    const entries = await this.#entries(path, place);
    const inVault = entries.filter((entry) => isVaultName(entry.name));
    for (const entry of inVault) if (entry.isSymbolicLink()) this.#links.push(joinPath(path, entry.name));
    const notes = inVault.filter((entry) => entry.isFile() && isNoteName(entry.name)).map((entry) => entry.name);
    const folders = inVault.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    await this.#look(notes, path, place);
    await Promise.all(folders.map((name) => this.folder(joinPath(path, name), join(place, name))));
  }

  /** Follows the links met so far, and those found behind them. */
  async links(): Promise<void> {
    while (this.#links.length > 0) {
      for (const link of this.#links.splice(0).sort()) await this.#follow(link);
    }
  }

  async #entries(path: string, place: string): Promise<readonly Dirent[]> {
    try {
      return await this.gate.run(() => this.files.entries(place));
    } catch (error) {
      if (path === '') throw error;
      if (!saysGone(error)) this.unreadable.push({ path, reason: fileProblem(error) });
      return [];
    }
  }

  async #look(names: readonly string[], folder: string, place: string): Promise<void> {
    const stats = await this.gate.run(() => this.files.stats(names.map((name) => join(place, name))));
    for (const [index, name] of names.entries()) {
      const stat = stats[index] ?? 'gone';
      if (stat === 'unknown') this.notes.set(joinPath(folder, name), UNKNOWN);
      else if (stat !== 'gone') this.notes.set(joinPath(folder, name), stat);
    }
  }

  async #follow(path: string): Promise<void> {
    try {
      const place = await this.files.realPath(join(this.root, path));
      const ownPath = pathInside(this.root, place);
      if (ownPath === undefined) this.unreadable.push({ path, reason: LEADS_OUT });
      else await this.#target(path, place, ownPath);
    } catch (error) {
      // A note whose link leads nowhere is gone; a folder may come back, and its notes are kept until then.
      if (saysGone(error) && isNoteName(path)) return;
      this.unreadable.push({ path, reason: saysGone(error) ? LEADS_NOWHERE : fileProblem(error) });
    }
  }

  async #target(path: string, place: string, ownPath: string): Promise<void> {
    const stat = await this.files.stat(place);
    if (stat.kind === 'folder') await this.folder(path, place);
    if (stat.kind !== 'file' || !isNoteName(path) || this.#linked.has(place)) return;
    this.#linked.add(place);
    if (!isVaultPath(ownPath) || !isNoteName(ownPath)) this.notes.set(path, stat);
  }
}
