import type { Timer } from '../../ports/clock';
import { unlessAborted } from './unless-aborted';

/** Resolves after so many milliseconds; fails at once when the signal is aborted. */
export async function pause(milliseconds: number, timer: Timer, signal: AbortSignal): Promise<void> {
  let cancel = (): void => undefined;
  try {
    await unlessAborted(signal, () => new Promise<void>((resolve) => (cancel = timer.after(milliseconds, resolve))));
  } finally {
    cancel();
  }
}
