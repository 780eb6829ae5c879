import { expect, test } from 'vitest';
import { readPrices } from './price-lines';

test('prices are read as they are set, and lines that are none are left out', () => {
  expect(readPrices(['claude-sonnet = 3 / 15 / 0.3', 'gpt=1.25/10', 'nonsense', '= 1 / 2'])).toEqual({
    'claude-sonnet': { input: 3, output: 15, cached: 0.3 },
    gpt: { input: 1.25, output: 10 },
  });
});
