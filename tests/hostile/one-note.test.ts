import { describe, expect, test } from 'vitest';
import { MOST_KEYS } from '../../src/core/lore/entry-keys';
import { entryOf, lore } from '../support/lore-vault';
import { besideHostile, many } from './beside';

const word = (number: number): string => `word${String(number)}`;
const list = (count: number): string => many(count, word).join(', ');
const lines = (count: number, line: (number: number) => string): string => many(count, line).join('\n');

describe('a note with 10,000 decorator lines', () => {
  test.each([
    ['of one name', (number: number) => `@@depth ${String(number)}`, 'decorator-repeated'],
    ['of unknown names', (number: number) => `@@${word(number)} on`, 'decorator-unknown'],
    ['without a value', () => '@@depth', 'decorator-value'],
    ['that are fallbacks of nothing', () => '@@@depth 1', 'decorator-orphan'],
    ['of exclude keys', (number: number) => `@@exclude_keys ${word(number)}, ${word(-number)}`, 'keys-too-many'],
    ['of additional keys', (number: number) => `@@additional_keys ${word(number)}`, 'keys-too-many'],
  ])('%s is told of in few problems', async (_, line, code) => {
    const source = lore('keys: [a]', `${lines(10_000, line)}\nText.`);
    const { problems, decorators, excludeKeys, text } = entryOf('A.md', source);
    expect(problems.length).toBeLessThanOrEqual(3);
    expect(excludeKeys.length + decorators.additionalKeys.length).toBeLessThanOrEqual(MOST_KEYS);
    expect(text).toBe('Text.');
    expect((await besideHostile({ 'A.md': source })).problems).toEqual([`A.md ${code}`]);
  });

  test('below one decorator uses only the first of them', async () => {
    const source = lore('keys: [a]', `@@not_known\n${lines(10_000, () => '@@@not_known_either')}\nText.`);
    expect((await besideHostile({ 'A.md': source })).problems).toEqual([
      'A.md decorator-chain-long',
      'A.md decorator-unknown',
    ]);
  });
});

describe('a list of keys', () => {
  test.each([
    ['of 1 MB in brackets', `[${list(130_000)}]`],
    ['of 1 MB with commas', list(130_000)],
    ['of 100,000 lines', `\n${lines(100_000, (number) => `  - ${word(number)}`)}`],
    ['of 10,000 characters', `[${many(10_000, (number) => String.fromCodePoint(0x4e00 + number)).join(', ')}]`],
    ['of one key 10,000 times and more', `[${many(10_000, () => 'a').join(', ')}]`],
  ])('%s gives at most 2,000 keys', async (_, written) => {
    const source = lore(`keys: ${written}`);
    expect(entryOf('A.md', source).keys.length).toBeLessThanOrEqual(MOST_KEYS);
    expect((await besideHostile({ 'A.md': source })).problems).toEqual(['A.md keys-too-many']);
  });

  test.each(['refine_keys', 'exclude_keys'])('in %s is limited as well', async (property) => {
    const { problems } = await besideHostile({ 'A.md': lore(`keys: [a]\n${property}: [${list(100_000)}]`) });
    expect(problems).toEqual(['A.md keys-too-many']);
  });

  test('with one key of 1 MB has no usable key', async () => {
    const { problems } = await besideHostile({ 'A.md': lore(`keys: ["${'x'.repeat(1_000_000)}"]`) });
    expect(problems).toEqual(['A.md key-too-long', 'A.md keys-blank']);
  });

  test('of patterns without end is read without running them', async () => {
    const patterns = many(2_000, (number) => `"/(a+)+${String(number)}$/"`).join(', ');
    expect((await besideHostile({ 'A.md': lore(`keys: [${patterns}]`) })).problems).toEqual([]);
  });
});

describe('properties', () => {
  test.each([
    ['100,000 of them', lines(100_000, (number) => `${word(number)}: 1`)],
    ['10,000 near misses', lines(10_000, (number) => `key_${'s'.repeat(1 + (number % 5))}${String(number)}: 1`)],
    ['a value of 1 MB', `mood: ${'x'.repeat(1_000_000)}`],
    ['10,000 lists in one another', `mood: ${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['a map that holds itself', 'mood: &mood\n  of: *mood'],
    [
      'a billion laughs',
      lines(30, (n) => `a${String(n)}: &a${String(n)} [${n > 0 ? `*a${String(n - 1)}, `.repeat(9) : 'ha'}]`),
    ],
  ])('%s leave the note and the vault usable, or are told of', async (_, properties) => {
    const { problems, titles } = await besideHostile({ 'A.md': lore(`keys: [lantern]\n${properties}`) });
    if (titles.length === 0) expect(problems.length).toBeGreaterThan(0);
    else expect(titles).toEqual(['A']);
    expect(problems.length).toBeLessThan(20);
  });
});

describe('a text', () => {
  test.each([
    ['of 4 MB without a line end', 'x'.repeat(4_000_000)],
    ['of 1,000,000 opening brackets', '['.repeat(1_000_000)],
    ['of 500,000 comment marks', '%%'.repeat(500_000)],
    ['of 500,000 unclosed links', '[['.repeat(500_000)],
    ['of 250,000 links', '[[A]]'.repeat(250_000)],
    ['of 500,000 code marks', '`` '.repeat(500_000)],
    ['of 300,000 headings', '# \n'.repeat(300_000)],
    ['of 200,000 block quotes in one another', '>'.repeat(200_000)],
    ['of 250,000 HTML comments that do not end', '<!--'.repeat(250_000)],
    ['of 100,000 marks on one letter', `a${'\u0301'.repeat(100_000)}`],
  ])('%s is read', async (_, text) => {
    const { problems } = await besideHostile({ 'A.md': lore('keys: [lantern]', text) });
    expect(problems.length).toBeLessThan(5);
  });
});
