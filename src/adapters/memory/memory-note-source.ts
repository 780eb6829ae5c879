import {
  isDefinitionFile,
  LARGEST_NOTE,
  type NoteChange,
  type NoteListing,
  type NoteSource,
  type NoteStat,
  type NoteText,
  type Stop,
  type UnreadableFolder,
} from '../../core/ports/note-source';

interface MemoryNote {
  readonly text: string;
  readonly stat: NoteStat;
}

const HIDDEN = /(?:^|\/)(?:\.|node_modules(?:\/|$))/;
const encoder = new TextEncoder();

function isNote(path: string): boolean {
  return path.toLowerCase().endsWith('.md') && !HIDDEN.test(path);
}

function isReadable(path: string): boolean {
  return isNote(path) || (isDefinitionFile(path) && !HIDDEN.test(path));
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Whether a path leads to a place outside the root on its way. */
function leadsOut(path: string): boolean {
  let depth = 0;
  for (const part of path.split('/')) {
    depth += part === '..' ? -1 : 1;
    if (depth < 0) return true;
  }
  return path.startsWith('/');
}

/**
 * A vault held in memory. Changes are reported at once, before the method that made them returns; those made within
 * `batch` are reported together.
 */
export class MemoryNoteSource implements NoteSource {
  readonly #notes = new Map<string, MemoryNote>();
  readonly #listeners = new Set<(changes: readonly NoteChange[]) => void>();
  readonly #brokenFolders = new Map<string, string>();
  readonly #brokenNotes = new Map<string, string>();
  #unreachable: string | undefined;
  #batch: NoteChange[] | undefined;
  #writes = 0;
  /** How many notes were read so far. */
  reads = 0;
  /** Every answer waits for this, as on a slow drive. */
  delay: Promise<void> = Promise.resolve();

  constructor(
    notes: Readonly<Record<string, string>> = {},
    readonly name = 'Memory',
  ) {
    for (const [path, text] of Object.entries(notes)) this.set(path, text);
  }

  /** Makes or changes a file. */
  set(path: string, text: string): void {
    this.#put(path, text);
    this.#tell({ kind: 'changed', path });
  }

  /** The text of a file, whatever cannot be read at the moment; undefined where there is none. */
  text(path: string): string | undefined {
    return this.#notes.get(path)?.text;
  }

  /** Whether a folder has a file in it. */
  hasFolder(path: string): boolean {
    for (const note of this.#notes.keys()) if (note.startsWith(`${path}/`)) return true;
    return false;
  }

  /** Removes a file, or a folder with everything in it. */
  remove(path: string): void {
    this.batch(() => {
      for (const note of this.#below(path)) {
        this.#notes.delete(note);
        this.#tell({ kind: 'removed', path: note });
      }
    });
  }

  /** Renames a file, or a folder with everything in it. */
  rename(from: string, to: string): void {
    this.batch(() => {
      for (const path of this.#below(from)) {
        const text = this.#notes.get(path)?.text ?? '';
        const target = to + path.slice(from.length);
        this.#notes.delete(path);
        this.#put(target, text);
        this.#tellRenamed(path, target);
      }
    });
  }

  /** Reports all changes that happen during the call in one batch. */
  batch(work: () => void): void {
    if (this.#batch !== undefined) {
      work();
      return;
    }
    const batch: NoteChange[] = [];
    this.#batch = batch;
    try {
      work();
    } finally {
      this.#batch = undefined;
      this.#report(batch);
    }
  }

  /** With a reason, the vault is out of reach from now on; without one it is back. */
  failListing(reason: string | undefined): void {
    this.#unreachable = reason;
  }

  /** With a reason, the folder cannot be listed from now on, nor its notes be read; without one it can. */
  failFolder(path: string, reason: string | undefined): void {
    if (reason === undefined) this.#brokenFolders.delete(path);
    else this.#brokenFolders.set(path, reason);
  }

  /** With a reason, the note cannot be read from now on; without one it can. */
  failReading(path: string, reason: string | undefined): void {
    if (reason === undefined) this.#brokenNotes.delete(path);
    else this.#brokenNotes.set(path, reason);
  }

  async list(): Promise<NoteListing> {
    await this.delay;
    if (this.#unreachable !== undefined) return { kind: 'unreachable', reason: this.#unreachable };
    const visible = [...this.#notes.values()].filter(({ stat }) => isNote(stat.path) && !this.#brokenFolder(stat.path));
    const notes = visible.map(({ stat }) => stat).sort((a, b) => (a.path < b.path ? -1 : 1));
    return { kind: 'notes', notes, unreadable: Array.from(this.#brokenFolders, toUnreadable) };
  }

  async read(path: string): Promise<NoteText> {
    this.reads += 1;
    await this.delay;
    return this.#read(path);
  }

  watch(onChanges: (changes: readonly NoteChange[]) => void): Stop {
    const listener = (changes: readonly NoteChange[]): void => onChanges(changes);
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #read(path: string): NoteText {
    if (leadsOut(path)) return { kind: 'unreadable', reason: 'It is outside the vault.' };
    const broken = this.#unreachable ?? this.#brokenNotes.get(path) ?? this.#brokenFolder(path);
    if (broken !== undefined) return { kind: 'unreadable', reason: broken };
    const note = this.#notes.get(path);
    if (note === undefined || !isReadable(path)) return { kind: 'missing' };
    if (note.stat.size > LARGEST_NOTE) return { kind: 'too-large', size: note.stat.size };
    return note.text.includes('\0') ? { kind: 'binary' } : { kind: 'text', text: note.text, stat: note.stat };
  }

  #put(path: string, text: string): void {
    this.#writes += 1;
    this.#notes.set(path, { text, stat: { path, size: encoder.encode(text).length, modified: this.#writes } });
  }

  #below(path: string): string[] {
    return [...this.#notes.keys()].filter((note) => isBelow(note, path));
  }

  #brokenFolder(path: string): string | undefined {
    for (const [folder, reason] of this.#brokenFolders) if (isBelow(path, folder)) return reason;
    return undefined;
  }

  #tellRenamed(from: string, to: string): void {
    if (isNote(from) && isNote(to)) this.#tell({ kind: 'renamed', from, to });
    else this.#tell(isNote(to) ? { kind: 'changed', path: to } : { kind: 'removed', path: from });
  }

  #tell(change: NoteChange): void {
    if (!isNote(change.kind === 'renamed' ? change.to : change.path)) return;
    if (this.#batch === undefined) this.#report([change]);
    else this.#batch.push(change);
  }

  #report(changes: readonly NoteChange[]): void {
    if (changes.length === 0) return;
    for (const listener of [...this.#listeners]) listener(changes);
  }
}

function toUnreadable([path, reason]: readonly [string, string]): UnreadableFolder {
  return { path, reason };
}
