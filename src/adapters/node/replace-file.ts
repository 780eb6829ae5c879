import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './file-problem';

const RENAME_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 20;

// On Windows a virus scanner or a sync program that holds the file for a moment makes the renaming fail.
const PASSING: ReadonlySet<string | undefined> = new Set(['EACCES', 'EBUSY', 'EPERM']);

/** Renames, and tries again for about half a second when another program is in the way. */
export async function renamePatiently(from: string, to: string, move: typeof rename = rename): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await move(from, to);
      return;
    } catch (error) {
      if (attempt === RENAME_ATTEMPTS || !PASSING.has(errorCode(error))) throw error;
      await delay(FIRST_PAUSE_MS * 2 ** attempt);
    }
  }
}

async function writeDurably(path: string, text: string, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

// Makes the new name itself survive a power failure. Windows cannot do it and does not need it.
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Replaces a file's content at once: a reader sees the old or the new text, also after a power failure. `mode` holds
 * the file's permissions.
 */
export async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeDurably(draft, text, mode);
    await renamePatiently(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}
