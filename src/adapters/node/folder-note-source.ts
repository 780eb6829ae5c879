import { basename, resolve } from 'node:path';
import type { Log } from '../../core/ports/log';
import type { NoteChange, NoteListing, NoteSource, NoteText, Stop } from '../../core/ports/note-source';
import type { FolderFiles } from './folder-files';
import { FolderWatch, type WatchTiming } from './folder-watch';
import { type OpenWatcher, openSystemWatcher } from './folder-watcher';
import { LocalFiles } from './local-files';
import { type FolderScan, type Unreachable, VaultFolder } from './vault-folder';

/** What a folder source can be given other than the usual. */
export interface FolderSourceOptions {
  /** The vault's name; without it the folder's. */
  readonly name?: string | undefined;
  readonly files?: FolderFiles;
  readonly openWatcher?: OpenWatcher;
  readonly timing?: Partial<WatchTiming>;
}

const TIMING: WatchTiming = {
  settle: 100,
  longest: 2_000,
  check: 2_000,
  compare: 60_000,
  retry: 2_000,
  longestRetry: 60_000,
};

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : 1;
}

function toListing(scan: FolderScan | Unreachable): NoteListing {
  if (scan.kind === 'unreachable') return scan;
  const notes = Array.from(scan.notes, ([path, { size, modified }]) => ({ path, size, modified }));
  return { kind: 'notes', notes: notes.sort(byPath), unreadable: [...scan.unreadable].sort(byPath) };
}

/** A vault that is a folder on this machine. Links within the vault are followed, links out of it are not. */
export class FolderNoteSource implements NoteSource {
  readonly name: string;
  readonly #folder: VaultFolder;
  readonly #watches = new Set<FolderWatch>();
  #listing: Promise<FolderScan | Unreachable> | undefined;

  constructor(
    folder: string,
    private readonly log: Log,
    private readonly options: FolderSourceOptions = {},
  ) {
    this.name = options.name ?? basename(resolve(folder));
    this.#folder = new VaultFolder(folder, options.files ?? new LocalFiles());
  }

  async list(): Promise<NoteListing> {
    const listing = this.#folder.scan();
    this.#listing = listing;
    for (const watch of this.#watches) watch.learn(listing);
    return toListing(await listing);
  }

  read(path: string): Promise<NoteText> {
    return this.#folder.read(path);
  }

  watch(onChanges: (changes: readonly NoteChange[]) => void): Stop {
    const watch = new FolderWatch({
      folder: this.#folder,
      log: this.log,
      openWatcher: this.options.openWatcher ?? openSystemWatcher,
      timing: { ...TIMING, ...this.options.timing },
      onChanges,
    });
    if (this.#listing !== undefined) watch.learn(this.#listing);
    this.#watches.add(watch);
    return () => {
      this.#watches.delete(watch);
      watch.stop();
    };
  }
}
