import { describe, expect, test } from 'vitest';
import { bool, chance, choice, integer, percentage, recursionLevel, span, text, type FieldKind } from './field-kinds';
import type { YamlValue } from './yaml-value';

const scalar = (written: string): YamlValue => ({ kind: 'scalar', text: written, quoted: false });
const listOf = (...items: readonly string[]): YamlValue => ({ kind: 'list', items: items.map(scalar) });

/** Reads a text; gives the value, or the code of the complaint where there is no value. */
function read(kind: FieldKind<unknown>, written: string): unknown {
  const reading = kind.read(scalar(written));
  return reading.value ?? reading.complaint?.code;
}

test.each([
  ['true', true],
  ['YES', true],
  ['On', true],
  ['y', true],
  ['false', false],
  ['No', false],
  ['OFF', false],
  ['n', false],
  ['maybe', 'value-not-understood'],
  ['1', 'value-not-understood'],
  ['', 'value-not-understood'],
])('BR-082 the boolean %s is %s', (written, value) => {
  expect(read(bool, written)).toBe(value);
  expect(bool.read({ kind: 'scalar', text: written, quoted: true }).value).toBe(
    typeof value === 'boolean' ? value : undefined,
  );
});

test.each([
  ['20', 20],
  ['-5', -5],
  ['+7', 7],
  ['1_000', 1000],
  ['2e3', 2000],
  ['20.0', 20],
  ['soon', 'value-not-understood'],
  ['1, 2', 'value-not-understood'],
  ['', 'value-not-understood'],
])('the whole number %s is %s', (written, value) => {
  expect(read(integer(), written)).toBe(value);
});

test.each([
  ['-1', 0],
  ['20000', 10_000],
  ['2.6', 3],
  ['1e999', 10_000],
])('%s is moved to %s and reported', (written, value) => {
  const reading = integer(0, 10_000).read(scalar(written));
  expect(reading.value).toBe(value);
  expect(reading.complaint).toEqual({ code: 'value-out-of-range', expected: '0 to 10,000', written });
});

describe('a stretch of a chat', () => {
  test.each([
    ['3', { count: 3, unit: 'turns' }],
    ['3 turns', { count: 3, unit: 'turns' }],
    ['1 reply', { count: 1, unit: 'turns' }],
    ['6 messages', { count: 6, unit: 'messages' }],
    ['1 Message', { count: 1, unit: 'messages' }],
    ['long', 'value-not-understood'],
    ['3 days', 'value-not-understood'],
  ])('in turns or messages: %s', (written, value) => {
    expect(read(span('turns', 'messages'), written)).toEqual(value);
  });

  test.each([
    ['3', { count: 3, unit: 'messages' }],
    ['3 messages', { count: 3, unit: 'messages' }],
    ['3 turns', 'value-not-understood'],
  ])('in messages alone: %s', (written, value) => {
    expect(read(span('messages'), written)).toEqual(value);
  });

  test('below zero is moved to zero and reported', () => {
    const reading = span('turns', 'messages').read(scalar('-2 messages'));
    expect(reading.value).toEqual({ count: 0, unit: 'messages' });
    expect(reading.complaint?.code).toBe('value-out-of-range');
  });
});

test.each([
  ['0.25', 0.25],
  ['.5', 0.5],
  ['1', 1],
  ['1.0', 1],
  ['1%', 0.01],
  ['50', 0.5],
  ['50%', 0.5],
  ['50 %', 0.5],
  ['0', 0],
  ['0%', 0],
  ['100', 1],
  ['-5', 0],
  ['150', 1],
  ['often', 'value-not-understood'],
  ['%', 'value-not-understood'],
])('the chance %s is %s', (written, value) => {
  expect(read(chance, written)).toBe(value);
});

test.each([
  ['0', 0],
  ['1', 0.01],
  ['50', 0.5],
  ['100%', 1],
  ['-5', 'value-not-understood'],
  ['150', 'value-not-understood'],
  ['abc', 'value-not-understood'],
])('the percentage %s is %s', (written, value) => {
  expect(read(percentage, written)).toBe(value);
});

test.each([
  ['and_any', 'and_any'],
  ['And Any', 'and_any'],
  ['not-all', 'not_all'],
  ['3', 'not_all'],
  ['some', 'value-not-understood'],
])('the choice %s is %s', (written, value) => {
  expect(read(choice(['and_any', 'not_all'], { '3': 'not_all' }), written)).toBe(value);
});

test.each([
  ['true', 1],
  ['yes', 1],
  ['false', 0],
  ['0', 0],
  ['3', 3],
  ['deep', 'value-not-understood'],
])('the recursion level %s is %s', (written, value) => {
  expect(read(recursionLevel, written)).toBe(value);
});

test.each([
  bool,
  integer(),
  span('messages'),
  chance,
  recursionLevel,
  text,
  choice(['a']),
] as readonly FieldKind<unknown>[])('nothing written is nothing read and no fault ($id)', (kind) => {
  expect(kind.read({ kind: 'null' })).toEqual({});
});

test('a list of one is its item', () => {
  expect(text.read(listOf(' one '))).toEqual({ value: 'one' });
  expect(integer().read(listOf('20'))).toEqual({ value: 20 });
  expect(text.read(listOf('one', 'two')).complaint).toEqual({
    code: 'value-not-understood',
    expected: 'one text',
    written: '[one, two]',
  });
});

test('quotes a map and a long text shortly', () => {
  const map: YamlValue = { kind: 'map', pairs: [{ name: 'a', value: scalar('b'), line: 1 }] };
  expect(bool.read(map).complaint?.written).toBe('a: b');
  expect(bool.read(scalar('word\n'.repeat(100))).complaint?.written).toHaveLength(60);
});
