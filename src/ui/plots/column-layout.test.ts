import { describe, expect, it } from 'vitest';
import { columnLayout } from './column-layout';

describe('columnLayout', () => {
  it('spreads columns over the width with a gap between them', () => {
    const { step, bar, leftOf } = columnLayout(100, 10);
    expect({ step, bar, second: leftOf(1) }).toEqual({ step: 10, bar: 9, second: 10.5 });
  });

  it('stands a wide column in the middle of its place', () => {
    const { step, bar, leftOf } = columnLayout(200, 2);
    expect({ step, bar, first: leftOf(0) }).toEqual({ step: 100, bar: 28, first: 36 });
  });

  it('begins at the left where columns may not spread', () => {
    expect(columnLayout(480, 2, 24).step).toBe(24);
  });

  it('keeps a pixel of columns that are too many, and takes none for one', () => {
    expect(columnLayout(10, 100).bar).toBe(1);
    expect(columnLayout(10, 0).step).toBe(10);
  });
});
