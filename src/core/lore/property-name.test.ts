import { expect, test } from 'vitest';
import { foldPropertyName, writtenPropertyName } from './property-name';

test.each(['scanDepth', 'scan_depth', 'Scan Depth', 'SCAN-DEPTH', 'scan - depth'])(
  '%s is one name with the others',
  (name) => {
    expect(foldPropertyName(name)).toBe('scandepth');
  },
);

test('names are written in snake case', () => {
  expect(writtenPropertyName('delayUntilRecursion')).toBe('delay_until_recursion');
});
