import { describe, expect, it } from 'vitest';
import type { RandomSource } from '../../src/core/ports/random';

/** What every source of random values has to do. */
export function describeRandom(title: string, open: () => RandomSource): void {
  describe(title, () => {
    it.each([0, 1, 2, 3, 16, 32, 33])('gives a token of %i bytes in base64url without padding', (bytes) => {
      const token = open().token(bytes);
      expect(token).toMatch(/^[A-Za-z0-9_-]*$/);
      const decoded = Buffer.from(token, 'base64url');
      expect(decoded).toHaveLength(bytes);
      // Equal only if no bits are left over at the end.
      expect(decoded.toString('base64url')).toBe(token);
    });

    it('gives a new token each time', () => {
      const random = open();
      const tokens = Array.from({ length: 1_000 }, () => random.token(16));
      expect(new Set(tokens).size).toBe(1_000);
    });

    it('gives whole numbers in the range, each about as often', () => {
      const random = open();
      const counts = [0, 0, 0, 0, 0, 0];
      for (let draw = 0; draw < 6_000; draw += 1) {
        const value = random.integer(6);
        counts[value] = (counts[value] ?? 0) + 1;
      }
      expect(counts).toHaveLength(6);
      // Seven standard deviations from 1,000: no honest source is that far off.
      for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(200);
    });

    it('gives 0 where nothing else is in the range', () => {
      expect(open().integer(1)).toBe(0);
    });

    it.each([0, -1, 1.5, Number.NaN])('refuses the range below %d', (below) => {
      expect(() => open().integer(below)).toThrow();
    });
  });
}
