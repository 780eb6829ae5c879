import { describe, expect, it } from 'vitest';
import type { KeyHit } from './key-hit';
import { isBlankKey } from './key-pattern';
import type { KeyPattern } from './key-pattern';
import { createKeywordMatcher } from './keyword-matcher';
import { findKeysNaively } from './naive-keyword-matcher';

const key = (text: string, switches: Partial<KeyPattern> = {}): KeyPattern => ({
  text,
  caseSensitive: false,
  wholeWords: true,
  ...switches,
});

type Find = (patterns: readonly KeyPattern[], text: string) => readonly KeyHit[];

/** The original words that were found, in order. */
const wordsFound = (find: Find, patterns: readonly KeyPattern[], text: string): readonly string[] =>
  find(patterns, text).map(({ start, end }) => text.slice(start, end));

const substring = { wholeWords: false };
const exact = { caseSensitive: true };

/** Name, key, text, and the words of the text that are found. */
type Row = readonly [name: string, key: KeyPattern, text: string, found: readonly string[]];

const wholeWordRows: readonly Row[] = [
  ['BR-001a a word inside other words', key('Ash'), 'She washed the ashtray; Ashford slept.', []],
  ['BR-001b a word beside punctuation', key('Ash'), '"Ash, wait!"', ['Ash']],
  ['BR-001c a word before a hyphen', key('Ash'), 'an ash-born child', ['ash']],
  ['BR-003a a key that begins with a sign', key('#nightwatch'), 'tag #nightwatch now', ['#nightwatch']],
  ['BR-003b its other edge still needs a boundary', key('#nightwatch'), '#nightwatchers gather', []],
  ['BR-003 a letter may stand before the sign', key('#nightwatch'), 'tag#nightwatch', ['#nightwatch']],
  ['BR-003 a key that ends with signs', key('C++'), 'C++17 and c++', ['C++', 'c++']],
  ['BR-003 a key that is signs alone', key('(!)'), 'really(!)', ['(!)']],
  ['BR-005a a straight possessive', key('Korrin'), "Korrin's blade", ['Korrin']],
  ['BR-005b a curly possessive', key('Korrin'), 'Korrin’s blade', ['Korrin']],
  ['BR-005c a plural', key('Korrin'), 'the Korrins', []],
  ['BR-005 a possessive plural', key('Korrin'), 'the Korrins’ blades', []],
  ['BR-006 a straight key in a curly text', key("Mara's Rest"), 'We sleep at Mara’s Rest tonight.', ['Mara’s Rest']],
  ['BR-006 a curly key in a straight text', key('Mara’s Rest'), "We sleep at Mara's Rest tonight.", ["Mara's Rest"]],
  ['BR-006 a modifier letter as apostrophe', key("Mara's Rest"), 'Mara\u02bcs Rest', ['Mara\u02bcs Rest']],
  ['BR-007a underscore emphasis', key('Ash'), '_Ash, no!_', ['Ash']],
  ['BR-007b star emphasis', key('Ash'), '*Ash* ran', ['Ash']],
  ['BR-007c strong emphasis', key('Ash'), '**Ash** ran', ['Ash']],
  ['BR-007d quote and dash', key('Ash'), '"Ash"—gone', ['Ash']],
  ['BR-007 code, links and strike-through', key('Ash'), '`Ash` [[Ash|he]] ~~Ash~~', ['Ash', 'Ash', 'Ash']],
  ['BR-009 a Han name in Han text', key('龙井镇'), '我们去龙井镇看看。', ['龙井镇']],
  ['BR-009 kana around a Han name', key('黒猫'), 'その黒猫がきた', ['黒猫']],
  ['BR-009 a Korean name with a particle', key('서울'), '서울에서 만나', ['서울']],
  ['BR-011 Han in corner brackets', key('星海号'), '「星海号」起航', ['星海号']],
  ['BR-011 Han before a full-width comma', key('星海号'), '星海号，启航', ['星海号']],
  ['BR-012a Latin between Han', key('Nova'), '他在Nova城等你', ['Nova']],
  ['BR-012b a longer Latin word between Han', key('Nova'), '他在Novae城', []],
  ['BR-012c Latin before Han', key('Nova'), 'Nova站', ['Nova']],
  ['BR-012 a key of both scripts', key('Nova城'), '他在Nova城等你', ['Nova城']],
  ['BR-012 the Latin edge of such a key', key('Nova城'), '他在Supernova城', []],
  ['BR-013a a Cyrillic word', key('Вран'), 'Тут стоит Вран.', ['Вран']],
  ['BR-013b a longer Cyrillic word', key('Вран'), 'город Вранов', []],
  ['BR-013c Cyrillic capitals', key('Вран'), 'ВРАН!', ['ВРАН']],
  ['BR-016 Thai inside Thai', key('ท่าเรือ'), 'เรือจอดที่ท่าเรือเก่า', ['ท่าเรือ']],
  ['BR-016 no Thai letter without its marks', key('ท'), 'ที่ ท่า', []],
  ['BR-017a an Arabic word', key('قمر'), 'عاد إلى قمر.', ['قمر']],
  ['BR-017b a longer Arabic word', key('قمر'), 'القمرية', []],
  ['BR-018a a Hebrew word', key('נמל'), 'הגענו אל נמל ישן', ['נמל']],
  ['BR-018b a directional mark after it', key('נמל'), 'הגענו אל נמל\u200f ישן', ['נמל']],
  ['BR-018 directional marks around the key', key('\u200fנמל\u200e'), 'אל נמל ישן', ['נמל']],
  ['BR-019a an emoji beside letters', key('🐉'), 'the 🐉wakes', ['🐉']],
  ['BR-019b each of two emoji', key('🐉'), '🐉🐉', ['🐉', '🐉']],
  ['BR-019 an emoji and a word', key('🐉 Hoard'), 'the 🐉 hoard!', ['🐉 hoard']],
  ['BR-019 an emoji with a variation selector', key('❤\ufe0f'), 'with ❤ and ❤\ufe0f', ['❤', '❤\ufe0f']],
  ['BR-021 a composed key in decomposed text', key('Éclipse'), 'l’E\u0301clipse noire', ['E\u0301clipse']],
  ['BR-021 a decomposed key in composed text', key('E\u0301clipse'), 'l’Éclipse noire', ['Éclipse']],
  ['BR-024 a word before an accented letter', key('Hans'), 'Hansühn kam.', []],
  ['BR-024 a word before a decomposed letter', key('Hans'), 'Hansu\u0308hn kam.', []],
  ['BR-024 a word with an accent on its end', key('Hans'), 'Hans\u0301', []],
  ['BR-029 brackets and a question mark', key('Vault (lower)?'), 'back to the Vault (lower)?', ['Vault (lower)?']],
  ['BR-029 square brackets', key('Dr. Quill [ret.]'), 'With Dr. Quill [ret.]', ['Dr. Quill [ret.]']],
  ['BR-029 a percent sign', key('50% Club'), 'the 50% club, the 50 club', ['50% club']],
  ['BR-029 a bar is no alternative', key('a|b'), 'a b a|b', ['a|b']],
  ['BR-036 an empty key', key(''), 'any text', []],
  ['BR-036 a key of spaces', key(' '), 'any text', []],
  ['BR-036 a key of zero-width spaces', key('\u200b'), 'any \u200b text', []],
];

