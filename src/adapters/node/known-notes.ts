import type { NoteChange } from '../../core/ports/note-source';
import type { FileStat } from './folder-files';
import type { WatchedFolders } from './folder-watcher';
import { noteDifferences } from './note-differences';
import type { FolderRoot, FolderScan, Unreachable, VaultFolder } from './vault-folder';

/** What a comparison found: changes, perhaps none, and the folders that the vault has. */
export interface Comparison {
  readonly kind: 'compared';
  readonly changes: readonly NoteChange[];
  readonly folders: WatchedFolders;
}

// Equals nothing that a file system tells.
const DOUBTED: FileStat = { kind: 'file', size: -1, modified: -1, changed: -1, identity: '' };

/** The notes as a listener knows them; each question answers what changed since and makes it known. */
export class KnownNotes {
  #notes: Map<string, FileStat> | undefined;
  #listing: Promise<FolderScan | Unreachable> | undefined;
  #toldUnreachable = false;

  constructor(private readonly folder: VaultFolder) {}

  /** Whether the listener was told that the vault is out of reach, and waits to hear that it is back. */
  get owesNews(): boolean {
    return this.#toldUnreachable;
  }

  /** Takes a listing that the listener asked for as what it knows. Later ones change nothing, unless they fail. */
  learn(listing: Promise<FolderScan | Unreachable>): void {
    this.#listing ??= listing;
    void listing.then((result) => {
      if (result.kind === 'unreachable') this.#toldUnreachable = true;
    });
  }

  /** No longer believes that what is known of these notes (of all, without paths) is what the disk has. */
  doubt(paths: Iterable<string> = this.#notes?.keys() ?? []): void {
    for (const path of paths) if (this.#notes?.has(path) === true) this.#notes.set(path, DOUBTED);
  }

  /** Compares the whole vault. */
  async compare(): Promise<Comparison | Unreachable> {
    await this.#takeListing();
    const scan = await this.folder.scan();
    if (scan.kind === 'unreachable') return scan;
    // Nobody asked for the notes yet: whoever does will see them as they are then.
    const silent = this.#notes === undefined && !this.#toldUnreachable;
    if (this.#toldUnreachable) this.doubt();
    this.#toldUnreachable = false;
    this.#notes ??= new Map();
    const changes = noteDifferences(this.#notes, scan.notes, scan.unreadable);
    apply(this.#notes, changes, scan.notes);
    return { kind: 'compared', changes: silent ? [] : changes, folders: scan.folders };
  }

  /**
   * Looks at single notes below a root that something happened to. Undefined when that does not suffice: only saved
   * notes are told apart that way; where notes came or went, the two halves of a rename have to be found together.
   */
  async look(root: FolderRoot, paths: ReadonlySet<string>): Promise<readonly NoteChange[] | undefined> {
    const seen = new Map<string, FileStat>();
    for (const path of paths) {
      const stat = this.#notes?.has(path) === true ? await this.folder.look(root, path) : undefined;
      if (stat === undefined) return undefined;
      seen.set(path, stat);
    }
    // A file saved twice in a few milliseconds can have the same size and times: what was told counts, not the stat.
    const changes = noteDifferences(new Map(), seen, []);
    if (this.#notes !== undefined) apply(this.#notes, changes, seen);
    return changes;
  }

  async #takeListing(): Promise<void> {
    const listed = await this.#listing;
    if (this.#notes === undefined && listed?.kind === 'scan') this.#notes = new Map(listed.notes);
  }
}

function apply(
  notes: Map<string, FileStat>,
  changes: readonly NoteChange[],
  seen: ReadonlyMap<string, FileStat>,
): void {
  for (const change of changes) {
    if (change.kind === 'removed') notes.delete(change.path);
    if (change.kind !== 'changed') continue;
    const stat = seen.get(change.path);
    if (stat !== undefined) notes.set(change.path, stat);
  }
}
