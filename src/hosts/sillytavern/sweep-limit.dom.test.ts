import { afterEach, expect, it } from 'vitest';
import { sweepLimit } from './sweep-limit';

afterEach(() => document.body.replaceChildren());

function show(value: string): void {
  const field = document.createElement('input');
  field.id = 'world_info_max_recursion_steps';
  field.value = value;
  document.body.append(field);
}

it.each([
  ['3', 3],
  ['0', 0],
  ['', 0],
  ['-1', 0],
  ['many', 0],
])('reads %j from the form as %i', (value, expected) => {
  show(value);
  expect(sweepLimit()).toBe(expected);
});

it('knows no limit where there is no form', () => {
  expect(sweepLimit()).toBe(0);
});
