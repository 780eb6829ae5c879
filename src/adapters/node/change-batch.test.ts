import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../tests/contract/listener';
import { ChangeBatch, type ChangedPlaces } from './change-batch';

function batches(settle: number, longest: number): { batch: ChangeBatch; passed: ChangedPlaces[] } {
  const passed: ChangedPlaces[] = [];
  return { batch: new ChangeBatch(settle, longest, (places) => passed.push(places)), passed };
}

describe('ChangeBatch', { timeout: 60_000 }, () => {
  it('passes on together what happens close together', async () => {
    const { batch, passed } = batches(50, 10_000);
    batch.note('A.md');
    batch.note('B.md');
    batch.note('A.md');
    batch.folder();
    await eventually(() => expect(passed).toHaveLength(1));
    expect(passed).toEqual([{ notes: new Set(['A.md', 'B.md']), folders: true }]);
  });

  it('starts anew after it passed something on', async () => {
    const { batch, passed } = batches(5, 10_000);
    batch.folder();
    await eventually(() => expect(passed).toHaveLength(1));
    batch.note('A.md');
    await eventually(() => expect(passed).toHaveLength(2));
    expect(passed[1]).toEqual({ notes: new Set(['A.md']), folders: false });
  });

  it('waits until it is quiet, but not for ever', async () => {
    const { batch, passed } = batches(10_000, 100);
    const start = performance.now();
    const ticking = setInterval(() => batch.note('A.md'), 5);
    await eventually(() => expect(passed).toHaveLength(1));
    clearInterval(ticking);
    batch.clear();
    expect(performance.now() - start).toBeGreaterThanOrEqual(95);
  });

  it('passes nothing on after it was cleared', async () => {
    const { batch, passed } = batches(5, 50);
    batch.note('A.md');
    batch.clear();
    await delay(80);
    expect(passed).toEqual([]);
  });
});