const otherRows: readonly Row[] = [
  [
    'several words across any white space',
    key('iron lantern'),
    'Iron \t\n Lantern, iron\u3000lantern',
    ['Iron \t\n Lantern', 'iron\u3000lantern'],
  ],
  ['several words bounded at both ends', key('red cat'), 'fired cats, a red cat', ['red cat']],
  ['runs of white space in the key', key('  iron \n lantern '), 'iron lantern', ['iron lantern']],
  ['no comma for a space', key('iron lantern'), 'iron, lantern', []],
  ['several Han words across white space', key('龙 井'), '去龙 \n井镇', ['龙 \n井']],
  ['signs across white space', key('& co.'), 'Ash &  Co.', ['&  Co.']],
  ['dashes of any kind', key('ash-born'), 'ash–born, ash\u2011born', ['ash–born', 'ash\u2011born']],
  ['a trademark sign ends a word', key('Chosen One'), 'the Chosen One™', ['Chosen One']],
  ['no word across a digit', key('R2'), 'R2D2, R2 and R22', ['R2']],
  ['sharp s as ss', key('STRASSE'), 'die Straße', ['Straße']],
  ['a Turkish capital', key('izmir'), 'İzmir, İZMİR', ['İzmir', 'İZMİR']],
  ['a final sigma', key('ΟΔΟΣ'), 'η οδός, η οδος', ['οδος']],
  ['the underscore as a boundary', key('snake'), 'snake_case', ['snake']],
  ['a soft hyphen inside a word', key('lantern'), 'lan\u00adtern', ['lan\u00adtern']],
  ['the whole text', key('ash'), 'Ash', ['Ash']],
  ['an empty text', key('ash'), '', []],
  ['part of a word with whole words off', key('king', substring), 'to my liking', ['king']],
  ['overlapping places with whole words off', key('ana', substring), 'Banana', ['ana', 'ana']],
  ['overlapping places of several words', key('ha ha'), 'ha ha ha', ['ha ha', 'ha ha']],
  ['no letter without its accent', key('e', substring), 'x e\u0301 é y\u0301', []],
  ['part of a ligature', key('eff', substring), 'eﬃcient', ['eﬃ']],
  ['one sharp s for two places', key('s', substring), 'ß', ['ß']],
  ['BR-008a the other case', key('Red', exact), 'a red door', []],
  ['BR-008b the same case', key('Red', exact), 'Red grinned.', ['Red']],
  ['BR-008 both cases when case does not count', key('Red'), 'a red door. Red grinned.', ['red', 'Red']],
  ['the same case in several words', key('Iron Lantern', exact), 'iron Lantern, Iron  Lantern', ['Iron  Lantern']],
  ['the same case inside a word', key('King', { ...exact, ...substring }), 'liking, LiKing', ['King']],
  ['a curly apostrophe where case counts', key("Mara's", exact), 'Mara’s', ['Mara’s']],
];

