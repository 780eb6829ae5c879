import { describe, expect, test } from 'vitest';
import { namesWritten, unquoted } from './written-name';

describe('a name as it is typed', () => {
  test.each([
    ['Silver Keep', ['Silver Keep']],
    ['"Silver Keep"', ['"Silver Keep"', 'Silver Keep']],
    ['“Silver Keep”', ['“Silver Keep”', 'Silver Keep']],
    ['[[Silver Keep]]', ['Silver Keep', '[[Silver Keep]]']],
    ['[[Places/Silver Keep#Gate|the keep]]', ['Places/Silver Keep', '[[Places/Silver Keep#Gate|the keep]]']],
    ['"[[Silver Keep]]"', ['Silver Keep', '[[Silver Keep]]']],
    ['The "Rock"', ['The "Rock"']],
    ['"A" and "B"', ['"A" and "B"']],
    ['"Hal\'s \\"Rock\\""', ['"Hal\'s \\"Rock\\""', 'Hal\'s "Rock"']],
    ['', []],
    ['""', ['""']],
  ])('%s can mean %j', (text, names) => {
    expect(namesWritten(text)).toEqual(names);
  });
});

test('quotes are taken off only where they stand around the whole', () => {
  expect(unquoted('  "Run!"  ')).toBe('Run!');
  expect(unquoted('"Run!" he said.')).toBe('"Run!" he said.');
});
