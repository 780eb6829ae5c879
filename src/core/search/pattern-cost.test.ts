import { expect, test } from 'vitest';
import { isProvenLinear } from './pattern-cost';

test.each([
  'dragons?',
  'wyr(m|ms)\\b',
  '\\bash\\b',
  'a{1,3}',
  '[*+]',
  'a\\+b',
  '(?:one|two|three)',
  'x{4}',
  '^the end$',
])('/%s/ is proven linear', (source) => {
  expect(isProvenLinear(source)).toBe(true);
});

test.each([
  '(a+)+$',
  'a*',
  '.+',
  '(a?){30}a{30}',
  'a{2,}',
  '(?=a)b',
  '(?<!x)y',
  '(a)\\1',
  '(a|b|c){20}',
  '(a|aa){12}b',
  'a?'.repeat(12),
])('/%s/ is not', (source) => {
  expect(isProvenLinear(source)).toBe(false);
});
