import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markdownTokens } from './markdown-tokens';

/** The tokens as `kind:text`. */
function kinds(body: string): readonly string[] {
  return markdownTokens(body).map((token) => `${token.kind}:${token.text}`);
}

describe('code', () => {
  test.each([
    ['inline', 'a `#b` c', ['text:a ', 'code:`#b`', 'text: c']],
    ['inline with more ticks', 'a ``x ` y`` b', ['text:a ', 'code:``x ` y``', 'text: b']],
    ['ticks that nothing closes', 'a ` b\n` c', ['text:a ` b\n` c']],
    [
      'ticks that a line leaves open, and the next one does not',
      'a ` b\nc `d` e',
      ['text:a ` b\nc ', 'code:`d`', 'text: e'],
    ],
    ['ticks of another length', 'a `` b ` c', ['text:a `` b ` c']],
    ['an escaped tick', String.raw`a \`b %%c%%`, ['text:a \\`b ', 'hidden:%%c%%']],
    ['a fence', '```js\n# a\n```\nb', ['code:```js\n# a\n```', 'text:\nb']],
    ['a fence of tildes', '~~~\n```\n%% %%\n~~~~\nb', ['code:~~~\n```\n%% %%\n~~~~', 'text:\nb']],
    ['a fence that a shorter one does not close', '````\n```\n````', ['code:````\n```\n````']],
    ['a fence that one with a word does not close', '```\n```x\n```', ['code:```\n```x\n```']],
    ['a fence that nothing closes', '```\n#x\n\ny', ['code:```\n#x\n\ny']],
    ['a fence in a list', '- ```\n  #x\n  ```\nb', ['text:- ', 'code:```\n  #x\n  ```', 'text:\nb']],
    ['a fence in a quote', '> ```\n> #x\n> ```\nb', ['text:> ', 'code:```\n> #x\n> ```', 'text:\nb']],
    [
      'a fence that ends with its quote',
      '> ```\n> #x\nb %%c%%',
      ['text:> ', 'code:```\n> #x', 'text:\nb ', 'hidden:%%c%%'],
    ],
    ['ticks after emphasis, which open no block', '**```x\n%%c%%', ['text:**```x\n', 'hidden:%%c%%']],
    ['ticks on one line', '```a``` %%c%%', ['code:```a```', 'text: ', 'hidden:%%c%%']],
  ])('%s', (_, body, expected) => {
    expect(kinds(body)).toEqual(expected);
  });

  test('a fence tells its language in lower case', () => {
    expect(markdownTokens('```  DataviewJS x\na\n```')[0]).toMatchObject({ language: 'dataviewjs', fenced: true });
    expect(markdownTokens('`a`')[0]).toMatchObject({ language: '', fenced: false });
  });
});

describe('hidden text', () => {
  test.each([
    ['a comment', 'a %% b %% c', ['text:a ', 'hidden:%% b %%', 'text: c']],
    ['a comment over lines', 'a %% b\n\nc %% d', ['text:a ', 'hidden:%% b\n\nc %%', 'text: d']],
    ['a comment that nothing closes', 'a %% b\n# c', ['text:a ', 'hidden:%% b\n# c']],
    ['a comment in a heading', '## A %%b%% c', ['heading:## ', 'text:A ', 'hidden:%%b%%', 'text: c']],
    ['a single sign', '50% of 3%', ['text:50% of 3%']],
    ['an HTML comment', 'a <!-- b\nc --> d', ['text:a ', 'hidden:<!-- b\nc -->', 'text: d']],
    ['an empty HTML comment', '<!-->a', ['hidden:<!-->', 'text:a']],
    ['other HTML', 'a <b>c</b>', ['text:a <b>c</b>']],
    [
      'a region with comments in it',
      '%%lorehearth-exclude%%\na %%b%% c\n%%/lorehearth-exclude%% d',
      ['hidden:%%lorehearth-exclude%%\na %%b%% c\n%%/lorehearth-exclude%%', 'text: d'],
    ],
    [
      'the other spelling, with blanks',
      '%% DeepLore-Exclude %%a%% /deeplore-exclude %%b',
      ['hidden:%% DeepLore-Exclude %%a%% /deeplore-exclude %%', 'text:b'],
    ],
    [
      'a region that nothing closes',
      'a\n%%deeplore-exclude%%\nb %%c%%',
      ['text:a\n', 'hidden:%%deeplore-exclude%%\nb %%c%%'],
    ],
    [
      'marks of a locked region, not what is between',
      '%%lorehearth-lock%%a%%/lorehearth-lock%%',
      ['hidden:%%lorehearth-lock%%', 'text:a', 'hidden:%%/lorehearth-lock%%'],
    ],
  ])('%s', (_, body, expected) => {
    expect(kinds(body)).toEqual(expected);
  });

  test('tells whether it is closed', () => {
    expect(markdownTokens('%%a%%<!--b').map((token) => token.kind === 'hidden' && token.closed)).toEqual([true, false]);
  });
});

