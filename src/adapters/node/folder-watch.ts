import { clearTimeout, setTimeout } from 'node:timers';
import type { Log } from '../../core/ports/log';
import type { NoteChange } from '../../core/ports/note-source';
import { ChangeBatch, type ChangedPlaces } from './change-batch';
import type { OpenWatcher } from './folder-watcher';
import { type FoundChanges, KnownNotes } from './known-notes';
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
  ready: boolean;
  close: () => Promise<void>;
}

// With more notes than this, one look at the whole vault is cheaper than a look at each.
const MANY = 200;

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
    this.#batch.clear();
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
    if (root.kind === 'unreachable') this.#leave(root.reason);
    else await this.#checkWatcher(root);
    this.#checkTimer = setTimeout(() => {
      this.#queue(() => this.#check());
    }, this.parts.timing.check).unref();
  }

  async #checkWatcher(root: FolderRoot): Promise<void> {
    const now = performance.now();
    if (this.#identity !== undefined && this.#identity !== root.identity) {
      this.#leave(EXCHANGED);
      this.#known.doubt();
    }
    this.#identity = root.identity;
    const due = this.#known.owesNews || now - this.#comparedAt >= this.parts.timing.compare;
    if (this.#watcher === undefined && now >= this.#openAt) await this.#open(root);
    else if (this.#watcher?.ready === true && due) await this.#compare();
  }

  async #open(root: FolderRoot): Promise<void> {
    // As long as the watcher keeps failing, this is how changes are found.
    if (this.#failures > 0) await this.#compare();
    if (this.#stopped) return;
    const opened: OpenedWatcher = { root, since: performance.now(), ready: false, close: () => Promise.resolve() };
    this.#watcher = opened;
    try {
      opened.close = this.parts.openWatcher(root.place, {
        ready: () => {
          this.#queue(() => this.#whenReady(opened));
        },
        note: (path) => {
          if (this.#watcher === opened) this.#batch.note(path);
        },
        folder: () => {
          if (this.#watcher === opened) this.#batch.folder();
        },
        failed: (error) => {
          this.#fail(opened, error);
        },
      });
    } catch (error) {
      this.#fail(opened, error);
    }
  }

  // What happened before everything was watched is found by comparing.
  async #whenReady(opened: OpenedWatcher): Promise<void> {
    if (this.#watcher !== opened) return;
    opened.ready = true;
    await this.#compare();
  }

  #fail(opened: OpenedWatcher, error: unknown): void {
    if (this.#stopped || this.#watcher !== opened) return;
    const { retry, longestRetry } = this.parts.timing;
    const now = performance.now();
    if (now - opened.since > longestRetry) this.#failures = 0;
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
    const watcher = this.#watcher;
    this.#watcher = undefined;
    this.#batch.clear();
    watcher?.close().catch((error: unknown) => {
      this.parts.log.warn('A watcher of the vault could not be closed.', error);
    });
  }

  async #look(places: ChangedPlaces): Promise<void> {
    const watcher = this.#watcher;
    // Before it is ready, the comparison that follows will find everything.
    if (watcher?.ready !== true) return;
    if (!places.folders && places.notes.size <= MANY) {
      this.#report(await this.#known.look(watcher.root, places.notes));
      return;
    }
    this.#known.doubt(places.notes);
    await this.#compare();
  }

  async #compare(): Promise<void> {
    const found = await this.#known.compare();
    this.#comparedAt = performance.now();
    if (found.kind === 'changes') this.#away = false;
    this.#report(found);
  }

  #report(found: FoundChanges): void {
    if (this.#stopped) return;
    if (found.kind === 'unreachable') this.#leave(found.reason);
    else if (found.changes.length > 0) this.parts.onChanges(found.changes);
  }
}
