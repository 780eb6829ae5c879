import { expect, test } from 'vitest';
import { everyDay } from './day-columns';

const day = (name: string, tokens: number) => ({ day: name, turns: 1, tokens });

test('days without turns are empty columns, also across a month and the change of clocks', () => {
  const days = everyDay([day('2024-03-30', 5), day('2024-04-02', 7)], 90);
  expect(days.map(({ day: name, tokens }) => [name, tokens])).toEqual([
    ['2024-03-30', 5],
    ['2024-03-31', 0],
    ['2024-04-01', 0],
    ['2024-04-02', 7],
  ]);
});

test('the newest days are shown where there is no room for all', () => {
  const days = everyDay([day('2024-01-01', 5), day('2024-12-31', 7)], 3);
  expect(days.map(({ day: name }) => name)).toEqual(['2024-12-29', '2024-12-30', '2024-12-31']);
});

test.each([[[]], [[day('never', 1)]]])('of %j there is nothing to draw', (days) => {
  expect(everyDay(days, 10)).toEqual([]);
});
