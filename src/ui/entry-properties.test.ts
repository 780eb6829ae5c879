import { expect, it } from 'vitest';
import { propertyRows } from './entry-properties';

it('shows properties as they are written, those of the user last', () => {
  const rows = propertyRows({
    properties: { keys: ['a'], scanDepth: 6, constant: true, requires: ['One', 'Two'], sticky: { messages: 4 } },
    otherProperties: { mood: ['quiet', 'salt'] },
  });
  expect(rows).toEqual([
    { name: 'scan_depth', value: '6', isKnown: true },
    { name: 'constant', value: 'yes', isKnown: true },
    { name: 'requires', value: 'One, Two', isKnown: true },
    { name: 'sticky', value: '{"messages":4}', isKnown: true },
    { name: 'mood', value: 'quiet, salt', isKnown: false },
  ]);
});
