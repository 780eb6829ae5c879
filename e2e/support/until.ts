import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Polls until `condition` holds. Rejects after `timeoutMs` with what was waited for.
 *
 * @param awaited what should come true, for the message: "a saved chat of 3 messages"
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  awaited: string | (() => string),
  timeoutMs = 20_000,
  everyMs = 50,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) {
      const what = typeof awaited === 'string' ? awaited : awaited();
      throw new Error(`Waited ${String(timeoutMs)} ms in vain for ${what}`);
    }
    await sleep(everyMs);
  }
}
