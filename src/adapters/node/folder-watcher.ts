import { type FSWatcher, lstat, watch } from 'node:fs';
import { basename, join } from 'node:path';
import { errorCode } from './file-problem';
import { isNoteName, isVaultName, joinPath } from './note-path';

/** What a watcher tells. */
export interface WatcherEvents {
  /** Something happened to the note at this vault-relative path. */
  note(path: string): void;
  /** Something happened to a folder, or it is not clear what happened. */
  folder(): void;
  /** The watcher can no longer be trusted. */
  failed(error: unknown): void;
}

/** The folders of a vault to be watched: real places, and the vault-relative paths by which the vault shows them. */
export type WatchedFolders = ReadonlyMap<string, string>;

/** Watches folders, each for what happens directly in it. */
export interface FolderWatcher {
  /** Watches these folders and no others from now on. Answers whether one of them was not watched before. */
  watch(folders: WatchedFolders): boolean;
  /** Lets go of everything. */
  close(): void;
}

/** Makes a watcher that watches nothing yet. */
export type OpenWatcher = (events: WatcherEvents) => FolderWatcher;

// They concern one folder; the others are watched well.
const LOCAL_ERRORS: ReadonlySet<string | undefined> = new Set([
  'EACCES',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTDIR',
  'EPERM',
]);

/** Watches with the events of the system. */
export const openSystemWatcher: OpenWatcher = (events) => new SystemWatcher(events);

/**
 * One watch of the system for each folder, never for single notes: tens of thousands of them would exceed the system's
 * limits, and a folder's watch tells of the notes in it.
 */
class SystemWatcher implements FolderWatcher {
  readonly #watches = new Map<string, FSWatcher>();

  constructor(private readonly events: WatcherEvents) {}

  watch(folders: WatchedFolders): boolean {
    for (const place of this.#watches.keys()) if (!folders.has(place)) this.#drop(place);
    const missing = [...folders].filter(([place]) => !this.#watches.has(place));
    return missing.map(([place, path]) => this.#add(place, path)).includes(true);
  }

  close(): void {
    for (const place of this.#watches.keys()) this.#drop(place);
  }

  #add(place: string, path: string): boolean {
    try {
      const system = watch(place, (event, name) => {
        this.#hear(place, path, event, name);
      });
      system.on('error', (error) => {
        if (LOCAL_ERRORS.has(errorCode(error))) this.#hearOfItself(place);
        else this.events.failed(error);
      });
      this.#watches.set(place, system);
      return true;
    } catch (error) {
      // A folder that cannot be watched is looked at from time to time, like all others.
      if (!LOCAL_ERRORS.has(errorCode(error))) this.events.failed(error);
      return false;
    }
  }

  #drop(place: string): void {
    this.#watches.get(place)?.close();
    this.#watches.delete(place);
  }

  #hear(place: string, path: string, event: string, name: string | null): void {
    if (name === null) this.events.folder();
    else if (name === basename(place)) this.#hearOfItself(place);
    else if (isVaultName(name)) {
      if (isNoteName(name)) this.events.note(joinPath(path, name));
      else if (event === 'rename') this.#hearOfOther(join(place, name));
    }
  }

  // A folder that was removed or renamed is named in its own watch, which is dead then, also when another folder of
  // that name is there already. What is watched next starts it anew.
  #hearOfItself(place: string): void {
    this.#drop(place);
    this.events.folder();
  }

  // Files that are no notes do not matter, folders that come and go do.
  #hearOfOther(place: string): void {
    lstat(place, (error, stats) => {
      if (error !== null || !stats.isFile()) this.events.folder();
    });
  }
}
