import { describe, expect, it } from 'vitest';
import { Gate } from './gate';

describe('Gate', () => {
  it('lets only so much work run at the same time, in order', async () => {
    const gate = new Gate(2);
    const started: number[] = [];
    const finish: (() => void)[] = [];
    const results = [0, 1, 2, 3].map((number) =>
      gate.run(async () => {
        started.push(number);
        await new Promise<void>((resolve) => finish.push(resolve));
        return number * 10;
      }),
    );
    await Promise.resolve();
    expect(started).toEqual([0, 1]);
    finish[1]?.();
    await results[1];
    expect(started).toEqual([0, 1, 2]);
    finish[0]?.();
    await results[0];
    expect(started).toEqual([0, 1, 2, 3]);
    finish[2]?.();
    finish[3]?.();
    expect(await Promise.all(results)).toEqual([0, 10, 20, 30]);
  });

  it('makes room when work fails', async () => {
    const gate = new Gate(1);
    await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await gate.run(() => Promise.resolve('next'))).toBe('next');
  });
});
