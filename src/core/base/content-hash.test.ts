import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentHash, seededUnit } from './content-hash';

const bitsOf = (hash: string): readonly string[] =>
  Array.from(hash, (digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).flatMap((bits) =>
    bits.split(''),
  );

const differingBits = (a: string, b: string): number => {
  const other = bitsOf(b);
  return bitsOf(a).filter((bit, index) => bit !== other[index]).length;
};

describe('contentHash', { timeout: 30_000 }, () => {
  it('is 16 hexadecimal digits, the same every time', () => {
    expect(contentHash('Ash')).toMatch(/^[0-9a-f]{16}$/);
    expect(contentHash('Ash')).toBe(contentHash('As' + 'h'));
  });

  // The values are written into snapshots and chats, so they may never change.
  it.each([
    ['', '29fcf17736dd7f57'],
    ['Ash', '2046333e21698666'],
    ['龙井镇 🐉', 'cb969039447788a6'],
  ])('keeps its value for %j', (text, hash) => {
    expect(contentHash(text)).toBe(hash);
  });

  it('tells 100,000 similar texts apart', () => {
    const numbered = Array.from({ length: 73_000 }, (_, index) => `entry ${String(index)}`);
    const repeated = Array.from({ length: 2_000 }, (_, index) => '\0'.repeat(index));
    const placed = Array.from(
      { length: 25_000 },
      (_, index) => `${'a'.repeat(index % 500)}b${'a'.repeat(Math.floor(index / 500))}`,
    );
    const texts = new Set([...numbered, ...repeated, ...placed]);
    expect(texts.size).toBe(100_000);
    const hashes = [...texts].map(contentHash);
    expect(new Set(hashes).size).toBe(texts.size);
    // Half the bits alone may collide: among so many texts, one or two pairs are expected and ten are not.
    for (const half of [hashes.map((hash) => hash.slice(0, 8)), hashes.map((hash) => hash.slice(8))]) {
      expect(texts.size - new Set(half).size).toBeLessThan(10);
    }
  });

  it('changes about half of its bits with one bit of the text', () => {
    const samples = Array.from({ length: 2_000 }, (_, index) => {
      const text = `some lore text number ${String(index)}`;
      const at = index % text.length;
      const flipped = String.fromCharCode(text.charCodeAt(at) ^ (1 << (index % 16)));
      return differingBits(contentHash(text), contentHash(text.slice(0, at) + flipped + text.slice(at + 1)));
    });
    expect(samples.reduce((sum, bits) => sum + bits, 0) / samples.length).toBeCloseTo(32, 0);
    expect(Math.min(...samples)).toBeGreaterThan(12);
  });
});

describe('seededUnit', () => {
  it('keeps the parts apart', () => {
    const seeds = [
      ['a', 'b'],
      ['ab'],
      ['as:b'],
      ['as1:b'],
      ['b', 'a'],
      ['a', '', 'b'],
      [1],
      ['1'],
      [1, 2],
      [12],
      ['1:1', 2],
      [],
      [''],
    ];
    expect(new Set(seeds.map((parts) => seededUnit(...parts))).size).toBe(seeds.length);
  });

  it('is the same for the same parts and lies in [0, 1)', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.double())), (parts) => {
        const unit = seededUnit(...parts);
        expect(seededUnit(...parts)).toBe(unit);
        expect(unit).toBeGreaterThanOrEqual(0);
        expect(unit).toBeLessThan(1);
      }),
    );
  });

  it('is evenly spread over turns and entries', () => {
    const counts = Array.from({ length: 100 }, () => 0);
    for (let turn = 0; turn < 100; turn++) {
      for (let entry = 0; entry < 1_000; entry++) {
        const bucket = Math.floor(seededUnit('chat', turn, `entry-${String(entry)}`, 'probability') * 100);
        counts[bucket] = (counts[bucket] ?? 0) + 1;
      }
    }
    // Chi squared with 99 degrees of freedom: above 150 with a chance of one in a thousand.
    const chiSquared = counts.reduce((sum, count) => sum + (count - 1_000) ** 2 / 1_000, 0);
    expect(chiSquared).toBeLessThan(150);
  });

  it('is independent from one turn to the next', () => {
    const together = Array.from({ length: 20_000 }, (_, turn) => seededUnit('c', turn) * seededUnit('c', turn + 1));
    expect(together.reduce((sum, product) => sum + product, 0) / together.length).toBeCloseTo(0.25, 1);
  });
});
