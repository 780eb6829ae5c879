import { clearTimeout, setTimeout } from 'node:timers';
import type { Timer } from '../../core/ports/clock';

// Node turns a longer delay into one millisecond.
const LONGEST = 2 ** 31 - 1;

/** Node's timers, without their limit of 24 days. */
export const nodeTimer: Timer = {
  after(milliseconds, callback) {
    let handle: NodeJS.Timeout;
    const wait = (left: number): void => {
      const step = Math.min(left, LONGEST);
      handle = setTimeout(() => {
        if (step < left) wait(left - step);
        else callback();
      }, step);
    };
    wait(milliseconds);
    return () => {
      clearTimeout(handle);
    };
  },
};
