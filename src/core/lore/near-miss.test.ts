import { expect, test } from 'vitest';
import { nearMiss } from './near-miss';
import type { YamlValue } from './yaml-value';

const scalar = (text: string): YamlValue => ({ kind: 'scalar', text, quoted: false });

test.each([
  ['kesy', 'a', 'keys'],
  ['keyys', 'a', 'keys'],
  ['prioritiy', '20', 'priority'],
  ['priorty', '20', 'priority'],
  ['sumary', 'text', 'summary'],
  ['exclude', 'Mill', 'excludes'],
  ['groups', 'season', 'group'],
  ['scan_dept', '4', 'scanDepth'],
  ['probabilty', '50%', 'probability'],
])('%s: %s is near %s', (name, value, field) => {
  expect(nearMiss(name, scalar(value))).toBe(field);
});

test.each([
  ['rule', 'system'],
  ['death', '312'],
  ['speed', 'true'],
  ['older', '5'],
  ['eyes', 'blue'],
  ['hair', 'red'],
  ['tale', 'text'],
  ['born', '278'],
  ['keeps', 'a'],
  ['description', 'text'],
  ['roles', 'king'],
  ['ke', 'a'],
  ['blocked', 'true'],
  ['x'.repeat(10_000), 'a'],
])('%s: %s is a name of its own', (name, value) => {
  expect(nearMiss(name, scalar(value))).toBeUndefined();
});

test('a value that the property could not have is no slip', () => {
  expect(nearMiss('priorty', scalar('the abbey'))).toBeUndefined();
});
