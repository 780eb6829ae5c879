import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something is true; the test fails, naming what it waited for, when that takes too long. */
export async function until(isTrue: () => boolean, awaited: string, timeoutMs = 30_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!isTrue()) {
    if (performance.now() > deadline) throw new Error(`waited in vain for ${awaited}`);
    await sleep(5);
  }
}
