import { describe, expect, it } from 'vitest';
import { ago, counted, duration, figure } from './figures';

describe('figures', () => {
  it('separate thousands', () => {
    expect(figure(12_345)).toBe('12,345');
  });

  it('agree with their noun', () => {
    expect([counted(1, 'entry', 'entries'), counted(0, 'entry', 'entries')]).toEqual(['1 entry', '0 entries']);
  });

  it.each([
    [0.42, '0.4 ms'],
    [12.3, '12 ms'],
    [1_540, '1.5 s'],
  ])('show %d milliseconds as a duration', (milliseconds, expected) => {
    expect(duration(milliseconds)).toBe(expected);
  });

  it.each([
    [5_000, 'just now'],
    [45_000, '45 seconds ago'],
    [119_000, '1 minute ago'],
    [7_200_000, '2 hours ago'],
    [86_400_000, 'yesterday'],
    [-60_000, 'just now'],
  ])('tell what was %d milliseconds ago', (past, expected) => {
    expect(ago(1_000_000_000 - past, 1_000_000_000)).toBe(expected);
  });
});
