import { expect, it } from 'vitest';
import { readRetryAfter } from './retry-after';

const clock = { now: () => Date.UTC(2024, 0, 1, 12) };

it.each([
  ['seconds', { 'retry-after': '2' }, 2_000],
  ['parts of a second', { 'retry-after': '0.5' }, 500],
  ['a date', { 'retry-after': 'Mon, 01 Jan 2024 12:00:30 GMT' }, 30_000],
  ['a date that is over', { 'retry-after': 'Mon, 01 Jan 2024 11:00:00 GMT' }, 0],
  ['milliseconds, which are more exact', { 'retry-after': '2', 'retry-after-ms': '1500' }, 1_500],
  ['nonsense', { 'retry-after': 'in a while' }, undefined],
  ['nothing', {}, undefined],
])('reads %s', (_, headers, expected) => {
  expect(readRetryAfter(new Headers(Object.entries(headers)), '', clock)).toBe(expected);
});