describe('headings, links, embeds and block ids', () => {
  test.each([
    ['a heading', '# A\nb', ['heading:# ', 'text:A', 'text:\nb']],
    ['an indented heading', '   ## A', ['text:   ', 'heading:## ', 'text:A']],
    ['too much indentation', '    # A', ['text:    # A']],
    ['a tag on the first place', '#a', ['text:#a']],
    ['a heading without text', '#\na', ['heading:#', 'text:\na']],
    ['seven marks', '####### a', ['text:####### a']],
    ['a heading in the middle of a line', 'a # b', ['text:a # b']],
    ['a link', 'a [[B|c]] d', ['text:a ', 'link:[[B|c]]', 'text: d']],
    ['a link in a heading', '# [[B]]', ['heading:# ', 'link:[[B]]']],
    ['brackets that are no link', '[[a]b]] [[]] [[a\nb]]', ['text:[[a]b]] [[]] [[a\nb]]']],
    ['an embed', 'a ![[b.png]] c', ['text:a ', 'embed:![[b.png]]', 'text: c']],
    ['an image', '![a](b_(1).png) c', ['embed:![a](b_(1).png)', 'text: c']],
    ['a call', 'Help![1] Oh!', ['text:Help![1] Oh!']],
    ['a block id', 'a ^b-1\nc', ['text:a ', 'block-id:^b-1', 'text:\nc']],
    ['a block id on its own line', 'a\n\n^b', ['text:a\n\n', 'block-id:^b']],
    ['a power', '2^3\n4 ^ 5', ['text:2^3\n4 ^ 5']],
  ])('%s', (_, body, expected) => {
    expect(kinds(body)).toEqual(expected);
  });
});

const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '`',
      '``',
      '```',
      '````',
      '~~~',
      '\n',
      '\n\n',
      '# ',
      '## ',
      '#',
      '%%',
      '<!--',
      '-->',
      '[[',
      ']]',
      '|',
      '![[',
      '![a](',
      ')',
      '^id',
      ' ',
      '\t',
      '> ',
      '- ',
    ],
    ...['%%lorehearth-exclude%%', '%%/lorehearth-exclude%%', '\\', 'word', '🐉', '\0', '\r'],
  ),
  fc.string({ maxLength: 3 }),
);

test('the tokens joined are the body again, and each tells where it stands', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const body = pieces.join('');
      const tokens = markdownTokens(body);
      expect(tokens.map((token) => token.text).join('')).toBe(body);
      let at = 0;
      for (const token of tokens) {
        expect(token.at).toBe(at);
        expect(token.text).not.toBe('');
        at += token.text.length;
      }
    }),
    { numRuns: 1_000 },
  );
}, 30_000);

const LENGTH = 250_000;

test.each([
  ...[
    '`',
    '~',
    '#',
    '%',
    '%%',
    '<!--',
    '-->',
    '[[',
    '[[a|',
    ']]',
    '![[',
    '![](',
    '![](a',
    '(',
    '^',
    ' ^a',
    ' ',
    '\t',
    '\n',
    '> ',
    '- ',
    '> ```\n',
    '```\n',
    '```a\n',
    '~~~a\n',
    '# ',
    '#\n',
    'a`',
    '` `` ',
    '%%a%%',
    '%%lorehearth-exclude%%',
    '[[a]]',
    '\\`',
  ],
])(
  'takes time in proportion to many %j',
  (unit) => {
    const repeated = unit.repeat(LENGTH / unit.length);
    const started = performance.now();
    for (const body of [repeated, `x${repeated}`, `x ${repeated}x`]) {
      expect(markdownTokens(body).at(-1)?.text.length).toBeGreaterThan(0);
    }
    // The square of this length would take minutes.
    expect(performance.now() - started).toBeLessThan(15_000);
  },
  60_000,
);

test('takes time in proportion to a line of backtick runs of all lengths', () => {
  const runs = Array.from({ length: 1_400 }, (_, length) => '`'.repeat(length + 1)).join(' ');
  const body = `~~~~${'~'.repeat(100_000)}\n${`${'~'.repeat(50)}\n`.repeat(1_000)}`;
  expect(
    markdownTokens(runs)
      .map((token) => token.text)
      .join(''),
  ).toBe(runs);
  expect(markdownTokens(body)).toHaveLength(1);
}, 60_000);
