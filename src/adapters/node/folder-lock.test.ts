import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CollectingLog } from '../memory/collecting-log';
import { ManualTime } from '../memory/manual-time';
import { LOCK_FILE, lockFolder, ownerSentence, type LockPorts } from './folder-lock';

const NOW = Date.UTC(2024, 0, 1);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function process(pid: number, more: Partial<LockPorts> = {}): LockPorts & { readonly log: CollectingLog } {
  const ports = { timer: new ManualTime(), log: new CollectingLog(), now: () => NOW, pid, host: 'here' };
  return { ...ports, bootedAt: () => NOW - 3_600_000, isAlive: () => true, ...more, log: ports.log };
}

/** Puts the lock of another program there, touched at a time. */
async function lockedBy(owner: object | string, touchedAt = NOW): Promise<void> {
  const file = join(folder, LOCK_FILE);
  await writeFile(file, typeof owner === 'string' ? owner : JSON.stringify(owner));
  await utimes(file, touchedAt / 1_000, touchedAt / 1_000);
}

const other = { program: 'Obsidian', pid: 7, host: 'here', token: 't' };

describe('a data folder', () => {
  test('belongs to one program at a time, and to the next when that lets it go', async () => {
    const first = await lockFolder(folder, 'Obsidian', process(1));
    await utimes(join(folder, LOCK_FILE), NOW / 1_000, NOW / 1_000);
    expect(await lockFolder(folder, 'lorehearth serve', process(2))).toEqual({
      kind: 'held',
      owner: { program: 'Obsidian', pid: 1, host: 'here' },
    });
    if (first.kind === 'locked') await first.release();
    expect((await lockFolder(folder, 'lorehearth serve', process(2))).kind).toBe('locked');
  });

  test.each([
    ['whose process is gone', other, NOW, { isAlive: () => false }],
    ['that is older than the start of the computer', other, NOW - 60_000, { bootedAt: () => NOW - 30_000 }],
    ['of an earlier life of the same process number', { ...other, pid: 2 }, NOW, {}],
    ['of another computer that was silent for minutes', { ...other, host: 'there' }, NOW - 200_000, {}],
    ['that was cut off and is old', '{"prog', NOW - 200_000, {}],
  ])('is taken over from a lock %s', async (_, owner, touchedAt, more) => {
    await lockedBy(owner, touchedAt);
    const locking = await lockFolder(folder, 'lorehearth serve', process(2, more));
    expect(locking.kind).toBe('locked');
    expect(await readFile(join(folder, LOCK_FILE), 'utf8')).toContain('lorehearth serve');
  });

  test.each([
    ['of a program that runs', other, NOW - 60_000],
    ['of another computer that is not silent', { ...other, host: 'there' }, NOW - 60_000],
    ['that is being written', '', NOW],
  ])('is left to a lock %s', async (_, owner, touchedAt) => {
    await lockedBy(owner, touchedAt);
    expect((await lockFolder(folder, 'lorehearth serve', process(2))).kind).toBe('held');
  });

  test('of which two programs want a stale lock goes to exactly one', async () => {
    await lockedBy(other);
    const isAlive = (pid: number): boolean => pid !== 7;
    const got = await Promise.all(
      [2, 3, 4].map((pid) => lockFolder(folder, 'lorehearth serve', process(pid, { isAlive, now: Date.now }))),
    );
    expect(got.filter(({ kind }) => kind === 'locked')).toHaveLength(1);
  });

  test('that is not there, or may not be written, keeps nobody from starting', async () => {
    const locking = await lockFolder(join(folder, 'nowhere'), 'Obsidian', process(1));
    expect(locking.kind).toBe('locked');
    if (locking.kind === 'locked') await locking.release();
  });

  test('that was taken over is not taken away from its new owner', async () => {
    const time = new ManualTime();
    const first = process(1, { timer: time });
    const locking = await lockFolder(folder, 'Obsidian', first);
    await lockedBy({ ...other, pid: 2 });
    if (locking.kind === 'locked') await locking.release();
    expect(await readFile(join(folder, LOCK_FILE), 'utf8')).toContain('"pid":2');
  });
});

test('who uses a folder is told in a sentence, with the computer where that is another one', () => {
  expect(ownerSentence(other, 'here')).toBe('The data of this vault is in use by Obsidian (process 7).');
  expect(ownerSentence(other, 'there')).toContain('on the computer here');
});
