import * as fs from 'node:fs';
import { promisify } from 'node:util';
import type { AcceptFile, FileBytes, FileStat } from './folder-files';

// Without O_NONBLOCK, opening a named pipe would wait for its other end. Windows has no such flag (and no such pipes).
const FLAGS = fs.constants.O_RDONLY | (process.platform === 'win32' ? 0 : fs.constants.O_NONBLOCK);

const openFile = promisify(fs.open);
const readPart: (file: number, buffer: Uint8Array, at: number) => Promise<number> = (file, buffer, at) =>
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

/** What Node tells about a file, in our words. */
export function toFileStat(stats: fs.Stats): FileStat {
  return {
    kind: kindOf(stats),
    size: stats.size,
    modified: stats.mtimeMs,
    changed: stats.ctimeMs,
    identity: `${String(stats.dev)}:${String(stats.ino)}`,
  };
}

interface OpenedFile {
  readonly place: string;
  readonly before: FileStat;
  /** For the bytes; undefined when the file was not accepted. */
  readonly buffer: Uint8Array | undefined;
}

// The place is found after opening and proven to be that of the opened file, so that no link can be put in between.
// None of this waits for the disk: all of it was needed for opening.
function inspect(file: number, path: string, accept: AcceptFile): OpenedFile {
  const before = toFileStat(fs.fstatSync(file));
  const place = fs.realpathSync.native(path);
  const proven = toFileStat(fs.statSync(place)).identity === before.identity;
  const accepted = proven && accept(place, before);
  return { place, before, buffer: accepted ? Buffer.allocUnsafe(before.size) : undefined };
}

function finish(file: number, { place, before, buffer }: OpenedFile, length: number): FileBytes {
  return { place, before, after: toFileStat(fs.fstatSync(file)), bytes: buffer?.subarray(0, length) };
}

/** Reads an accepted file at once, blocking until it is there. */
export function readFileSync(path: string, accept: AcceptFile): FileBytes {
  const file = fs.openSync(path, FLAGS);
  try {
    const opened = inspect(file, path, accept);
    let length = 0;
    for (let more = 1; opened.buffer !== undefined && more > 0 && length < opened.buffer.length; length += more) {
      more = fs.readSync(file, opened.buffer, length, opened.buffer.length - length, length);
    }
    return finish(file, opened, length);
  } finally {
    fs.closeSync(file);
  }
}

/** Reads an accepted file without blocking while the disk is waited for. */
export async function readFile(path: string, accept: AcceptFile): Promise<FileBytes> {
  const file = await openFile(path, FLAGS);
  try {
    const opened = inspect(file, path, accept);
    let length = 0;
    for (let more = 1; opened.buffer !== undefined && more > 0 && length < opened.buffer.length; length += more) {
      more = await readPart(file, opened.buffer, length);
    }
    return finish(file, opened, length);
  } finally {
    fs.closeSync(file);
  }
}
