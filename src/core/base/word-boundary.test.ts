import { describe, expect, it } from 'vitest';
import { isCharacterEdge, isWordBoundary } from './word-boundary';

/** Shows where a text may be cut: a bar at every index for which the rule holds. */
const mark = (text: string, rule: (text: string, index: number) => boolean): string =>
  Array.from({ length: text.length + 1 }, (_, index) => (rule(text, index) ? '|' : '') + text.charAt(index)).join('');

describe('isWordBoundary', () => {
  it.each([
    ['letters and digits form words', 'ash42', '|ash42|'],
    ['white space ends a word', 'an ash', '|an| |ash|'],
    ['an apostrophe ends a word', "korrin's", "|korrin|'|s|"],
    ['underscores and Markdown marks end a word', '_ash_**no**', '|_|ash|_|*|*|no|*|*|'],
    ['quotes and dashes end a word', '"ash"-gone', '|"|ash|"|-|gone|'],
    ['accented letters are letters', 'hansühn', '|hansühn|'],
    ['marks belong to their letter', 'x\u0301y', '|x\u0301y|'],
    ['marks belong to their sign', '#\u0301x', '|#\u0301|x|'],
    ['a mark after a space stands by itself', 'a \u0301b', '|a| |\u0301b|'],
    ['Cyrillic letters form words', 'вранов', '|вранов|'],
    ['Arabic letters form words', 'القمر', '|القمر|'],
    ['Hebrew letters with points form words', 'שָׁלוֹם', '|שָׁלוֹם|'],
    ['letters beyond the first plane form words', '\u{10428}\u{10429}', '|\u{10428}\u{10429}|'],
    ['Han needs no boundary', '龙井镇', '|龙|井|镇|'],
    ['Han beyond the first plane needs no boundary', '\u{20000}a', '|\u{20000}|a|'],
    ['kana need no boundary', 'カーか々', '|カ|ー|か|々|'],
    ['Hangul needs no boundary', '나는', '|나|는|'],
    ['Thai needs none but keeps its marks', 'ที่ท่า', '|ที่|ท่|า|'],
    ['Lao, Khmer and Burmese need none', 'ລາວខខ\u1019\u103c\u1014\u103a', '|ລ|າ|ວ|ខ|ខ|\u1019\u103c|\u1014\u103a|'],
    ['a change of script is a boundary', '在nova城', '|在|nova|城|'],
    ['digits of any script are one number', '๑๒١٢', '|๑๒١٢|'],
    ['a digit beside Han is bounded', '第12章', '|第|12|章|'],
    ['emoji are bounded', '🐉wakes🐉🐉', '|🐉|wakes|🐉|🐉|'],
    ['a letterlike sign is no letter', 'ash™', '|ash|™|'],
  ])('%s', (_, text, expected) => {
    expect(mark(text, isWordBoundary)).toBe(expected);
  });
});

describe('isCharacterEdge', () => {
  it.each([
    ['cuts between letters', 'ash', '|a|s|h|'],
    ['keeps marks with their letter', 'x\u0301\u0323y', '|x\u0301\u0323|y|'],
    ['keeps surrogate pairs together', '🐉a', '|🐉|a|'],
    ['cuts between a space and a mark', ' \u0301', '| |\u0301|'],
  ])('%s', (_, text, expected) => {
    expect(mark(text, isCharacterEdge)).toBe(expected);
  });
});
