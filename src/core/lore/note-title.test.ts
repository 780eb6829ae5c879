import { expect, test } from 'vitest';
import { cleanText } from './clean-text';
import { markdownTokens } from './markdown-tokens';
import { noteTitle } from './note-title';

/** Title and text of a note. */
function read(body: string, property?: string, path = 'Lore/The Mill.md'): { title: string; text: string } {
  const tokens = markdownTokens(body);
  const title = noteTitle(path, property, tokens);
  return { title: title.text, text: cleanText(tokens, { title: title.tokens, isMarker: () => false }) };
}

test.each([
  ['the property', 'Text', 'Old Mill', 'Old Mill', 'Text'],
  ['the property, and the heading that repeats it goes', '# Old Mill\n\nText', 'Old Mill', 'Old Mill', 'Text'],
  ['the property, and another heading stays', '# Part one\n\nText', 'Old Mill', 'Old Mill', '# Part one\n\nText'],
  ['the heading', '# Old Mill\n\nText', undefined, 'Old Mill', 'Text'],
  ['the heading for an empty property', '# Old Mill\nText', '', 'Old Mill', 'Text'],
  ['the first level-1 heading', '## A\n\n# Old Mill\n\n# B', undefined, 'Old Mill', '## A\n\n# B'],
  ['the file name', 'Text', undefined, 'The Mill', 'Text'],
  [
    'the file name, where the only heading is code',
    '```\n# not a title\n```',
    undefined,
    'The Mill',
    '```\n# not a title\n```',
  ],
  ['the file name, where the only heading is hidden', '%%\n# secret\n%%\nText', undefined, 'The Mill', 'Text'],
  ['the file name, where the heading is empty', '#\nText', undefined, 'The Mill', '#\nText'],
])('the title is %s', (_, body, property, title, text) => {
  expect(read(body, property)).toEqual({ title, text });
});

test.each([
  ['# Old Mill #', 'Old Mill'],
  ['# Old Mill #place', 'Old Mill'],
  ['# Old Mill #42', 'Old Mill #42'],
  ['# Old Mill ^id', 'Old Mill'],
  ['# Old Mill %%secret%%', 'Old Mill'],
  ['# Old %%secret%% Mill', 'Old Mill'],
  ['# Old Mill %% secret\nmore %% rest', 'Old Mill'],
  ['# [[Mill|Old Mill]]', 'Old Mill'],
  ['# [[Lore/Mill]]', 'Mill'],
  ['# **Old** `Mill`', 'Old Mill'],
  ['# 2 * 3 * 4', '2 * 3 * 4'],
  ['#\tOld Mill', 'Old Mill'],
  ['   # Old Mill', 'Old Mill'],
])('%s is named "%s"', (body, title) => {
  expect(read(body).title).toBe(title);
});

test('nothing of the title line is left in the text, nor of what is hidden in it', () => {
  expect(read('# A `b` [[c]] %%secret%% ^d\n\nText').text).toBe('Text');
  expect(read('# A %% secret\nmore %% rest\nText').text).toBe('rest\nText');
});

test('BR-019 an emoji is a part of a name', () => {
  expect(read('Text', undefined, 'Lore/🐉 Hoard.md').title).toBe('🐉 Hoard');
  expect(read('# 🐉 Hoard\nText').title).toBe('🐉 Hoard');
});

test('takes time in proportion to a hostile heading', () => {
  for (const unit of ['*', '* a', '`', '#a ', '# ', '%%a%%', '[[a]]']) {
    expect(read(`# x ${unit.repeat(200_000 / unit.length)}`).title.length).toBeGreaterThan(0);
  }
}, 60_000);
