import { describe, expect, it } from 'vitest';
import type { Clock, Timer } from '../../src/core/ports/clock';

/** A clock and a timer, and a way to let time pass for both. */
export interface TimeUnderTest {
  readonly clock: Clock;
  readonly timer: Timer;
  readonly pass: (milliseconds: number) => Promise<void>;
}

const LONGER_THAN_32_BITS = 2 ** 31 + 1_000;

/** What every clock and timer have to do. */
export function describeTimer(title: string, open: () => TimeUnderTest): void {
  describe(title, () => {
    it('calls back once, not before its time and not within the call', async () => {
      const { timer, pass } = open();
      let calls = 0;
      timer.after(1_000, () => (calls += 1));
      expect(calls).toBe(0);
      await pass(999);
      expect(calls).toBe(0);
      await pass(1);
      expect(calls).toBe(1);
      await pass(10_000);
      expect(calls).toBe(1);
    });

    it('does not call back when it was taken back, also twice or too late', async () => {
      const { timer, pass } = open();
      const calls: string[] = [];
      const cancel = timer.after(1_000, () => calls.push('never'));
      const cancelLate = timer.after(1_000, () => calls.push('once'));
      cancel();
      cancel();
      await pass(1_000);
      cancelLate();
      await pass(1_000);
      expect(calls).toEqual(['once']);
    });

    it('calls back in the order of time, and of asking where that is equal', async () => {
      const { timer, pass } = open();
      const calls: string[] = [];
      timer.after(300, () => calls.push('third'));
      timer.after(100, () => calls.push('first'));
      timer.after(100, () => calls.push('second'));
      await pass(300);
      expect(calls).toEqual(['first', 'second', 'third']);
    });

    it('can be asked again within a callback', async () => {
      const { clock, timer, pass } = open();
      const start = clock.now();
      const times: number[] = [];
      const again = (): void => {
        times.push(clock.now() - start);
        if (times.length < 3) timer.after(100, again);
      };
      timer.after(100, again);
      await pass(1_000);
      expect(times).toEqual([100, 200, 300]);
    });

    it('waits longer than 24 days when it is told to', async () => {
      const { timer, pass } = open();
      let calls = 0;
      timer.after(LONGER_THAN_32_BITS, () => (calls += 1));
      await pass(LONGER_THAN_32_BITS - 1);
      expect(calls).toBe(0);
      await pass(1);
      expect(calls).toBe(1);
    });

    it('can take back a wait of more than 24 days that has begun', async () => {
      const { timer, pass } = open();
      let calls = 0;
      const cancel = timer.after(LONGER_THAN_32_BITS, () => (calls += 1));
      await pass(2 ** 31);
      cancel();
      await pass(LONGER_THAN_32_BITS);
      expect(calls).toBe(0);
    });

    it('tells milliseconds since 1970 that go on with time', async () => {
      const { clock, pass } = open();
      const start = clock.now();
      expect(start).toBeGreaterThan(Date.UTC(2020, 0));
      await pass(1_234);
      expect(clock.now()).toBe(start + 1_234);
    });
  });
}
