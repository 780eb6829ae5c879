import { clearTimeout, setTimeout } from 'node:timers';
import type { Log } from '../../core/ports/log';
import type { NoteChange } from '../../core/ports/note-source';
import { ChangeBatch, type ChangedPlaces } from './change-batch';
import type { FolderWatcher, OpenWatcher } from './folder-watcher';
import { KnownNotes } from './known-notes';
import type { FolderRoot, FolderScan, Unreachable, VaultFolder } from './vault-folder';

/** How long a watch waits, in milliseconds. */
export interface WatchTiming {
  /** Changes are passed on when nothing happened for this long. */
  readonly settle: number;
  /** They are passed on at the latest after this time. */
  readonly longest: number;
  /** How often it is checked whether the vault's folder is there. */
  readonly check: number;
  /** How often the whole vault is compared, for drives and containers that do not report every change. */
  readonly compare: number;
  /** The pause after a first failure of the watcher; it doubles with each further one. Ends with the next check. */
  readonly retry: number;
  readonly longestRetry: number;
}

/** What a watch is made of. */
export interface WatchParts {
  readonly folder: VaultFolder;
  readonly log: Log;
  readonly openWatcher: OpenWatcher;
  readonly timing: WatchTiming;
  readonly onChanges: (changes: readonly NoteChange[]) => void;
}

interface OpenedWatcher {
  readonly root: FolderRoot;
  readonly since: number;
  readonly system: FolderWatcher;
}

// With more notes than this, one look at the whole vault is cheaper than a look at each.
const MANY = 200;

// Folders that appear while others are being looked at are caught up with; someone who makes them without end is not.
const ROUNDS = 5;

const EXCHANGED = 'Another folder took its place.';

/**
 * Reports what happens to the notes of a folder. Events of the system only say where to look; what is reported is what
 * the disk shows, compared with what was last known. While the folder itself is out of reach nothing is reported, and
 * when it is back, what differs.
 */
export class FolderWatch {
  readonly #known: KnownNotes;
  readonly #batch: ChangeBatch;
  #watcher: OpenedWatcher | undefined;
  /** Of the folder that was last seen. */
  #identity: string | undefined;
  #away = false;
  #failures = 0;
  #openAt = 0;
  #comparedAt = 0;
  #checkTimer: NodeJS.Timeout | undefined;
  #work = Promise.resolve();
  #stopped = false;

  constructor(private readonly parts: WatchParts) {
    this.#known = new KnownNotes(parts.folder);
    this.#batch = new ChangeBatch(parts.timing.settle, parts.timing.longest, (places) => {
      this.#queue(() => this.#look(places));
    });
    this.#queue(() => this.#check());
  }

  /** Tells about a listing that the listener gets: what happens after it was asked for is reported. */
  learn(listing: Promise<FolderScan | Unreachable>): void {
    this.#known.learn(listing);
  }

  /** Ends the watch; nothing is reported from now on. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#checkTimer);
    this.#close();
  }

  // One piece of work after the other: two looks at the same time would report the same change twice.
  #queue(work: () => Promise<void>): void {
    this.#work = this.#work
      .then(() => (this.#stopped ? undefined : work()))
      .catch((error: unknown) => {
        this.parts.log.warn('Watching the vault met an unexpected error.', error);
      });
  }

  async #check(): Promise<void> {
    const root = await this.parts.folder.root();
    if (this.#stopped) return;
    this.#checkTimer = setTimeout(() => {
      this.#queue(() => this.#check());
    }, this.parts.timing.check).unref();
    if (root.kind === 'unreachable') this.#leave(root.reason);
    else await this.#checkWatcher(root);
  }

  async #checkWatcher(root: FolderRoot): Promise<void> {
    if (this.#identity !== undefined && this.#identity !== root.identity) {
      this.#leave(EXCHANGED);
      this.#known.doubt();
    }
    this.#identity = root.identity;
    const now = performance.now();
    const due = this.#known.owesNews || now - this.#comparedAt >= this.parts.timing.compare;
    if (this.#watcher === undefined && now >= this.#openAt) await this.#open(root);
    else if (this.#watcher !== undefined && due) await this.#compare();
  }

  async #open(root: FolderRoot): Promise<void> {
    const system = this.parts.openWatcher({
      note: (path) => {
        if (this.#watcher?.system === system) this.#batch.note(path);
      },
      folder: () => {
        if (this.#watcher?.system === system) this.#batch.folder();
      },
      failed: (error) => {
        if (this.#watcher?.system === system) this.#fail(this.#watcher, error);
      },
    });
    this.#watcher = { root, since: performance.now(), system };
    system.watch(new Map([[root.place, '']]));
    await this.#compare();
  }

  #fail(failed: OpenedWatcher, error: unknown): void {
    const { retry, longestRetry } = this.parts.timing;
    const now = performance.now();
    if (now - failed.since > longestRetry) this.#failures = 0;
    this.parts.log.warn('Watching the vault failed; it is tried again.', error);
    this.#close();
    this.#openAt = now + Math.min(longestRetry, retry * 2 ** this.#failures);
    this.#failures += 1;
  }

  #leave(reason: string): void {
    if (!this.#away) this.parts.log.warn(`The vault is out of reach; what is known of it is kept. ${reason}`);
    this.#away = true;
    this.#close();
  }

  #close(): void {
    this.#batch.clear();
    this.#watcher?.system.close();
    this.#watcher = undefined;
  }

  async #look({ notes, folders }: ChangedPlaces): Promise<void> {
    if (this.#watcher === undefined) return;
    const alone = !folders && notes.size <= MANY;
    const changes = alone ? await this.#known.look(this.#watcher.root, notes) : undefined;
    if (changes !== undefined) {
      this.#report(changes);
      return;
    }
    this.#known.doubt(notes);
    await this.#compare();
  }

  // Asked after a wait: it may have been stopped meanwhile.
  #isOver(): boolean {
    return this.#stopped;
  }

  // What happens in a folder before it is watched is found by comparing once more.
  async #compare(): Promise<void> {
    for (let round = 0; round < ROUNDS && !this.#stopped; round += 1) {
      const found = await this.#known.compare();
      this.#comparedAt = performance.now();
      if (found.kind === 'unreachable') this.#leave(found.reason);
      if (found.kind === 'unreachable' || this.#isOver()) return;
      this.#away = false;
      const added = this.#watcher?.system.watch(found.folders) ?? false;
      this.#report(found.changes);
      if (!added) return;
    }
  }

  #report(changes: readonly NoteChange[]): void {
    if (this.#stopped || changes.length === 0) return;
    try {
      this.parts.onChanges(changes);
    } catch (error) {
      this.parts.log.warn('Changes of the vault could not be taken in.', error);
    }
  }
}
