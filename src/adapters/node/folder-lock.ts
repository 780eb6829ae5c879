import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, utimes, stat } from 'node:fs/promises';
import { hostname, uptime } from 'node:os';
import { join } from 'node:path';
import type { Timer } from '../../core/ports/clock';
import type { Log } from '../../core/ports/log';
import { errorCode } from './file-problem';

/** Name of the file that says who writes into a data folder. */
export const LOCK_FILE = 'in-use.lock';

/** The file is touched so often while its owner lives, in milliseconds. */
const TOUCH_MS = 30_000;
/** Who has not touched it for so long is gone, or asleep for good, in milliseconds. */
const STALE_MS = 180_000;
/** Between the first look and the taking over another program may come first; then it is looked at again. */
const ATTEMPTS = 3;

/** Who writes into a data folder. */
export interface LockOwner {
  /** E.g. `Obsidian` or `lorehearth serve`. */
  readonly program: string;
  /** Id of the process on its computer. */
  readonly pid: number;
  /** Name of the computer. */
  readonly host: string;
}

/** A data folder that this program alone writes into. */
export interface FolderLock {
  readonly kind: 'locked';
  /** Lets others have the folder. Never rejects. */
  release(): Promise<void>;
}

/** What came of locking a folder. */
export type Locking =
  | FolderLock
  /** Another program writes into it. */
  | { readonly kind: 'held'; readonly owner: LockOwner };

/** What locking needs of the platform; the defaults are this process on this computer. */
export interface LockPorts {
  readonly timer: Timer;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly pid?: number;
  readonly host?: string;
  /** When this computer was started, in milliseconds since 1970. */
  readonly bootedAt?: () => number;
  /** Whether a process of this computer runs. */
  readonly isAlive?: (pid: number) => boolean;
}

interface Held extends LockOwner {
  readonly token: string;
}

/**
 * Takes a folder for this program. A lock whose owner is gone is taken over. Where no file can be made, e.g. since the
 * folder does not exist or may only be read, nothing can be damaged either: it counts as locked. Never rejects.
 */
export async function lockFolder(folder: string, program: string, ports: LockPorts): Promise<Locking> {
  const file = join(folder, LOCK_FILE);
  const { pid = process.pid, host = hostname() } = ports;
  const mine: Held = { program, pid, host, token: randomBytes(9).toString('hex') };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const made = await make(file, mine);
    if (made === 'made') return keep(file, mine, ports);
    if (made === 'impossible') return { kind: 'locked', release: () => Promise.resolve() };
    const held = await look(file);
    if (held && !isStale(held, { ...ports, pid, host })) return { kind: 'held', owner: held.owner };
    if (held) await clear(file, held.text, mine.token);
  }
  const held = await look(file);
  return { kind: 'held', owner: held?.owner ?? { program: 'another program', pid: 0, host } };
}

/** A sentence for the user about who uses a folder. */
export function ownerSentence({ program, pid, host }: LockOwner, here = hostname()): string {
  const where = host === here ? '' : ` on the computer ${host}`;
  return `The data of this vault is in use by ${program} (process ${String(pid)}${where}).`;
}

async function make(file: string, mine: Held): Promise<'made' | 'taken' | 'impossible'> {
  try {
    const handle = await open(file, 'wx');
    try {
      await handle.writeFile(JSON.stringify(mine));
    } finally {
      await handle.close();
    }
    return 'made';
  } catch (error) {
    return errorCode(error) === 'EEXIST' ? 'taken' : 'impossible';
  }
}

interface Looked {
  readonly text: string;
  readonly owner: LockOwner;
  readonly touchedAt: number;
}

/** The lock that is there; undefined when it is gone by now. */
async function look(file: string): Promise<Looked | undefined> {
  try {
    const [text, { mtimeMs }] = [await readFile(file, 'utf8'), await stat(file)];
    return { text, owner: readOwner(text), touchedAt: mtimeMs };
  } catch {
    return undefined;
  }
}

/** A lock that was cut off while it was written belongs to nobody that is known, and grows stale like any other. */
function readOwner(text: string): LockOwner {
  const unknown = { program: 'another program', pid: 0, host: '' };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return unknown;
    const read = (name: string): unknown => Reflect.get(value, name);
    const [program, pid, host] = [read('program'), read('pid'), read('host')];
    if (typeof program !== 'string' || typeof pid !== 'number' || typeof host !== 'string') return unknown;
    return { program, pid, host };
  } catch {
    return unknown;
  }
}

function isStale(
  { owner, touchedAt }: Looked,
  ports: LockPorts & { readonly pid: number; readonly host: string },
): boolean {
  const { now = Date.now, bootedAt = () => Date.now() - uptime() * 1_000, isAlive = runs } = ports;
  if (now() - touchedAt > STALE_MS) return true;
  if (owner.host !== ports.host) return false;
  // The number of a process means another one after a restart of the computer; its own is left from an earlier life.
  return touchedAt < bootedAt() || owner.pid === ports.pid || !isAlive(owner.pid);
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Takes a stale lock away, unless it is another one by now. */
async function clear(file: string, text: string, token: string): Promise<void> {
  const aside = `${file}.${token}`;
  try {
    await rename(file, aside);
    const moved = await readFile(aside, 'utf8');
    // Somebody else was faster: the lock is given back to him.
    if (moved !== text) await rename(aside, file);
    else await rm(aside, { force: true });
  } catch {
    await rm(aside, { force: true }).catch(() => undefined);
  }
}

function keep(file: string, mine: Held, { timer, log, now = Date.now }: LockPorts): FolderLock {
  let isOver = false;
  const isMine = async (): Promise<boolean> => (await look(file))?.text === JSON.stringify(mine);
  const touch = async (): Promise<void> => {
    if (isOver) return;
    if (!(await isMine())) {
      log.warn('Another program took the data folder over while this one was asleep. Stop one of the two.');
      return;
    }
    const time = now() / 1_000;
    await utimes(file, time, time).catch(() => undefined);
    cancel = timer.after(TOUCH_MS, () => void touch());
  };
  let cancel = timer.after(TOUCH_MS, () => void touch());
  return {
    kind: 'locked',
    async release() {
      isOver = true;
      cancel();
      if (await isMine()) await rm(file, { force: true }).catch(() => undefined);
    },
  };
}
