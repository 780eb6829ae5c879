import { TFile, type FileManager, type Vault } from 'obsidian';
import {
  NO_NOTE_PATH,
  type NoteCreation,
  type NoteWriter,
  type NoteWriting,
  type NotWritten,
} from '../../core/ports/note-writer';
import { isNotePath, staysInVault } from './note-path';

/** What the writer needs from the app. */
export interface VaultNoteWriterParts {
  readonly vault: Vault;
  readonly fileManager: FileManager;
}

/** Writes the notes of the open Obsidian vault, through the app, so that editors and caches follow. */
export class VaultNoteWriter implements NoteWriter {
  readonly #vault: Vault;
  readonly #fileManager: FileManager;
  /** Notes may be made side by side; their common folders are made once. */
  #foldersMade: Promise<unknown> = Promise.resolve();
  readonly #underWay = new Set<string>();

  constructor({ vault, fileManager }: VaultNoteWriterParts) {
    this.#vault = vault;
    this.#fileManager = fileManager;
  }

  async create(path: string, text: string): Promise<NoteCreation> {
    if (!isWritable(path)) return NO_NOTE_PATH;
    if (this.#underWay.has(path)) return { kind: 'exists' };
    this.#underWay.add(path);
    try {
      return await this.#create(path, text);
    } catch (error) {
      return saysExists(error) ? { kind: 'exists' } : refused(error);
    } finally {
      this.#underWay.delete(path);
    }
  }

  async replace(path: string, expected: string, text: string): Promise<NoteWriting> {
    const file = this.#fileAt(path);
    if (!(file instanceof TFile)) return file;
    try {
      const found: string[] = [];
      await this.#vault.process(file, (now) => {
        found.push(now);
        return now === expected ? text : now;
      });
      return { kind: found.at(-1) === expected ? 'written' : 'changed' };
    } catch (error) {
      return refused(error);
    }
  }

  async move(from: string, to: string): Promise<NoteCreation> {
    const file = this.#fileAt(from);
    if (!(file instanceof TFile)) return file;
    if (!isWritable(to)) return NO_NOTE_PATH;
    if (from === to) return { kind: 'written', folders: [] };
    try {
      const isSameName = from.toLowerCase() === to.toLowerCase();
      if (!isSameName && (await this.#isTaken(to))) return { kind: 'exists' };
      const folders = await this.#foldersFor(to);
      await this.#fileManager.renameFile(file, to);
      return { kind: 'written', folders };
    } catch (error) {
      return saysExists(error) ? { kind: 'exists' } : refused(error);
    }
  }

  async remove(path: string, expected: string): Promise<NoteWriting> {
    const file = this.#fileAt(path);
    if (!(file instanceof TFile)) return file;
    try {
      if ((await this.#vault.read(file)) !== expected) return { kind: 'changed' };
      await this.#fileManager.trashFile(file);
      return { kind: 'written' };
    } catch (error) {
      return refused(error);
    }
  }

  async removeEmptyFolder(path: string): Promise<void> {
    if (!staysInVault(path)) return;
    const folder = this.#vault.getFolderByPath(path);
    if (folder === null || folder.isRoot()) return;
    try {
      // The folder may hold files that the app does not show.
      const { files, folders } = await this.#vault.adapter.list(path);
      if (files.length + folders.length === 0) await this.#fileManager.trashFile(folder);
    } catch {
      // An empty folder that stays hurts nobody.
    }
  }

  async #create(path: string, text: string): Promise<NoteCreation> {
    if (await this.#isTaken(path)) return { kind: 'exists' };
    const folders = await this.#foldersFor(path);
    await this.#vault.create(path, text);
    return { kind: 'written', folders };
  }

  /** Files that were just made beside the app are on the disk alone. */
  async #isTaken(path: string): Promise<boolean> {
    return this.#vault.getAbstractFileByPath(path) !== null || this.#vault.adapter.exists(path);
  }

  #foldersFor(path: string): Promise<readonly string[]> {
    const making = this.#foldersMade.catch(() => undefined).then(() => this.#makeFolders(path));
    this.#foldersMade = making;
    return making;
  }

  #fileAt(path: string): TFile | NotWritten {
    if (!isWritable(path)) return NO_NOTE_PATH;
    return this.#vault.getFileByPath(path) ?? { kind: 'missing' };
  }

  async #makeFolders(path: string): Promise<readonly string[]> {
    const made: string[] = [];
    const parts = path.split('/').slice(0, -1);
    for (const [depth] of parts.entries()) {
      const folder = parts.slice(0, depth + 1).join('/');
      if (this.#vault.getAbstractFileByPath(folder) !== null || (await this.#vault.adapter.exists(folder))) continue;
      await this.#vault.createFolder(folder);
      made.push(folder);
    }
    return made;
  }
}

function isWritable(path: string): boolean {
  return isNotePath(path) && staysInVault(path) && !path.includes('\\') && !path.split('/').includes('');
}

function saysExists(error: unknown): boolean {
  return error instanceof Error && /already exists/i.test(error.message);
}

/** The app's messages name absolute paths. */
function refused(error: unknown): NoteWriting & { readonly kind: 'refused' } {
  const message = error instanceof Error ? error.message : '';
  const known = SENTENCES.find(([sign]) => message.includes(sign));
  return { kind: 'refused', reason: known?.[1] ?? 'Obsidian could not write the note.' };
}

const SENTENCES: readonly (readonly [string, string])[] = [
  ['ENOSPC', 'The disk is full.'],
  ['EROFS', 'The disk is read-only.'],
  ['EACCES', 'Access was denied.'],
  ['EPERM', 'Access was denied.'],
  ['ENAMETOOLONG', 'Its path is too long.'],
  ['EBUSY', 'Another program is using it.'],
];
