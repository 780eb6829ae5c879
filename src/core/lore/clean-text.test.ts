import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText } from './clean-text';
import { markdownTokens } from './markdown-tokens';

const isMarker = (tag: string): boolean => /^#lorebook(?:-always)?(?:\/|$)/i.test(tag);

/** The text of a body whose title comes from elsewhere. */
function clean(body: string): string {
  return cleanText(markdownTokens(body), { title: new Set(), isMarker });
}

describe('takes out what no model may see', () => {
  test.each([
    [
      'BR-105 a comment in a line',
      'Mira keeps the mill. %% she is the killer %% She is kind.',
      'Mira keeps the mill. She is kind.',
    ],
    ['BR-105 a block of comment', 'One.\n\n%%\nsecret\n\nmore\n%%\n\nTwo.', 'One.\n\nTwo.'],
    ['two blocks of comment in a row', 'One.\n\n%%a%%\n\n%%b%%\n\nTwo.', 'One.\n\nTwo.'],
    ['a comment at the end of a line', 'One. %%a%%\nTwo.', 'One.\nTwo.'],
    ['a comment at the start of a line', '%%a%% One.\n  %%b%% Two.', 'One.\n  Two.'],
    ['a comment before a comma', 'One %%a%%, two.', 'One, two.'],
    ['a comment inside a word', 'un%%a%%done', 'undone'],
    ['a comment over two lines', 'One %% a\nb %% two.', 'One two.'],
    ['a comment in a heading', '## Mill %% secret %%\nText.', '## Mill\nText.'],
    ['a comment that nothing closes', 'One.\n%% secret\nmore', 'One.'],
    ['comments beside each other', 'One %%a%% %%b%% <!--c--> two.', 'One two.'],
    ['an HTML comment', 'One.\n<!-- a\nb -->\nTwo.', 'One.\nTwo.'],
    [
      'an excluded region',
      'One.\n\n%%lorehearth-exclude%%\na %%b%% c\n%%/lorehearth-exclude%%\n\nTwo.',
      'One.\n\nTwo.',
    ],
    ['the other spelling', '%%deeplore-exclude%%\na\n%%/deeplore-exclude%%\nTwo.', 'Two.'],
    ['an image', 'One.\n\n![[map.png]]\n\n![alt](map.png)\n\nTwo.', 'One.\n\nTwo.'],
    ['a block id', 'One. ^a\n\n> Two.\n\n^b', 'One.\n\n> Two.'],
    [
      'blocks for tools',
      'One.\n\n```dataview\nLIST\n```\n\n~~~lore-test\nx\n~~~\n\n```DataviewJS\ny\n```\nTwo.',
      'One.\n\nTwo.',
    ],
  ])('%s', (_, body, text) => {
    expect(clean(body)).toBe(text);
  });
});

describe('leaves the rest as it is', () => {
  test.each([
    ['macros and dollar signs', '$1 {{user}} $& {{random::a,b}} $$x$$'],
    ['rules', 'One\n\n---\n\nTwo\n\n***\n\nThree'],
    ['tags of the user', 'A #secret place, see #42.'],
    ['code', '```js\n# a %%b%% [[c]]\n#lorebook\n```\n`%%d%%`'],
    ['emphasis, callouts, footnotes and tables', '> [!note] *One*\n> ==two==[^1]\n\n| a | b |\n| - | - |'],
    ['links to the web', 'See [the page](https://example.org/#lorebook).'],
    ['blank lines and hard breaks', 'One  \nTwo\n\n\n\nThree'],
    ['the indentation of the first line', '    One\n  Two'],
    ['wide blanks', '\u3000一\u3000二'],
    ['our tags in the middle of a text', 'Notes with #lorebook are lore, they say.'],
  ])('%s', (_, body) => {
    expect(clean(body)).toBe(body);
  });
});

