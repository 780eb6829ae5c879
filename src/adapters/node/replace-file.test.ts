import { describe, expect, it } from 'vitest';
import { renamePatiently } from './replace-file';

/** A renaming that fails a number of times before it works. */
function failing(times: number, code: string): { move: () => Promise<void>; calls: () => number } {
  let calls = 0;
  const move = (): Promise<void> => {
    calls += 1;
    return calls <= times ? Promise.reject(Object.assign(new Error(code), { code })) : Promise.resolve();
  };
  return { move, calls: () => calls };
}

describe('renamePatiently', () => {
  it.each(['EPERM', 'EBUSY', 'EACCES'])('tries again when another program is in the way (%s)', async (code) => {
    const { move, calls } = failing(2, code);
    await renamePatiently('a', 'b', move);
    expect(calls()).toBe(3);
  });

  it('gives up after some attempts', async () => {
    const { move, calls } = failing(100, 'EPERM');
    await expect(renamePatiently('a', 'b', move)).rejects.toThrow('EPERM');
    expect(calls()).toBe(5);
  });

  it('does not try again what cannot work', async () => {
    const { move, calls } = failing(1, 'ENOENT');
    await expect(renamePatiently('a', 'b', move)).rejects.toThrow('ENOENT');
    expect(calls()).toBe(1);
  });
});
