import * as fs from 'node:fs';
import { promisify } from 'node:util';

/** What the file system knows about a file or folder. Times are in milliseconds since 1970. */
export interface FileStat {
  readonly kind: 'file' | 'folder' | 'other';
  readonly size: number;
  readonly modified: number;
  /** Last change of content or of what is known about it; unlike `modified`, no program can set it back. */
  readonly changed: number;
  /** Tells this file or folder from every other one of the machine. */
  readonly identity: string;
}

/** A file that was opened, at its real place, and its bytes. */
export interface FileBytes {
  /** The path without links of the file that was opened. */
  readonly place: string;
  /** Taken before the first byte was read. */
  readonly before: FileStat;
  /** Taken after the last byte was read. */
  readonly after: FileStat;
  /** Undefined for a file that was not accepted. */
  readonly bytes: Uint8Array | undefined;
}

/** Whether an opened file at this real place may be read. */
export type AcceptFile = (place: string, stat: FileStat) => boolean;

/** The few calls to the file system that a folder of notes needs. They reject with the system's error. */
export interface FolderFiles {
  /** What is in a folder; links are not followed. */
  entries(folder: string): Promise<readonly fs.Dirent[]>;
  /** Follows links. */
  stat(path: string): Promise<FileStat>;
  /** Whether the path itself, and not what it leads to, is a link. */
  isLink(path: string): Promise<boolean>;
  /** The path without any link in it. */
  realPath(path: string): Promise<string>;
  /** Opens a file and reads it when it is accepted. */
  bytes(path: string, accept: AcceptFile): Promise<FileBytes>;
}

// The callback functions cost a third of those of `node:fs/promises`, which shows with ten thousand notes.
const openFile = promisify(fs.open);
const readBytes: (file: number, buffer: Uint8Array, at: number) => Promise<number> = (file, buffer, at) =>
  new Promise((resolve, reject) => {
    fs.read(file, buffer, at, buffer.length - at, at, (error, length) => {
      if (error === null) resolve(length);
      else reject(error);
    });
  });

function kindOf(stats: fs.Stats): FileStat['kind'] {
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'folder' : 'other';
}

function toFileStat(stats: fs.Stats): FileStat {
  return {
    kind: kindOf(stats),
    size: stats.size,
    modified: stats.mtimeMs,
    changed: stats.ctimeMs,
    identity: `${String(stats.dev)}:${String(stats.ino)}`,
  };
}

/** Whether nothing was written to the file between the two looks at it. */
export function sameContent(before: FileStat, after: FileStat): boolean {
  return before.size === after.size && before.modified === after.modified && before.changed === after.changed;
}

// Without O_NONBLOCK, opening a named pipe would wait for its other end. Windows has no such flag (and no such pipes).
const READ_FLAGS = fs.constants.O_RDONLY | (process.platform === 'win32' ? 0 : fs.constants.O_NONBLOCK);

/** Reads `size` bytes and one more, which is there only when the file grew. */
async function readWhole(file: number, size: number): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafe(size + 1);
  let length = 0;
  while (length < buffer.length) {
    const more = await readBytes(file, buffer, length);
    if (more === 0) break;
    length += more;
  }
  return buffer.subarray(0, length);
}

// Opening and reading may wait for the disk and are asynchronous; what is asked about an open file does not wait.
// The place is found after opening and proven to be that of the opened file, so that no link can be put in between.
async function readAccepted(file: number, path: string, accept: AcceptFile): Promise<FileBytes> {
  const before = toFileStat(fs.fstatSync(file));
  const place = fs.realpathSync.native(path);
  const proven = toFileStat(fs.statSync(place)).identity === before.identity;
  if (!proven || !accept(place, before)) return { place, before, after: before, bytes: undefined };
  const bytes = await readWhole(file, before.size);
  return { place, before, after: toFileStat(fs.fstatSync(file)), bytes };
}

/** The file system of this machine. */
export const localFiles: FolderFiles = {
  entries: (folder) => fs.promises.readdir(folder, { withFileTypes: true }),
  stat: (path) =>
    new Promise((resolve, reject) => {
      fs.stat(path, (error, stats) => {
        if (error === null) resolve(toFileStat(stats));
        else reject(error);
      });
    }),
  isLink: async (path) => (await fs.promises.lstat(path)).isSymbolicLink(),
  realPath: promisify(fs.realpath.native),
  bytes: async (path, accept) => {
    const file = await openFile(path, READ_FLAGS);
    try {
      return await readAccepted(file, path, accept);
    } finally {
      fs.closeSync(file);
    }
  },
};
