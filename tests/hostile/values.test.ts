import { expect, test } from 'vitest';
import { entryFields, fieldNames, writtenName, type FieldName } from '../../src/core/lore/entry-fields';
import { entryOf, lore, type Notes } from '../support/lore-vault';
import { besideHostile } from './beside';

const numberLike = [
  'NaN',
  '.nan',
  'Infinity',
  '.inf',
  '-.inf',
  '1e308',
  '1e999',
  '-1e999',
  '5e-324',
  '-0',
  '-1',
  '1.5',
  '"0x10"',
  '0x10',
  '0o17',
  '0b11',
  '010',
  '1_000',
  '1,000',
  '1 000',
  '+5',
  '12:30:45',
  '2031-04-12',
  '2031-04-12T10:00:00Z',
  '9'.repeat(400),
  `-${'9'.repeat(400)}`,
  `0.${'0'.repeat(400)}1`,
  '٣',
  '１０',
  '½',
  '∞',
  '1n',
  '3 turns 4 messages',
  '-2 turns',
  '1e400 messages',
  '101%',
  '-5%',
  '%',
] as const;

const structures = [
  '[]',
  '[[]]',
  '[1, 2]',
  '[[1], [2, [3]]]',
  '{}',
  '{a: b}',
  '[{a: b}, {c: [d]}]',
  '{constructor: {prototype: 1}, __proto__: [1]}',
  '""',
  '" "',
  '"\\0"',
  '"\\ud83d"',
  '"\\u202e\\u200b"',
  '&a [*a]',
  '&b {b: *b}',
  '*nowhere',
  '!!binary aGVsbG8=',
  '!!js/function "function () {}"',
  '!!set {a, b}',
  '!!timestamp 2031-04-12',
  '<<',
  '? x',
  'true',
  'null',
  `"${'x'.repeat(2_000)}"`,
  `[${'a, '.repeat(2_001)}]`,
] as const;

/** Kinds of values that are numbers, switches or words of a list: what is not understood must be told of. */
const exact = new Set(['integer', 'span', 'chance', 'level', 'boolean', 'choice', 'choices']);
const nonsense = ['NaN', '.nan', 'Infinity', '.inf', '0x10', '1 000', '12:30:45', '∞', '½', '{a: b}', '[{a: b}]'];

/** Every number anywhere in a value. */
function numbersIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

function noteWith(name: FieldName, written: string): string {
  return `---\ntags: [lorebook]\nkeys: [lantern]\n${writtenName(name)}: ${written}\n---\nText.\n`;
}

const fields = fieldNames().filter((name) => name !== 'keys');

test.each(fields.filter((name) => exact.has(entryFields[name].kind.id)))('%s tells of what it cannot mean', (name) => {
  const silent = nonsense.filter((written) => {
    const { problems } = entryOf('A.md', noteWith(name, written));
    return problems.length === 0 || problems.some(({ line }) => line !== 4);
  });
  expect(silent).toEqual([]);
});

test.each(fields)('%s is a number that can be reckoned with, or none', (name) => {
  for (const written of [...numberLike, ...structures])
    for (const number of numbersIn(readable(noteWith(name, written))))
      expect(Math.abs(number), `${written} is read as ${String(number)}`).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
});

/** The properties of a note; of one whose YAML is broken, none. */
function readable(source: string): unknown {
  try {
    return entryOf('A.md', source).properties;
  } catch {
    return {};
  }
}

test.each([
  ['numbers', numberLike],
  ['structures', structures],
])('a vault with absurd %s in every property goes on', async (_, written) => {
  const notes: Notes = Object.fromEntries(
    fields.flatMap((name) =>
      written.map((value, number): [string, string] => [`${name}/${String(number)}.md`, noteWith(name, value)]),
    ),
  );
  const { problems, warnings, result } = await besideHostile(notes, undefined, { recursion: true, fuzzy: true });
  expect(problems.length).toBeGreaterThan(fields.length);
  expect(warnings).toEqual([]);
  for (const injection of result.injections) expect(Number.isSafeInteger(injection.depth ?? 0)).toBe(true);
});

test('absurd values in all properties of one note at once leave the vault usable', async () => {
  const all = (value: string): string => fields.map((name) => `${writtenName(name)}: ${value}`).join('\n');
  const values = [...numberLike, ...structures].filter((value) => !/^[&*!?<]/.test(value));
  const notes = Object.fromEntries(values.map((value, number) => [`N${String(number)}.md`, lore(all(value))]));
  const { warnings } = await besideHostile(notes);
  expect(warnings).toEqual([]);
});