test.each([
  ['See [[Quay]] and [[Lore/Mill#History]].', 'See Quay and Mill.'],
  ['See [[Quay|the quay]].', 'See the quay.'],
  ['## [[Quay|The quay]]\nText', '## The quay\nText'],
  [String.raw`| [[Quay\|q]] |`, '| q |'],
  ['[[#Below]]', 'Below'],
])('writes links out: %s', (body, text) => {
  expect(clean(body)).toBe(text);
});

describe('our own tags', () => {
  test.each([
    ['on a line of their own', '#lorebook #lorebook-always\nOne.', 'One.'],
    ['on a line with tags of the user', 'One.\n\n#lorebook #secret', 'One.\n\n#secret'],
    ['at the end of the text', 'One. #lorebook', 'One.'],
    ['nested, in other case', 'One.\n\n#Lorebook/Place\n', 'One.'],
    ['at the end among tags of the user', 'One. #secret #lorebook #fish', 'One. #secret #fish'],
    ['alone', '#lorebook', ''],
    ['before a comment at the end', 'One.\n\n#lorebook\n%%a%%', 'One.'],
  ])('go %s', (_, body, text) => {
    expect(clean(body)).toBe(text);
  });

  test.each(['One #lorebook two.', 'One. #lorebooks', '#lorebook is our tag.', '[[Quay]] #lorebook, and more.'])(
    'stay in "%s"',
    (body) => {
      expect(clean(body)).toBe(body.replace('[[Quay]]', 'Quay'));
    },
  );
});

test('hidden text never shows, wherever it stands', () => {
  const visible = fc.constantFrom(
    'One',
    ' ',
    '\n',
    '\n\n',
    'two.',
    '# ',
    '`x`',
    '[[Quay]]',
    '- ',
    '> ',
    '#tag',
    ',',
    '\t',
  );
  const hidden = fc.constantFrom(
    '%%SECRET%%',
    '%% SECRET\nSECRET %%',
    '<!--SECRET-->',
    '![[SECRET]]',
    '![SECRET](x)',
    '%%lorehearth-exclude%%\nSECRET %%SECRET%%\n%%/lorehearth-exclude%%',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(visible, hidden), { maxLength: 30 }), (pieces) => {
      const text = clean(pieces.join(''));
      expect(text).not.toContain('SECRET');
      expect(text).not.toContain('\0');
    }),
    { numRuns: 700 },
  );
}, 30_000);

test('nothing but what the body shows comes into the text', () => {
  const piece = fc.oneof(
    fc.constantFrom('%%', '<!--', '-->', '`', '```', '\n', '[[', ']]', '|', '![[', '#lorebook', ' ', '^a', '\0'),
    fc.string({ maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const body = pieces.join('');
      const text = clean(body);
      expect(text.length).toBeLessThanOrEqual(body.length);
      const shown = markdownTokens(body).flatMap((token) =>
        token.kind === 'hidden' || token.kind === 'embed' ? [] : [token.text],
      );
      const characters = new Set(shown.join(''));
      for (const character of text)
        expect(character === ' ' || characters.has(character) || character.length > 1).toBe(true);
    }),
    { numRuns: 700 },
  );
}, 30_000);

const LENGTH = 250_000;

test.each([
  '%%a%%',
  ' %%a%% ',
  '%%a%%\n',
  ' ',
  '%% %%',
  '%%%%',
  'a %%%%',
  '#lorebook ',
  '#lorebook\n',
  '#a ',
  '[[a]]',
  '\n',
  ' \n',
  '\0',
  '^a\n',
])(
  'takes time in proportion to many %j',
  (unit) => {
    const repeated = unit.repeat(LENGTH / unit.length);
    const started = performance.now();
    for (const body of [repeated, `x${repeated}x`, `%%%%${repeated}x`, `x${repeated}%%%%`])
      expect(clean(body).length).toBeLessThanOrEqual(body.length);
    // The square of this length would take minutes.
    expect(performance.now() - started).toBeLessThan(15_000);
  },
  60_000,
);
