import { clearTimeout, setTimeout } from 'node:timers';

/** Where something happened since the last batch. */
export interface ChangedPlaces {
  readonly notes: ReadonlySet<string>;
  /** Something happened to a folder: single notes do not tell everything. */
  readonly folders: boolean;
}

/** Collects what happens until it is quiet, so that a rename stays together and a note is written to its end. */
export class ChangeBatch {
  #notes = new Set<string>();
  #folders = false;
  #since: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** Passes on after `settle` quiet milliseconds, and at the latest `longest` milliseconds after the first event. */
  constructor(
    private readonly settle: number,
    private readonly longest: number,
    private readonly pass: (places: ChangedPlaces) => void,
  ) {}

  note(path: string): void {
    this.#notes.add(path);
    this.#wait();
  }

  folder(): void {
    this.#folders = true;
    this.#wait();
  }

  /** Forgets what was collected. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#notes = new Set();
    this.#folders = false;
    this.#since = undefined;
  }

  #wait(): void {
    const now = performance.now();
    this.#since ??= now;
    clearTimeout(this.#timer);
    const left = this.#since + this.longest - now;
    this.#timer = setTimeout(
      () => {
        this.#flush();
      },
      Math.max(0, Math.min(this.settle, left)),
    );
    this.#timer.unref();
  }

  #flush(): void {
    const places = { notes: this.#notes, folders: this.#folders };
    this.clear();
    this.pass(places);
  }
}
