import { afterEach, beforeEach, describe, vi } from 'vitest';
import { ManualTime } from '../../src/adapters/memory/manual-time';
import { nodeClock } from '../../src/adapters/node/node-clock';
import { nodeTimer } from '../../src/adapters/node/node-timer';
import { describeTimer } from './timer.contract';

// Fake timers take the place of the global functions alone; the adapter uses Node's module, which Obsidian's window
// does not slow down.
vi.mock('node:timers', () => ({
  setTimeout: (callback: () => void, milliseconds: number) => globalThis.setTimeout(callback, milliseconds),
  clearTimeout: (handle: NodeJS.Timeout | undefined) => {
    globalThis.clearTimeout(handle);
  },
}));

describe('with the time of Node in hand', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2024, 0) });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  describeTimer('nodeClock and nodeTimer', () => ({
    clock: nodeClock,
    timer: nodeTimer,
    pass: async (milliseconds) => {
      await vi.advanceTimersByTimeAsync(milliseconds);
    },
  }));
});

describeTimer('ManualTime', () => {
  const time = new ManualTime();
  const pass = (milliseconds: number): Promise<void> => {
    time.advance(milliseconds);
    return Promise.resolve();
  };
  return { clock: time, timer: time, pass };
});
