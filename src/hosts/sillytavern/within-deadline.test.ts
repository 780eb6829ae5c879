import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withinDeadline } from './within-deadline';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const hang = (): Promise<never> => new Promise(() => undefined);
const never = new AbortController().signal;

it('gives the value that comes in time and leaves no timer behind', async () => {
  expect(await withinDeadline(1_000, never, () => Promise.resolve(7))).toEqual({ kind: 'done', value: 7 });
  expect(vi.getTimerCount()).toBe(0);
});

it('ends at its time even if the work listens to nothing, and tells it so', async () => {
  let told: AbortSignal | undefined;
  const result = withinDeadline(1_000, never, (signal) => {
    told = signal;
    return hang();
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(told?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toEqual({ kind: 'late' });
  expect(told?.aborted).toBe(true);
});

it('is cancelled from outside, before or meanwhile', async () => {
  const outer = new AbortController();
  const result = withinDeadline(1_000, outer.signal, hang);
  outer.abort();
  expect(await result).toEqual({ kind: 'cancelled' });
  expect(await withinDeadline(1_000, outer.signal, hang)).toEqual({ kind: 'cancelled' });
  expect(vi.getTimerCount()).toBe(0);
});

it('hands on an error that comes in time', async () => {
  await expect(withinDeadline(1_000, never, () => Promise.reject(new Error('No.')))).rejects.toThrow('No.');
});

it('swallows an error that comes too late', async () => {
  const late = withinDeadline(10, never, async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    throw new Error('Too late.');
  });
  await vi.advanceTimersByTimeAsync(10);
  expect(await late).toEqual({ kind: 'late' });
});
