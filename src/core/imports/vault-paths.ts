import { foldFileName, noteFileName } from '../formats/note-file-name';

/** Finds places for new notes: names that every file system takes, none of them taken, in folders as they are spelled. */
export class VaultPaths {
  /** Folded paths of all notes. */
  readonly #notes = new Set<string>();
  /** Folders by their folded path. */
  readonly #folders = new Map<string, string>();
  /** By folded path without number, the last number given. */
  readonly #numbers = new Map<string, number>();

  constructor(paths: Iterable<string>) {
    for (const path of paths) this.#add(path);
  }

  /** A folder as the vault spells it, or as it would be made. Names that no folder can have are changed. */
  folder(parts: readonly string[]): string {
    let path = '';
    for (const part of parts) {
      const wanted = path === '' ? folderName(part) : `${path}/${folderName(part)}`;
      path = this.#folders.get(foldFileName(wanted)) ?? wanted;
    }
    return path;
  }

  /** A folder below another one that holds no notes yet, by its name or by its name and a number. */
  freeFolder(parts: readonly string[], name: string): readonly string[] {
    const stem = folderName(name);
    for (let number = 1; ; number += 1) {
      const free = [...parts, number === 1 ? stem : `${stem} ${String(number)}`];
      if (!this.#folders.has(foldFileName(this.folder(free)))) return free;
    }
  }

  /** A free path for a note, which is taken from now on. */
  take(folder: string, title: string): string {
    const name = noteFileName(title, () => false);
    const stem = folder === '' ? name : `${folder}/${name}`;
    const folded = foldFileName(stem);
    let number = this.#numbers.get(folded) ?? 1;
    const path = (): string => `${stem}${number === 1 ? '' : ` ${String(number)}`}.md`;
    while (this.#notes.has(foldFileName(path()))) number += 1;
    this.#numbers.set(folded, number);
    this.#add(path());
    return path();
  }

  has(path: string): boolean {
    return this.#notes.has(foldFileName(path));
  }

  #add(path: string): void {
    this.#notes.add(foldFileName(path));
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      const folded = foldFileName(folder);
      if (this.#folders.has(folded)) return;
      this.#folders.set(folded, folder);
    }
  }
}

/** The parts of a folder that a user wrote; undefined for one that leads out of the vault or is hidden. */
export function folderParts(written: string): readonly string[] | undefined {
  const parts = written
    .split(/[/\\]/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '.');
  const isWrong = parts.some((part) => part.startsWith('.') || /[:\0]/.test(part));
  return isWrong ? undefined : parts;
}

/** Packages that programs install are no part of a vault. */
function folderName(name: string): string {
  const usable = noteFileName(name, () => false);
  return usable === 'node_modules' ? '_node_modules' : usable;
}
