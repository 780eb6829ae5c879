import { randomBytes } from 'node:crypto';
import { link, lstat, mkdir, open, readFile, realpath, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { NO_NOTE_PATH, type NoteCreation, type NoteWriter, type NoteWriting } from '../../core/ports/note-writer';
import { errorCode, fileProblem, saysGone } from './file-problem';
import { isNoteName, isVaultPath, joinPath, pathInside } from './note-path';
import { renamePatiently, replaceFile } from './replace-file';

/** Some file systems (FAT, network drives) know no links: there the note is written in place. */
const NO_LINKS: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK']);

const PERMISSIONS = 0o777;

/** Writes the notes of a folder on this machine. Links within the vault are followed, links out of it are refused. */
export class FolderNoteWriter implements NoteWriter {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = resolve(folder);
  }

  async create(path: string, text: string): Promise<NoteCreation> {
    if (!isWritable(path)) return NO_NOTE_PATH;
    try {
      const root = await realpath(this.#folder);
      const folder = await this.#makeFolder(root, dirname(path));
      if (folder === undefined) return NO_NOTE_PATH;
      const place = join(folder.place, path.slice(path.lastIndexOf('/') + 1));
      await writeNew(place, text);
      return { kind: 'written', folders: folder.made };
    } catch (error) {
      return errorCode(error) === 'EEXIST' ? { kind: 'exists' } : refused(error);
    }
  }

  replace(path: string, expected: string, text: string): Promise<NoteWriting> {
    return this.#change(path, expected, async (place, mode) => replaceFile(place, text, mode));
  }

  async move(from: string, to: string): Promise<NoteCreation> {
    if (!isWritable(from) || !isWritable(to)) return NO_NOTE_PATH;
    try {
      const root = await realpath(this.#folder);
      const old = await realpath(join(root, from));
      if (pathInside(root, old) === undefined || (await lstat(join(root, from))).isSymbolicLink()) return NO_NOTE_PATH;
      if (!(await stat(old)).isFile()) return { kind: 'missing' };
      const folder = await this.#makeFolder(root, dirname(to));
      if (folder === undefined) return NO_NOTE_PATH;
      await moveFile(old, join(folder.place, to.slice(to.lastIndexOf('/') + 1)));
      return { kind: 'written', folders: folder.made };
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return { kind: 'exists' };
      if (!saysGone(error)) return refused(error);
      return this.#missing();
    }
  }

  remove(path: string, expected: string): Promise<NoteWriting> {
    return this.#change(path, expected, async () => rm(join(this.#folder, path)));
  }

  async removeEmptyFolder(path: string): Promise<void> {
    if (path === '' || !isVaultPath(path)) return;
    // A folder with something in it refuses, and so does one that is a link.
    await rmdir(join(this.#folder, path)).catch(() => undefined);
  }

  async #change(
    path: string,
    expected: string,
    work: (place: string, mode: number) => Promise<void>,
  ): Promise<NoteWriting> {
    if (!isWritable(path)) return NO_NOTE_PATH;
    try {
      const root = await realpath(this.#folder);
      const place = await realpath(join(root, path));
      if (pathInside(root, place) === undefined) return NO_NOTE_PATH;
      const found = await stat(place);
      if (!found.isFile()) return { kind: 'missing' };
      // Compared as bytes: what is no UTF-8 must not be lost behind a sign that stands for it.
      if (!(await readFile(place)).equals(Buffer.from(expected))) return { kind: 'changed' };
      await work(place, found.mode & PERMISSIONS);
      return { kind: 'written' };
    } catch (error) {
      return saysGone(error) ? this.#missing() : refused(error);
    }
  }

  /** Nothing is there; with the whole vault out of reach that says nothing of the note. */
  async #missing(): Promise<NoteWriting & { readonly kind: 'missing' | 'refused' }> {
    const vault = await stat(this.#folder).catch(() => undefined);
    return vault ? { kind: 'missing' } : { kind: 'refused', reason: 'The folder of the vault cannot be opened.' };
  }

  /** The real place of a folder, made where it is missing, and what was made; undefined for one outside the vault. */
  async #makeFolder(
    root: string,
    folder: string,
  ): Promise<{ readonly place: string; readonly made: readonly string[] } | undefined> {
    let place = root;
    let path = '';
    const made: string[] = [];
    for (const name of folder === '.' ? [] : folder.split('/')) {
      path = joinPath(path, name);
      if (await makeOne(join(place, name))) made.push(path);
      place = await realpath(join(place, name));
      if (pathInside(root, place) === undefined) return undefined;
    }
    return { place, made };
  }
}

/** On Windows a backslash would be one more way out. */
function isWritable(path: string): boolean {
  return isVaultPath(path) && isNoteName(path) && !/[\\\0]|^[a-z]:/i.test(path);
}

/** Makes a folder; false when something of this name is there. */
async function makeOne(place: string): Promise<boolean> {
  try {
    await mkdir(place);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Writes a file that must not be there yet, whole or not at all. Rejects with `EEXIST` when it is. */
async function writeNew(place: string, text: string): Promise<void> {
  const draft = `${place}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await write(draft, text);
    await link(draft, place).catch(async (error: unknown) => {
      if (!NO_LINKS.has(errorCode(error))) throw error;
      await write(place, text);
    });
  } finally {
    await rm(draft, { force: true });
  }
}

/** Moves a file without overwriting another one. Rejects with `EEXIST` when there is one. */
async function moveFile(from: string, to: string): Promise<void> {
  const other = await stat(to).catch(() => undefined);
  const own = await stat(from);
  // Where letter case does not count, the new name is the file's own.
  const isItself = other !== undefined && other.ino === own.ino && other.dev === own.dev;
  if (isItself) return rename(from, to);
  try {
    await link(from, to);
  } catch (error) {
    if (!NO_LINKS.has(errorCode(error))) throw error;
    if (other) throw Object.assign(new Error('There is such a file.'), { code: 'EEXIST' });
    return renamePatiently(from, to);
  }
  await rm(from);
}

async function write(place: string, text: string): Promise<void> {
  const file = await open(place, 'wx');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

function refused(error: unknown): NoteWriting & { readonly kind: 'refused' } {
  return { kind: 'refused', reason: fileProblem(error) };
}
