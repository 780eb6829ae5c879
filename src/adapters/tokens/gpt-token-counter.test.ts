import fc from 'fast-check';
import { Tiktoken } from 'js-tiktoken/lite';
import o200kRanks from 'js-tiktoken/ranks/o200k_base';
import { beforeAll, describe, expect, it } from 'vitest';
import { GptTokenCounter } from './gpt-token-counter';
import { countO200kTokens } from './o200k-tokenizer';

let exact: GptTokenCounter;
let oracle: Tiktoken;

beforeAll(async () => {
  exact = new GptTokenCounter();
  oracle = new Tiktoken(o200kRanks);
  await exact.prepare();
}, 120_000);

function oracleCount(text: string): number {
  return oracle.encode(text, [], []).length;
}

function letters(...ranges: readonly (readonly [number, number])[]): fc.Arbitrary<string> {
  return fc.oneof(...ranges.map(([min, max]) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code))));
}

const SCRIPTS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  Latin: letters([0x41, 0x5a], [0x61, 0x7a], [0xc0, 0x17f]),
  Cyrillic: letters([0x410, 0x44f]),
  Greek: letters([0x391, 0x3c9]),
  Arabic: letters([0x620, 0x64a]),
  Devanagari: letters([0x904, 0x939], [0x93e, 0x94d]),
  Thai: letters([0xe01, 0xe3a]),
  Han: letters([0x4e00, 0x9fff]),
  kana: letters([0x3041, 0x3096], [0x30a1, 0x30fa]),
  Hangul: letters([0xac00, 0xd7a3]),
  emoji: letters([0x1f300, 0x1f64f], [0x200d, 0x200d], [0xfe0f, 0xfe0f]),
};

/** Words of a script with the signs, digits and white space of a note between them. */
function textIn(letter: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const word = fc.string({ unit: letter, minLength: 1, maxLength: 9 });
  const between = fc.constantFrom(
    ' ',
    ' ',
    ', ',
    '. ',
    '\n',
    '\r\n\r\n',
    '  ',
    '\t',
    " '",
    '"',
    "'s ",
    ' 1204 ',
    '**',
    '[[',
    ' - ',
    '/',
  );
  return fc.array(fc.oneof(word, between), { maxLength: 24 }).map((parts) => parts.join(''));
}

describe('GptTokenCounter', { timeout: 120_000 }, () => {
  it.each(Object.entries(SCRIPTS))('counts texts in %s like the reference tokenizer', (_, letter) => {
    fc.assert(
      fc.property(textIn(letter), (text) => {
        expect(exact.count(text)).toEqual({ tokens: oracleCount(text), approximate: false });
      }),
      { numRuns: 40 },
    );
  });

  it('counts texts with mixed scripts like the reference tokenizer', () => {
    const mixed = fc
      .array(fc.oneof(...Object.values(SCRIPTS).map(textIn)), { maxLength: 4 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(mixed, (text) => {
        expect(exact.count(text).tokens).toBe(oracleCount(text));
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    'The sigil reads <|endoftext|> in gold.',
    '<|endoftext|>',
    '<|im_start|>system<|im_end|><|fim_prefix|><|endofprompt|>',
  ])('BR-196 counts %j as plain text', (text) => {
    expect(exact.count(text)).toEqual({ tokens: oracleCount(text), approximate: false });
    // As one control sequence it would be a single token.
    expect(exact.count(text).tokens).toBeGreaterThan(5);
  });

  it.each([
    ['letters', 'a'.repeat(3_000)],
    ['words without an end', 'mill'.repeat(700)],
    ['Chinese characters', '灯塔黑暗'.repeat(300)],
    ['spaces', ' '.repeat(3_000)],
    ['signs', '-='.repeat(1_500)],
  ])('differs little from the whole where it cuts a long run of %s', (_, text) => {
    const whole = countO200kTokens(text);
    expect(Math.abs(exact.count(text).tokens - whole)).toBeLessThanOrEqual(Math.ceil(text.length / 256) * 4);
  });

  it.each([
    ['letters', 'a'],
    ['Chinese characters', '灯'],
    ['rare Chinese characters', '\u9f98'],
    ['spaces', ' '],
    ['emoji', '😀'],
  ])('counts 100,000 equal %s much faster than in one piece', (_, character) => {
    // In one piece the time grows with the square: ten times the text would take a hundred times as long.
    const time = (length: number): number => {
      const start = performance.now();
      exact.count(character.repeat(length));
      return performance.now() - start;
    };
    time(300);
    const short = Math.min(time(9_999), time(10_000), time(10_001));
    const long = Math.min(time(99_999), time(100_000), time(100_001));
    expect(long).toBeLessThan(Math.max(short * 50, 100));
  });

  it('says that counts are estimates while the tokenizer is loading', async () => {
    const counter = new GptTokenCounter();
    const ready = counter.prepare();
    expect(counter.count('The mill.').approximate).toBe(true);
    await ready;
    expect(counter.count('The mill.')).toEqual({ tokens: oracleCount('The mill.'), approximate: false });
  });

  it('loads the tokenizer once', async () => {
    let loads = 0;
    const counter = new GptTokenCounter(() => {
      loads += 1;
      return Promise.resolve((text) => text.length);
    });
    await Promise.all([counter.prepare(), counter.prepare()]);
    await counter.prepare();
    expect(loads).toBe(1);
  });

  it('goes on with estimates when loading fails, and loads again when asked', async () => {
    let fails = true;
    const counter = new GptTokenCounter(() =>
      fails ? Promise.reject(new Error('not there')) : Promise.resolve((text) => text.length),
    );
    await expect(counter.prepare()).rejects.toThrow('not there');
    expect(counter.count('mill').approximate).toBe(true);
    fails = false;
    await counter.prepare();
    expect(counter.count('mill')).toEqual({ tokens: 4, approximate: false });
  });

  it.each([
    ['short', 'The mill.'],
    ['long', 'The mill. '.repeat(1_000)],
  ])('counts a %s text once', async (_, text) => {
    const counted: string[] = [];
    const counter = new GptTokenCounter(() =>
      Promise.resolve((part) => {
        counted.push(part);
        return part.length;
      }),
    );
    await counter.prepare();
    counted.length = 0;
    expect(counter.count(text).tokens).toBe(text.length);
    expect(counter.count(text).tokens).toBe(text.length);
    expect(counted).toEqual([text]);
    expect(counter.count(`${text}!`).tokens).toBe(text.length + 1);
  });
});
