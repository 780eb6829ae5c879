import { describe, expect, it } from 'vitest';
import { RefusedReply } from './failure';
import { SingleTask } from './single-task.svelte';

const refused = { kind: 'refused', status: 409, code: 'conflict', detail: 'The note was changed.' } as const;

/** An answer that comes when the test says so. */
function held() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe('SingleTask', () => {
  it('gives the answer and is free again', async () => {
    const task = new SingleTask();

    const asked = task.run(() => Promise.resolve(7));
    expect(task.isRunning).toBe(true);

    expect(await asked).toEqual({ kind: 'answer', value: 7 });
    expect(task.isRunning).toBe(false);
  });

  it('does not begin a second thing while the first is under way', async () => {
    const task = new SingleTask();
    const begun: string[] = [];
    const { promise, resolve } = held();

    const first = task.run(() => {
      begun.push('first');
      return promise;
    });
    const second = await task.run(() => {
      begun.push('second');
      return Promise.resolve();
    });
    resolve();

    expect(second.kind).toBe('dropped');
    expect((await first).kind).toBe('answer');
    expect(begun).toEqual(['first']);
  });

  it('keeps the failure until the next thing begins', async () => {
    const task = new SingleTask();

    await task.run(() => Promise.reject(new RefusedReply(refused)));
    expect(task.failure).toEqual(refused);

    const next = task.run(() => Promise.resolve());
    expect(task.failure).toBeUndefined();
    await next;
  });

  it('drops the answer to what was canceled and leaves the next thing alone', async () => {
    const task = new SingleTask();
    const first = held();
    const second = held();
    const signals: AbortSignal[] = [];

    const canceled = task.run((signal) => {
      signals.push(signal);
      return first.promise;
    });
    task.cancel();
    const kept = task.run(() => second.promise);
    first.resolve();

    expect((await canceled).kind).toBe('dropped');
    expect(signals[0]?.aborted).toBe(true);
    expect(task.isRunning).toBe(true);
    second.resolve();
    expect((await kept).kind).toBe('answer');
  });

  it('is free again after an error of the program', async () => {
    const task = new SingleTask();

    await expect(task.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(task.isRunning).toBe(false);
  });
});
