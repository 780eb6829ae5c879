import { realpathSync, type Stats } from 'node:fs';
import { basename, dirname } from 'node:path';
import { watch } from 'chokidar';
import { errorCode } from './file-problem';
import { isNoteName, isVaultName, isVaultPath, pathInside } from './note-path';

/** What a watcher tells. Paths are vault-relative. */
export interface WatcherEvents {
  /** Everything is watched from now on. */
  ready(): void;
  /** Something happened to a note. */
  note(path: string): void;
  /** Something happened to a folder, or the watcher is not sure about a part of the vault. */
  folder(): void;
  /** The watcher can no longer be trusted. */
  failed(error: unknown): void;
}

/** Watches a folder (a real path) until the returned function is called, which lets go of everything. */
export type OpenWatcher = (root: string, events: WatcherEvents) => () => Promise<void>;

// They concern one place, which the next scan tells about; the rest is watched well.
const LOCAL_ERRORS: ReadonlySet<string | undefined> = new Set(['EACCES', 'ELOOP', 'ENAMETOOLONG', 'EPERM']);

/**
 * Whether a link has to be watched: only when it leads to a part of the vault's folder that is not watched already,
 * and not back to where it is.
 */
function isFollowed(root: string, link: string): boolean {
  try {
    const target = realpathSync.native(link);
    const path = pathInside(root, target);
    if (path === undefined || isVaultPath(path)) return false;
    for (let folder = dirname(link); folder.length > root.length; folder = dirname(folder)) {
      if (realpathSync.native(folder) === target) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** What the watcher leaves out. It is asked about a path with and without knowing what is there. */
function isIgnored(root: string, path: string, stats: Stats | undefined): boolean {
  if (path === root) return false;
  const name = basename(path);
  if (!isVaultName(name)) return true;
  if (stats?.isSymbolicLink() === true) return !isFollowed(root, path);
  return stats?.isFile() === true && !isNoteName(name);
}

/** The watcher of the file system's own events. */
export const openFileWatcher: OpenWatcher = (root, events) => {
  const watcher = watch(root, {
    ignored: (path, stats) => isIgnored(root, path, stats),
    ignoreInitial: true,
    ignorePermissionErrors: true,
    // Delays a removal and hides some file names; whoever gets the events waits until it is quiet anyway.
    atomic: false,
  });
  watcher.on('all', (event, place) => {
    const path = pathInside(root, place);
    if (event === 'addDir' || event === 'unlinkDir' || path === undefined) events.folder();
    else if (isNoteName(path)) events.note(path);
  });
  watcher.on('error', (error) => {
    if (LOCAL_ERRORS.has(errorCode(error))) events.folder();
    else events.failed(error);
  });
  watcher.on('ready', () => events.ready());
  return () => watcher.close();
};
