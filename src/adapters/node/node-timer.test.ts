import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { nodeClock } from './node-clock';
import { nodeTimer } from './node-timer';

it('calls back in real time', async () => {
  const start = nodeClock.now();
  const end = await new Promise<number>((resolve) => {
    nodeTimer.after(50, () => resolve(nodeClock.now()));
  });
  // Node's timers and its clock are rounded differently.
  expect(end - start).toBeGreaterThanOrEqual(49);
});

it('does not call back in real time what was taken back', async () => {
  let calls = 0;
  const cancel = nodeTimer.after(20, () => (calls += 1));
  cancel();
  await delay(60);
  expect(calls).toBe(0);
});
