import { NO_NOTE_PATH, type NoteCreation, type NoteWriter, type NoteWriting } from '../../core/ports/note-writer';
import type { MemoryNoteSource } from './memory-note-source';

const LONGEST_NAME = 255;
const encoder = new TextEncoder();

/** Writes into a vault in memory. */
export class MemoryNoteWriter implements NoteWriter {
  readonly #folders = new Set<string>();
  #refusal: string | undefined;
  /** How many notes were written or removed so far. */
  writes = 0;

  constructor(private readonly source: MemoryNoteSource) {}

  /** Whether there is such a folder; it stays when it gets empty. */
  hasFolder(path: string): boolean {
    return this.#folders.has(path) || this.source.hasFolder(path);
  }

  /** With a reason, nothing can be written from now on; without one it can. */
  refuse(reason: string | undefined): void {
    this.#refusal = reason;
  }

  async create(path: string, text: string): Promise<NoteCreation> {
    await Promise.resolve();
    const refused = this.#refused(path);
    if (refused) return refused;
    if (this.source.text(path) !== undefined) return { kind: 'exists' };
    const folders = this.#makeFolders(path);
    this.#set(path, text);
    return { kind: 'written', folders };
  }

  replace(path: string, expected: string, text: string): Promise<NoteWriting> {
    return this.#change(path, expected, () => this.#set(path, text));
  }

  async move(from: string, to: string): Promise<NoteCreation> {
    const refused = this.#refused(from) ?? this.#refused(to);
    if (refused) return refused;
    const note = await this.source.read(from);
    if (note.kind === 'missing') return note;
    if (note.kind === 'unreadable') return { kind: 'refused', reason: note.reason };
    if (from !== to && this.source.text(to) !== undefined) return { kind: 'exists' };
    const folders = this.#makeFolders(to);
    for (const folder of foldersOf(from)) this.#folders.add(folder);
    if (from !== to) this.source.rename(from, to);
    this.writes += 1;
    return { kind: 'written', folders };
  }

  remove(path: string, expected: string): Promise<NoteWriting> {
    return this.#change(path, expected, () => {
      this.writes += 1;
      for (const folder of foldersOf(path)) this.#folders.add(folder);
      this.source.remove(path);
    });
  }

  removeEmptyFolder(path: string): Promise<void> {
    const hasFolder = [...this.#folders].some((folder) => folder.startsWith(`${path}/`));
    if (!this.source.hasFolder(path) && !hasFolder && this.#refusal === undefined) this.#folders.delete(path);
    return Promise.resolve();
  }

  async #change(path: string, expected: string, work: () => void): Promise<NoteWriting> {
    const refused = this.#refused(path);
    if (refused) return refused;
    const note = await this.source.read(path);
    if (note.kind === 'missing') return note;
    if (note.kind === 'unreadable') return { kind: 'refused', reason: note.reason };
    if (note.kind !== 'text' || note.text !== expected) return { kind: 'changed' };
    work();
    return { kind: 'written' };
  }

  /** Which folders had to be made. */
  #makeFolders(path: string): readonly string[] {
    const made = foldersOf(path).filter((folder) => !this.#folders.has(folder) && !this.source.hasFolder(folder));
    for (const folder of foldersOf(path)) this.#folders.add(folder);
    return made;
  }

  #set(path: string, text: string): void {
    this.writes += 1;
    this.source.set(path, text);
  }

  #refused(path: string): Extract<NoteWriting, { kind: 'refused' }> | undefined {
    if (!isWritable(path)) return NO_NOTE_PATH;
    if (this.#refusal !== undefined) return { kind: 'refused', reason: this.#refusal };
    const isTooLong = path.split('/').some((part) => encoder.encode(part).length > LONGEST_NAME);
    return isTooLong ? { kind: 'refused', reason: 'Its path is too long.' } : undefined;
  }
}

function isWritable(path: string): boolean {
  const isPart = (part: string): boolean => part !== '' && !part.startsWith('.') && part !== 'node_modules';
  return /\.md$/i.test(path) && !/[\\\0]|^[a-z]:/i.test(path) && path.split('/').every(isPart);
}

function foldersOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, depth) => parts.slice(0, depth + 1).join('/'));
}
