import { describe, expect, test } from 'vitest';
import { splitNote } from './frontmatter';
import { markdownTokens } from './markdown-tokens';
import { isMarkerTag, isTagOrBelow, isTagWord, noteTags, showsTag, type TagNames } from './note-tags';

const names: TagNames = {
  lore: 'lorebook',
  always: 'lorebook-always',
  never: 'lorebook-never',
  bootstrap: 'lorebook-bootstrap',
  seed: 'lorebook-seed',
  guide: 'lorebook-guide',
  session: 'lorebook-session',
};

function tagsOf(source: string): readonly string[] {
  const { properties, body } = splitNote('n.md', source);
  return noteTags(properties, markdownTokens(body), body);
}

const withProperties = (yaml: string): readonly string[] => tagsOf(`---\n${yaml}\n---\nBody`);

test.each([
  ['BR-097 a text with commas', 'tags: lorebook, npc', ['lorebook', 'npc']],
  ['BR-097 a list', 'tags:\n  - lorebook', ['lorebook']],
  ['BR-097 a list in brackets', 'tags: [lorebook]', ['lorebook']],
  ['BR-098 a text with spaces', 'tags: npc lorebook', ['npc', 'lorebook']],
  ['BR-098 the name tag', 'tag: lorebook', ['lorebook']],
  ['BR-098 the name in capitals', 'Tags: lorebook', ['lorebook']],
  ['BR-099 a hash sign in quotes', 'tags: "#lorebook"', ['lorebook']],
  ['BR-099 a nested tag', 'tags: ["#lorebook/npc"]', ['lorebook/npc']],
  ['BR-099 a comment, which is no tag', 'tags:\n  - #lorebook', []],
  ['BR-100 other letter case', 'tags: [Lorebook, LOREBOOK-Always]', ['lorebook', 'lorebook-always']],
  ['both names at once, in the order of the note', 'tag: b\ntags: [a, b]', ['b', 'a']],
  ['a number', 'tags: [1984, x]', ['1984', 'x']],
  ['a slash at the end', 'tags: [place/]', ['place']],
  ['a decomposed letter', 'tags: [caf\u0065\u0301]', ['caf\u00e9']],
])('reads tags from properties: %s', (_, yaml, tags) => {
  expect(withProperties(yaml)).toEqual(tags);
});

test.each([
  ['BR-104 a tag in the body', 'Text #lorebook more', ['lorebook']],
  ['BR-102 not in a fence', '```\n#lorebook\n```', []],
  ['BR-102 not in inline code', 'a `#lorebook-always` b', []],
  ['not in an indented code block', 'Text\n\n    #lorebook\n', []],
  ['not in a code block after a tab', '\t#lorebook\n', []],
  ['an indented line of a paragraph', 'Text\n    #lorebook\n', ['lorebook']],
  ['an indented line of a list', '- a\n\n    #lorebook\n', ['lorebook']],
  ['a deep line of a list', '1. a\n\n    b\n\n    #lorebook\n', ['lorebook']],
  ['not in a comment', '%% #lorebook %% <!-- #lorebook -->', []],
  ['not in a link', '[[a#lorebook]] https://x.org/#lorebook', []],
  ['not after a backslash', String.raw`\#lorebook`, []],
  ['not inside a word', 'a#lorebook', []],
  ['in a heading', '## A #lorebook', ['lorebook']],
  ['nested', '#lorebook/npc/guard.', ['lorebook/npc/guard']],
  ['letters of any script, and signs', '#龙井镇 #été_1 #🐉 #a-b', ['龙井镇', 'été_1', '🐉', 'a-b']],
  ['not a number', '#42 #1984/2 #y2k', ['y2k']],
  ['in the order of the text, each once', '#b #a #B', ['b', 'a']],
])('reads tags from the body: %s', (_, body, tags) => {
  expect(tagsOf(body)).toEqual(tags);
});

test('a tag counts for itself and for those below it', () => {
  expect(isTagOrBelow('lorebook', 'lorebook')).toBe(true);
  expect(isTagOrBelow('lorebook/npc', 'lorebook')).toBe(true);
  expect(isTagOrBelow('lorebooks', 'lorebook')).toBe(false);
  expect(isTagOrBelow('lore', 'lorebook')).toBe(false);
});

test.each([
  ['#lorebook', true],
  ['#Lorebook/Place', true],
  ['#lorebook-never', true],
  ['#lorebooks', false],
  ['lorebook', false],
  ['#secret', false],
])('%s marks a note for us: %s', (word, expected) => {
  expect(isMarkerTag(word, names)).toBe(expected);
});

test.each([
  ['#a', true],
  ['#a/b-c', true],
  ['#42', false],
  ['#', false],
  ['##', false],
  ['#a,', false],
])('%s is a tag: %s', (word, expected) => {
  expect(isTagWord(word)).toBe(expected);
});

describe('a tag that shows in a text that cannot be parsed', () => {
  test.each([
    ['tags: [lorebook, [', true],
    ['  * LOREBOOK', true],
    ['tags: "#lorebook', true],
    ['tags: [lorebook/npc', true],
    ['tags: [lorebooks', false],
    ['tags: [mylorebook', false],
    ['tags: [lorebook-never', false],
  ])('among properties: %s → %s', (text, expected) => {
    expect(showsTag(text, 'lorebook', 'properties')).toBe(expected);
  });

  test.each([
    ['Text #lorebook', true],
    ['lorebook is a word', false],
    ['#lorebooks, #lorebook', true],
  ])('in the body: %s → %s', (text, expected) => {
    expect(showsTag(text, 'lorebook', 'body')).toBe(expected);
  });
});
