import { expect, it } from 'vitest';
import { ManualTime } from './manual-time';

it('stands still until it is told to go on, and counts what waits', () => {
  const time = new ManualTime(1_000);
  const cancel = time.after(10, () => undefined);
  time.after(20, () => undefined);
  expect([time.now(), time.waiting]).toEqual([1_000, 2]);
  cancel();
  expect(time.waiting).toBe(1);
  time.advance(20);
  expect([time.now(), time.waiting]).toEqual([1_020, 0]);
});
