import type { Fields } from '../field-reader';
import { idMaker } from '../made-id';

/** What the key of a folder begins with. */
const FOLDER_KEY = '\uf000folder:';

/** A folder in a folder in a folder… */
const DEEPEST = 8;

/** The names of folders by their keys, outermost first. */
export function readFolders(records: readonly Fields[]): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, Fields>();
  for (const record of records) {
    const key = record['key'];
    if (record['mode'] === 'folder' && typeof key === 'string' && !folders.has(key)) folders.set(key, record);
  }
  return new Map([...folders.keys()].map((key) => [key, pathOf(key, folders)]));
}

function pathOf(key: string, folders: ReadonlyMap<string, Fields>): readonly string[] {
  const path: string[] = [];
  let at: unknown = key;
  for (let level = 0; level < DEEPEST && typeof at === 'string'; level++) {
    const folder = folders.get(at);
    if (!folder) break;
    path.unshift(nameOf(folder, at));
    at = folder['folder'];
  }
  return path;
}

function nameOf(folder: Fields, key: string): string {
  const comment = folder['comment'];
  const name = typeof comment === 'string' ? comment.replace(/\s+/g, ' ').trim() : '';
  return name === '' ? key.replace(FOLDER_KEY, '') || 'Folder' : name;
}

/** Folders of a book that is written. */
export class FolderWriter {
  readonly #keys = new Map<string, string>();
  readonly #entries: Fields[] = [];
  readonly #idOf = idMaker();

  /** The entries that make the folders. */
  get entries(): readonly Fields[] {
    return this.#entries;
  }

  /** The key by which entries name their folder, made with all folders around it; undefined for none. */
  keyOf(path: readonly string[]): string | undefined {
    let outer: string | undefined;
    path.forEach((name, level) => {
      outer = this.#folder(path.slice(0, level + 1), name, outer);
    });
    return outer;
  }

  #folder(path: readonly string[], name: string, outer: string | undefined): string {
    const full = JSON.stringify(path);
    const known = this.#keys.get(full);
    if (known !== undefined) return known;
    const id = this.#idOf(full);
    const key = FOLDER_KEY + id;
    this.#keys.set(full, key);
    this.#entries.push({ ...FOLDER, id, key, comment: name, ...(outer === undefined ? {} : { folder: outer }) });
    return key;
  }
}

const FOLDER = {
  mode: 'folder',
  insertorder: 100,
  content: '',
  secondkey: '',
  alwaysActive: false,
  selective: false,
} as const;
