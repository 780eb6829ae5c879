import type { TFile, Vault } from 'obsidian';
import type { Clock, Timer } from '../../core/ports/clock';
import {
  LARGEST_NOTE,
  type NoteChange,
  type NoteListing,
  type NoteSource,
  type NoteStat,
  type NoteText,
  type Stop,
} from '../../core/ports/note-source';
import { ChangeBatches } from './change-batches';
import { isNotePath, isReadablePath, staysInVault } from './note-path';
import { onVaultChanges } from './vault-changes';
import { findUnreadableFolders, isReachable } from './vault-reach';

/** After so many milliseconds of reading without a pause the app gets its turn. */
const LONGEST_RUN = 16;
// Where more than one character in this many could not be decoded, the file is no text.
const READABLE_PER_BROKEN = 8;

/** What the source needs from the host. */
export interface VaultNoteSourceParts {
  readonly vault: Vault;
  readonly clock: Clock;
  readonly timer: Timer;
}

/** The notes of the open Obsidian vault. Only the text counts: the app's metadata cache may lag behind or be empty. */
export class VaultNoteSource implements NoteSource {
  readonly #vault: Vault;
  readonly #clock: Clock;
  readonly #timer: Timer;
  #runningSince = 0;
  #pause: Promise<void> | undefined;

  constructor({ vault, clock, timer }: VaultNoteSourceParts) {
    this.#vault = vault;
    this.#clock = clock;
    this.#timer = timer;
  }

  get name(): string {
    return this.#vault.getName();
  }

  async list(): Promise<NoteListing> {
    if (!(await isReachable(this.#vault))) return { kind: 'unreachable', reason: 'The vault’s folder is not there.' };
    const unreadable = await findUnreadableFolders(this.#vault);
    const notes = this.#vault
      .getFiles()
      .filter(({ path }) => isNotePath(path) && !unreadable.some((folder) => path.startsWith(`${folder.path}/`)))
      .map(statOf)
      .sort((a, b) => (a.path < b.path ? -1 : 1));
    return { kind: 'notes', notes, unreadable };
  }

  async read(path: string): Promise<NoteText> {
    if (!staysInVault(path)) return { kind: 'unreadable', reason: 'The path leads out of the vault.' };
    await this.#letTheAppRun();
    const file = isReadablePath(path) ? this.#vault.getFileByPath(path) : null;
    if (file === null) return { kind: 'missing' };
    if (file.stat.size > LARGEST_NOTE) return { kind: 'too-large', size: file.stat.size };
    try {
      return readingOf(await this.#vault.cachedRead(file), file);
    } catch (error) {
      // The vault still knows the note. Were it gone, the app would say so with an event.
      return { kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  watch(onChanges: (changes: readonly NoteChange[]) => void): Stop {
    const batches = new ChangeBatches({
      timer: this.#timer,
      isReachable: () => isReachable(this.#vault),
      deliver: onChanges,
    });
    const stop = onVaultChanges(this.#vault, (changes) => batches.add(changes));
    return () => {
      stop();
      batches.stop();
    };
  }

  /** Notes that the app holds in memory are answered without a pause, so a long run of reads would freeze it. */
  #letTheAppRun(): Promise<void> {
    if (this.#pause !== undefined) return this.#pause;
    const running = this.#clock.now() - this.#runningSince;
    if (running >= 0 && running < LONGEST_RUN) return Promise.resolve();
    this.#pause = new Promise((resolve) => {
      this.#timer.after(0, () => {
        this.#pause = undefined;
        this.#runningSince = this.#clock.now();
        resolve();
      });
    });
    return this.#pause;
  }
}

function readingOf(text: string, file: TFile): NoteText {
  if (text.length > LARGEST_NOTE) return { kind: 'too-large', size: text.length };
  return isBinary(text) ? { kind: 'binary' } : { kind: 'text', text, stat: statOf(file) };
}

function isBinary(text: string): boolean {
  if (text.includes('\0')) return true;
  if (!text.includes('\ufffd')) return false;
  return (text.split('\ufffd').length - 1) * READABLE_PER_BROKEN > text.length;
}

function statOf(file: TFile): NoteStat {
  return { path: file.path, size: file.stat.size, modified: file.stat.mtime };
}
