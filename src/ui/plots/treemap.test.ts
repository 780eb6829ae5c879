import fc from 'fast-check';
import { expect, test } from 'vitest';
import { treemap, type TreemapTile } from './treemap';

const box = { x: 10, y: 20, width: 600, height: 200 };
const values = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 80 });
const itemsOf = (list: readonly number[]) => list.map((value, at) => ({ id: String(at), value }));
const area = ({ width, height }: Pick<TreemapTile, 'width' | 'height'>): number => width * height;

test('each tile has an area in proportion to its value', () => {
  fc.assert(
    fc.property(values, (list) => {
      const sum = list.reduce((whole, value) => whole + value, 0);
      const tiles = treemap(itemsOf(list), box);
      expect(tiles).toHaveLength(list.length);
      for (const tile of tiles) expect(area(tile)).toBeCloseTo((area(box) * (list[Number(tile.id)] ?? 0)) / sum, 3);
    }),
  );
});

test('tiles lie inside the box and on no other', () => {
  fc.assert(
    fc.property(values, (list) => {
      const tiles = treemap(itemsOf(list), box);
      const isApart = (a: TreemapTile, b: TreemapTile): boolean =>
        a.x + a.width <= b.x + 1e-6 ||
        b.x + b.width <= a.x + 1e-6 ||
        a.y + a.height <= b.y + 1e-6 ||
        b.y + b.height <= a.y + 1e-6;
      tiles.forEach((tile, at) => {
        expect(tile.x).toBeGreaterThanOrEqual(box.x - 1e-6);
        expect(tile.y).toBeGreaterThanOrEqual(box.y - 1e-6);
        expect(tile.x + tile.width).toBeLessThanOrEqual(box.x + box.width + 1e-6);
        expect(tile.y + tile.height).toBeLessThanOrEqual(box.y + box.height + 1e-6);
        expect(tiles.slice(at + 1).every((other) => isApart(tile, other))).toBe(true);
      });
    }),
  );
});

test('equal values make tiles that are nearly squares', () => {
  const tiles = treemap(itemsOf(Array.from({ length: 24 }, () => 5)), box);
  for (const { width, height } of tiles) expect(Math.max(width / height, height / width)).toBeLessThan(1.6);
});

test('the largest comes first, and what is nothing gets no tile', () => {
  const items = [
    { id: 'small', value: 1 },
    { id: 'none', value: 0 },
    { id: 'large', value: 9 },
  ];
  expect(treemap(items, box).map(({ id }) => id)).toEqual(['large', 'small']);
  expect(treemap([], box)).toEqual([]);
  expect(treemap(items, { ...box, width: 0 })).toEqual([]);
});
