import { describe, expect, test } from 'vitest';
import { stackedColumns, type ColumnTurn } from './stacked-columns';

const turn = (number: number, tokens: Readonly<Record<string, number>>, budget?: number): ColumnTurn => ({
  id: `g${String(number)}`,
  turn: number,
  parts: Object.entries(tokens).map(([place, count]) => ({ place, tokens: count })),
  budget,
});

describe('columns of tokens', () => {
  test('stack the places of a turn from below, each with its series', () => {
    const { columns, places, top } = stackedColumns([turn(1, { a: 10, b: 30 }), turn(2, { b: 10 })], 100);
    expect(top).toBe(40);
    expect(places).toEqual([
      { place: 'b', series: 0, tokens: 40 },
      { place: 'a', series: 1, tokens: 10 },
    ]);
    expect(columns[0]?.parts).toEqual([
      { place: 'b', series: 0, from: 0, to: 0.75 },
      { place: 'a', series: 1, from: 0.75, to: 1 },
    ]);
    expect(columns[1]?.parts).toEqual([{ place: 'b', series: 0, from: 0, to: 0.25 }]);
  });

  test('keep the series that places have elsewhere', () => {
    const { places } = stackedColumns([turn(1, { a: 10, b: 30 })], 100, ['gone', 'a']);
    expect(places.map(({ place, series }) => [place, series])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  test('stand for several turns with their mean where there are more turns than room', () => {
    const turns = Array.from({ length: 2_000 }, (_, at) => turn(at, { a: at % 2 === 0 ? 10 : 30 }));
    const { columns, top } = stackedColumns(turns, 150);
    expect(columns.length).toBeLessThanOrEqual(150);
    expect(columns[0]).toMatchObject({ firstTurn: 0, tokens: 20 });
    expect(columns.at(-1)?.lastTurn).toBe(1_999);
    expect(top).toBe(20);
  });

  test('show the budget unless it would press them flat', () => {
    expect(stackedColumns([turn(1, { a: 100 }, 200)], 10)).toMatchObject({ top: 200, budget: 1 });
    expect(stackedColumns([turn(1, { a: 300 }, 200)], 10)).toMatchObject({ top: 300, budget: 2 / 3 });
    expect(stackedColumns([turn(1, { a: 10 }, 3_072)], 10)).toMatchObject({ top: 10, budget: undefined });
  });

  test('are none without turns, and empty for a turn without lore', () => {
    expect(stackedColumns([], 10).columns).toEqual([]);
    expect(stackedColumns([turn(1, {})], 10).columns).toMatchObject([{ tokens: 0, parts: [] }]);
  });
});