describe.each<readonly [string, Find]>([
  ['keyword matcher', (patterns, text) => createKeywordMatcher(patterns).match(text)],
  ['naive matcher', findKeysNaively],
])('%s', (_, find) => {
  it.each([...wholeWordRows, ...otherRows])('finds: %s', (_name, pattern, text, found) => {
    expect(wordsFound(find, [pattern], text)).toEqual(found);
  });

  it('reports all keys in one pass by start, end and pattern', () => {
    const patterns = [key('iron lantern'), key('lantern'), key('iron'), key('IRON'), key('ron', substring), key('城')];
    expect(find(patterns, 'the iron lantern')).toEqual([
      { pattern: 2, start: 4, end: 8 },
      { pattern: 3, start: 4, end: 8 },
      { pattern: 0, start: 4, end: 16 },
      { pattern: 4, start: 5, end: 8 },
      { pattern: 1, start: 9, end: 16 },
    ]);
  });

  it('finds no key in a text that lacks it, whatever the other keys are', () => {
    expect(find([key('#ash'), key('ash ford'), key('灰'), key('as', substring)], 'an oak 树 # ford')).toEqual([]);
  });

  it('finds keys that begin or end inside one another', () => {
    const patterns = ['he', 'she', 'hers', 'his'].map((text) => key(text, substring));
    expect(wordsFound(find, patterns, 'ushers')).toEqual(['she', 'he', 'hers']);
  });
});

describe('isBlankKey', () => {
  it.each(['', ' ', '\u200b', '\u00ad\ufeff \u2060', '\n\t', '\ufe0f'])('BR-036 calls %j blank', (text) => {
    expect(isBlankKey(text)).toBe(true);
  });

  it.each(['a', '-', '…', '\u0301', '🐉'])('does not call %j blank', (text) => {
    expect(isBlankKey(text)).toBe(false);
  });
});

describe('a keyword matcher that changes', () => {
  const base = createKeywordMatcher(['ash', 'oak', '#elm', 'Yew'].map((text) => key(text)));
  const text = 'ash oak #elm yew fir';
  const numbersFound = (matcher: typeof base): readonly number[] => matcher.match(text).map((hit) => hit.pattern);

  it('finds added keys under new numbers and removed keys no more', () => {
    const changed = base.with([key('fir'), key('ash')], [1]);
    expect(numbersFound(changed)).toEqual([0, 5, 2, 3, 4]);
    expect([base.nextPattern, changed.nextPattern]).toEqual([4, 6]);
  });

  it('leaves the old matcher as it was', () => {
    base.with([key('fir')], [0, 1, 2, 3]);
    expect(numbersFound(base)).toEqual([0, 1, 2, 3]);
  });

  it('lets two matchers go different ways from one', () => {
    const left = base.with([key('fir')], [0]);
    const right = base.with([key('oak')], [3]);
    expect(numbersFound(left)).toEqual([1, 2, 3, 4]);
    expect(numbersFound(right)).toEqual([0, 1, 4, 2]);
  });

  it('never gives a number twice', () => {
    const emptied = base.with([], [0, 1, 2, 3]);
    expect(numbersFound(emptied)).toEqual([]);
    expect(numbersFound(emptied.with([key('ash')], []))).toEqual([4]);
  });

  it('passes over numbers that are removed already and counts blank keys', () => {
    const changed = base.with([key(' '), key('fir')], [0, 0]).with([], [0]);
    expect(numbersFound(changed)).toEqual([1, 2, 3, 5]);
  });

  it.each([-1, 4, 0.5, Number.NaN])('refuses %d, which no pattern has', (number) => {
    expect(() => base.with([], [number])).toThrow(RangeError);
  });

  it('starts from nothing', () => {
    const empty = createKeywordMatcher([]);
    expect(empty.match(text)).toEqual([]);
    expect(numbersFound(empty.with([key('oak')], []))).toEqual([0]);
  });
});
