import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DueWork } from './due-work';

let done: string[];
let due: DueWork;

beforeEach(() => {
  vi.useFakeTimers();
  done = [];
  due = new DueWork((key) => {
    done.push(key);
    return Promise.resolve();
  });
});
afterEach(() => {
  due.stop();
  vi.useRealTimers();
});

it('waits until a key has had its rest', async () => {
  due.later('a', 100);
  await vi.advanceTimersByTimeAsync(80);
  due.later('a', 100);
  await vi.advanceTimersByTimeAsync(80);
  expect(done).toEqual([]);
  await vi.advanceTimersByTimeAsync(20);
  expect(done).toEqual(['a']);
});

it('keeps the earlier time of a key that may come sooner', async () => {
  due.within('a', 100);
  due.within('a', 500);
  await vi.advanceTimersByTimeAsync(100);
  expect(done).toEqual(['a']);
});

it('does one thing at a time, and once more what is asked for meanwhile', async () => {
  let finish: () => void = () => undefined;
  const slow = new DueWork((key) => {
    done.push(key);
    return new Promise((resolve) => (finish = resolve));
  });
  slow.later('a', 0);
  await vi.advanceTimersByTimeAsync(1);
  for (const key of ['a', 'b', 'a', 'a']) slow.later(key, 0);
  await vi.advanceTimersByTimeAsync(50);
  expect(done).toEqual(['a']);
  for (let step = 0; step < 3; step += 1) {
    finish();
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(done).toEqual(['a', 'a', 'b']);
  slow.stop();
});

it('begins nothing while it is held, and not forever', async () => {
  due.hold(1_000);
  due.later('a', 0);
  await vi.advanceTimersByTimeAsync(900);
  expect(done).toEqual([]);
  due.release();
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual(['a']);
  due.hold(1_000);
  due.later('b', 0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(done).toEqual(['a', 'b']);
});

it('forgets a key, and everything at the end', async () => {
  due.later('a', 10);
  due.later('b', 20);
  due.forget('a');
  await vi.advanceTimersByTimeAsync(10);
  due.stop();
  due.later('c', 0);
  await vi.advanceTimersByTimeAsync(100);
  expect(done).toEqual([]);
});
