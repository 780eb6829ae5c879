import * as fs from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { saysGone } from './file-problem';
import type { AcceptFile, FileBytes, FileStat, FolderFiles, FoundFile } from './folder-files';
import { readFile, readFileSync, toFileStat } from './read-file';

// A fast disk answers in a hundredth of a millisecond, while a turn through Node's thread pool costs ten times that.
// So calls block, for this long, before everything else gets its turn.
const SLICE_MS = 8;

// A call that takes longer is one that waited for a slow disk or a network.
const SLOW_MS = 300;

// For this long after it, calls go through the thread pool, where they hold up nobody.
const PATIENT_MS = 10_000;

// How many questions the thread pool is given together.
const AT_ONCE = 16;

type FoundStat = FileStat | 'gone' | 'unknown';

function refusal(error: unknown): 'gone' | 'unknown' {
  return saysGone(error) ? 'gone' : 'unknown';
}

const realPath = promisify(fs.realpath.native);

/** The file system of this machine: quick on quick disks, and no obstacle to others on slow ones. */
export class LocalFiles implements FolderFiles {
  #sliceEnd = 0;
  #turn: Promise<void> | undefined;
  #patientUntil = 0;

  /** A call that takes longer than `slow` milliseconds makes the following ones patient. */
  constructor(private readonly slow: number = SLOW_MS) {}

  async find(path: string): Promise<FoundFile> {
    const start = performance.now();
    try {
      const place = await realPath(path);
      return { place, stat: toFileStat(await fs.promises.stat(place)) };
    } finally {
      this.#judge(start);
    }
  }

  entries(folder: string): Promise<readonly fs.Dirent[]> {
    return this.#call(
      () => fs.readdirSync(folder, { withFileTypes: true }),
      () => fs.promises.readdir(folder, { withFileTypes: true }),
    );
  }

  stat(path: string): Promise<FileStat> {
    return this.#call(
      () => toFileStat(fs.statSync(path)),
      async () => toFileStat(await fs.promises.stat(path)),
    );
  }

  async stats(paths: readonly string[]): Promise<readonly FoundStat[]> {
    const found: FoundStat[] = [];
    while (found.length < paths.length) {
      await this.#breathe();
      if (this.#isPatient()) {
        const next = paths.slice(found.length, found.length + AT_ONCE);
        found.push(...(await Promise.all(next.map((path) => fs.promises.stat(path).then(toFileStat, refusal)))));
      } else this.#statSlice(paths, found);
    }
    return found;
  }

  isLink(path: string): Promise<boolean> {
    return this.#call(
      () => fs.lstatSync(path).isSymbolicLink(),
      async () => (await fs.promises.lstat(path)).isSymbolicLink(),
    );
  }

  realPath(path: string): Promise<string> {
    return this.#call(
      () => fs.realpathSync.native(path),
      () => realPath(path),
    );
  }

  bytes(path: string, accept: AcceptFile): Promise<FileBytes> {
    return this.#call(
      () => readFileSync(path, accept),
      () => readFile(path, accept),
    );
  }

  async #call<Result>(quick: () => Result, patient: () => Promise<Result>): Promise<Result> {
    await this.#breathe();
    if (this.#isPatient()) return patient();
    const start = performance.now();
    try {
      return quick();
    } finally {
      this.#judge(start);
    }
  }

  #statSlice(paths: readonly string[], found: FoundStat[]): void {
    for (let start = 0; start < this.#sliceEnd && found.length < paths.length && !this.#isPatient();) {
      start = performance.now();
      try {
        found.push(toFileStat(fs.statSync(paths[found.length] ?? '')));
      } catch (error) {
        found.push(refusal(error));
      }
      this.#judge(start);
    }
  }

  async #breathe(): Promise<void> {
    if (performance.now() >= this.#sliceEnd) await (this.#turn ??= this.#nextTurn());
  }

  async #nextTurn(): Promise<void> {
    await setImmediate();
    this.#turn = undefined;
    this.#sliceEnd = performance.now() + SLICE_MS;
  }

  #isPatient(): boolean {
    return performance.now() < this.#patientUntil;
  }

  #judge(start: number): void {
    const now = performance.now();
    if (now - start > this.slow) this.#patientUntil = now + PATIENT_MS;
  }
}
