import type { Dirent } from 'node:fs';

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

/** What is found at a path: its place, which is the path without links, and what is known about it. */
export interface FoundFile {
  readonly place: string;
  readonly stat: FileStat;
}

/** A file that was opened, at its real place, and its bytes. */
export interface FileBytes {
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
  /** Follows links to what is at a path. Waits for the disk without blocking anything. */
  find(path: string): Promise<FoundFile>;
  /** What is in a folder; links are not followed. */
  entries(folder: string): Promise<readonly Dirent[]>;
  /** Follows links. */
  stat(path: string): Promise<FileStat>;
  /** The same for many paths, in their order: `gone` where nothing is, `unknown` where the system refuses to tell. */
  stats(paths: readonly string[]): Promise<readonly (FileStat | 'gone' | 'unknown')[]>;
  /** Whether the path itself, and not what it leads to, is a link. */
  isLink(path: string): Promise<boolean>;
  /** The path without any link in it. */
  realPath(path: string): Promise<string>;
  /** Opens a file and reads it when it is accepted. */
  bytes(path: string, accept: AcceptFile): Promise<FileBytes>;
}

/** Whether nothing was written to the file between the two looks at it. */
export function sameContent(before: FileStat, after: FileStat): boolean {
  return before.size === after.size && before.modified === after.modified && before.changed === after.changed;
}
