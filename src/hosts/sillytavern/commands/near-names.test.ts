import { describe, expect, test } from 'vitest';
import { nearNames, quotedChoices } from './near-names';

const names = ['Silver Keep', 'Sílver Sea', 'The Old Lantern', 'Ilse', 'Bram'];

describe('near names', () => {
  test.each([
    ['Silvr Keep', 'Silver Keep'],
    ['keep', 'Silver Keep'],
    ['silver sea', 'Sílver Sea'],
    ['Lantern', 'The Old Lantern'],
    ['Else', 'Ilse'],
  ])('%s is near to %s', (written, near) => {
    expect(nearNames(written, names)[0]).toBe(near);
  });

  test.each(['Mountain', '', '  ', 'zz'])('%j is near to nothing', (written) => {
    expect(nearNames(written, names)).toEqual([]);
  });

  test('equal names count once and no more than wanted come', () => {
    expect(nearNames('keep', ['Keep', 'Keep', 'Keeper', 'Keepers', 'Keeps'], 2)).toEqual(['Keep', 'Keeps']);
  });
});

test('choices are read as a sentence', () => {
  expect(quotedChoices(['A'])).toBe('“A”');
  expect(quotedChoices(['A', 'B', 'C'])).toBe('“A”, “B” or “C”');
});
