import { expect, test } from 'vitest';
import { heatGrid, type HeatTurn } from './heat-grid';

const turn = (number: number, tokens: Readonly<Record<string, number>>): HeatTurn => ({
  id: `g${String(number)}`,
  turn: number,
  entries: Object.entries(tokens).map(([id, count]) => ({ id, title: `Entry ${id}`, tokens: count })),
});

test('rows are the entries, the most frequent first, with their tokens in each turn', () => {
  const grid = heatGrid([turn(1, { a: 5 }), turn(2, { a: 7, b: 90 }), turn(3, { b: 90, a: 0 })], 10);
  expect(grid.rows.map(({ id, count, cells }) => [id, count, cells])).toEqual([
    ['a', 3, [5, 7, 1]],
    ['b', 2, [0, 90, 90]],
  ]);
  expect([grid.most, grid.more]).toEqual([90, 0]);
});

test('rows that find no room are counted', () => {
  const entries = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`e${String(at)}`, at + 1]));
  expect(heatGrid([turn(1, entries)], 20)).toMatchObject({ more: 10, rows: { length: 20 } });
});

test('an entry that was renamed is one row with its newest title', () => {
  const renamed = { ...turn(2, {}), entries: [{ id: 'a', title: 'New', tokens: 3 }] };
  expect(heatGrid([turn(1, { a: 3 }), renamed], 5).rows).toMatchObject([{ title: 'New', count: 2 }]);
});

test('without turns there is nothing', () => {
  expect(heatGrid([], 5)).toEqual({ turns: [], rows: [], more: 0, most: 1 });
});
