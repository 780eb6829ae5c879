import { dirname, join, resolve } from 'node:path';
import { isDefinitionFile, type NoteText, type UnreadableFolder } from '../../core/ports/note-source';
import { fileProblem, saysGone } from './file-problem';
import type { FileStat, FolderFiles } from './folder-files';
import { Gate } from './gate';
import { isNoteName, isVaultPath, pathInside } from './note-path';
import { OUTSIDE_VAULT, readNote } from './read-note';
import { walkFolder } from './walk-folder';

/** Why the vault's folder cannot be used, as a sentence for the user. */
export interface Unreachable {
  readonly kind: 'unreachable';
  readonly reason: string;
}

/** The vault's folder as it is at this moment. */
export interface FolderRoot {
  readonly kind: 'root';
  /** Its path without links. */
  readonly place: string;
  /** Changes when another folder takes its place: a drive that is mounted or unmounted, a folder that is exchanged. */
  readonly identity: string;
}

/** Every note of the vault with what the file system knows about it. */
export interface FolderScan {
  readonly kind: 'scan';
  readonly notes: ReadonlyMap<string, FileStat>;
  /** The real places of its folders, and the paths by which the vault shows them. */
  readonly folders: ReadonlyMap<string, string>;
  readonly unreadable: readonly UnreadableFolder[];
}

const NOT_A_FOLDER = 'The path of the vault is no folder.';
const EXCHANGED = 'The folder of the vault was exchanged for another one.';
const EMPTY = 'The folder of the vault is empty where notes were before. Is its drive connected?';
const BROKEN_LINK = 'Its folder is a link to something that does not exist.';

// Enough to keep a disk busy; more would take the threads from everything else the host does.
const WIDTH = 16;

/** A folder of notes. What the system refuses becomes a value; nothing here throws. */
export class VaultFolder {
  readonly #folder: string;
  readonly #gate = new Gate(WIDTH);
  #root: FolderRoot | undefined;
  /** The identity of the folder in which notes were last seen. */
  #inhabited: string | undefined;

  constructor(
    folder: string,
    private readonly files: FolderFiles,
  ) {
    this.#folder = resolve(folder);
  }

  /** The folder itself, without a look at what is in it. */
  async root(): Promise<FolderRoot | Unreachable> {
    try {
      const { place, stat } = await this.files.find(this.#folder);
      if (stat.kind !== 'folder') return { kind: 'unreachable', reason: NOT_A_FOLDER };
      return (this.#root = { kind: 'root', place, identity: stat.identity });
    } catch (error) {
      return { kind: 'unreachable', reason: `The folder of the vault cannot be opened. ${fileProblem(error)}` };
    }
  }

  /** Finds every note. */
  async scan(): Promise<FolderScan | Unreachable> {
    const root = await this.root();
    if (root.kind === 'unreachable') return root;
    try {
      const content = await walkFolder(this.files, this.#gate, root.place);
      // A folder that vanishes during the walk looks like one whose notes were deleted.
      if (!(await this.#isStill(root))) return { kind: 'unreachable', reason: EXCHANGED };
      return this.#judge(root, { kind: 'scan', ...content });
    } catch (error) {
      return { kind: 'unreachable', reason: `The folder of the vault cannot be listed. ${fileProblem(error)}` };
    }
  }

  /** What the file system knows about the note at a path; undefined when only a scan can tell. */
  async look(root: FolderRoot, path: string): Promise<FileStat | undefined> {
    const place = join(root.place, path);
    try {
      const stat = (await this.files.realPath(place)) === place ? await this.files.stat(place) : undefined;
      return stat?.kind === 'file' ? stat : undefined;
    } catch {
      return undefined;
    }
  }

  /** Reads one note or file of definitions. */
  async read(path: string): Promise<NoteText> {
    if (pathInside(this.#folder, resolve(this.#folder, path)) === undefined) return OUTSIDE_VAULT;
    if (!isVaultPath(path) || !(isNoteName(path) || isDefinitionFile(path))) return { kind: 'missing' };
    return this.#gate.run(() => this.#read(path));
  }

  // The root is looked at again only when a note is not found below it as it was last seen.
  async #read(path: string): Promise<NoteText> {
    const known = this.#root;
    if (known !== undefined) {
      const note = await this.#readBelow(known, path);
      if (note.kind !== 'missing' && note !== OUTSIDE_VAULT) return note;
    }
    const root = await this.root();
    if (root.kind === 'unreachable') return { kind: 'unreadable', reason: root.reason };
    const note = await this.#readBelow(root, path);
    return note.kind === 'missing' ? this.#judgeMissing(root, path) : note;
  }

  async #readBelow(root: FolderRoot, path: string): Promise<NoteText> {
    try {
      return await readNote(this.files, root.place, path, join(root.place, path));
    } catch (error) {
      return saysGone(error) ? { kind: 'missing' } : { kind: 'unreadable', reason: fileProblem(error) };
    }
  }

  // A note that is out of reach with its whole folder is not gone.
  async #judgeMissing(root: FolderRoot, path: string): Promise<NoteText> {
    if (await this.#isBehindBrokenLink(root, path)) return { kind: 'unreadable', reason: BROKEN_LINK };
    if (this.#inhabited !== undefined && this.#inhabited !== root.identity)
      return { kind: 'unreadable', reason: EXCHANGED };
    return (await this.#isStill(root)) ? { kind: 'missing' } : { kind: 'unreadable', reason: EXCHANGED };
  }

  async #isBehindBrokenLink(root: FolderRoot, path: string): Promise<boolean> {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      const place = join(root.place, folder);
      const resolved = await this.files.realPath(place).catch(() => undefined);
      if (resolved !== undefined) return false;
      const link = await this.files.isLink(place).catch(() => false);
      if (link) return true;
    }
    return false;
  }

  async #isStill(root: FolderRoot): Promise<boolean> {
    const now = await this.root();
    return now.kind === 'root' && now.identity === root.identity;
  }

  // An unmounted drive leaves an empty folder behind, which is another one than the folder that had the notes.
  #judge(root: FolderRoot, scan: FolderScan): FolderScan | Unreachable {
    if (scan.notes.size > 0) this.#inhabited = root.identity;
    else if (this.#inhabited !== undefined && this.#inhabited !== root.identity) {
      return { kind: 'unreachable', reason: EMPTY };
    }
    return scan;
  }
}
