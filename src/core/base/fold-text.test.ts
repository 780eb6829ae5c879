import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from './fold-text';

const fold = (text: string): string => foldText(text, { caseSensitive: false }).text;
const foldKeepingCase = (text: string): string => foldText(text, { caseSensitive: true }).text;

const sliceOf = (text: string, part: string): string => {
  const folded = foldText(text, { caseSensitive: false });
  const at = folded.text.indexOf(part);
  const { start, end } = folded.originalRange(at, at + part.length);
  return at < 0 ? '(not found)' : text.slice(start, end);
};

describe('foldText', () => {
  it.each([
    ['letters', 'ASH', 'ash'],
    ['Cyrillic letters', 'ВРАН', 'вран'],
    ['sharp s', 'Straße STRASSE STRAẞE', 'strasse strasse strasse'],
    ['the three sigmas', 'ΣΑΣ σας', 'σασ σασ'],
    ['the four Turkish i', 'İIiı', 'iiii'],
    ['a dotted capital I in two code points', 'I\u0307zmir', 'izmir'],
    ['a dotted i with two dots more', 'İ\u0307\u0307', 'i'],
    ['a dotted i under other marks', 'i\u0323\u0307', 'ị'],
    ['capitals without a composed form', 'T\u0308', '\u1e97'],
    ['ligatures', 'ﬁre ĳ', 'fire ij'],
    ['full-width forms', 'Ｎｏｖａ７', 'nova7'],
    ['half-width kana with a voiced mark', 'ｶﾞﾝ', 'ガン'],
    ['conjoining jamo', '\u1112\u1161\u11ab', '한'],
    ['circled letters', 'Ⓐsh', 'ash'],
    ['raised and lowered digits', 'H₂O x²', 'h2o x2'],
    ['apostrophes', "'\u2018\u2019\u201b\u02bc\u2032\uff07\u00b4`\u05f3", "''''''''''"],
    ['double quotes', '"“”„«»″＂״', '"""""""""'],
    ['dashes', '-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d\u05be', '----------'],
    ['white space, each by itself', 'a\t\n\r\n\u00a0\u2003\u3000\u2028\u0085b', 'a         b'],
    ['zero-width and directional marks', 'a\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2066\u2069\ufeffb', 'ab'],
    ['soft hyphens and variation selectors', 'lan\u00adtern ❤\ufe0f', 'lantern ❤'],
    ['an ellipsis', 'so…', 'so...'],
  ])('folds %s', (_, text, expected) => {
    expect(fold(text)).toBe(expected);
  });

  it.each([
    ['letterlike signs', '™ № ℃', '™ № ℃'],
    ['spacing accents', 'a¨b', 'a¨b'],
    ['flags of parts of a country', '🏴\u{e0067}\u{e007f}', '🏴\u{e0067}\u{e007f}'],
    ['underscores', 'a_b', 'a_b'],
    ['supplementary letters', '\u{20000}🐉', '\u{20000}🐉'],
  ])('leaves %s alone', (_, text, expected) => {
    expect(fold(text)).toBe(expected);
  });

  it('keeps the case when told to', () => {
    expect(foldKeepingCase('Straße İ ﬁ ’')).toBe("Straße İ fi '");
    expect(foldKeepingCase('Ash `x`\t')).toBe("Ash 'x' ");
  });

  it('gives composed and decomposed text one form', () => {
    expect(fold('l’E\u0301clipse'.normalize('NFD'))).toBe(fold('l’Éclipse'));
    expect(foldKeepingCase('E\u0301')).toBe('É');
    expect(fold('e\u200b\u0301')).toBe('é');
  });

  it('replaces half a surrogate pair', () => {
    expect(fold('a\ud83d')).toBe('a\ufffd');
    expect(fold('\udc09b')).toBe('\ufffdb');
  });

  it('lets a mark after white space stand by itself', () => {
    expect(fold('a \u0301b')).toBe('a \u0301b');
  });

  it('takes a letter with two hundred thousand marks', () => {
    const marked = 'x' + '\u0301\u0323'.repeat(100_000);
    const folded = foldText(marked, { caseSensitive: false });
    expect(folded.text).toHaveLength(200_001);
    expect(folded.originalRange(0, 200_001)).toEqual({ start: 0, end: 200_001 });
  });

  it.each([
    ['plain text', 'the Ash tree', 'ash', 'Ash'],
    ['decomposed text', 'l’E\u0301clipse noire', 'éclipse', 'E\u0301clipse'],
    ['invisible characters before and after', '\u200fנמל\u200f ישן', 'נמל', 'נמל'],
    ['invisible characters inside', 'lan\u00adtern', 'lantern', 'lan\u00adtern'],
    ['a sign with its variation selector', 'a ❤\ufe0f b', '❤', '❤\ufe0f'],
    ['a letter that became two', 'die Straße', 'strasse', 'Straße'],
    ['half of a letter that became two', 'Maß', 's', 'ß'],
    ['what follows an ellipsis', 'so… Ash', 'ash', 'Ash'],
    ['what follows an emoji', '🐉🐉 wakes', 'wakes', 'wakes'],
    ['decomposed Hangul', '나는 \u1112\u1161\u11ab이', '한', '\u1112\u1161\u11ab'],
    ['the end of the text', 'x… end\u200b', 'end', 'end'],
  ])('leads back to the original: %s', (_, text, part, expected) => {
    expect(sliceOf(text, part)).toBe(expected);
  });

  it('says where a folded code unit begins', () => {
    const folded = foldText('ß\u200be\u0301!', { caseSensitive: false });
    expect(folded.text).toBe('ssé!');
    expect([0, 1, 2, 3, 4].map((index) => folded.originalOffset(index))).toEqual([0, 0, 2, 4, 5]);
  });
});

const piece = fc.constantFrom(
  ...['a', 'E', 'i', 'I', 'İ', 'ı', 'ß', 'ẞ', 'ﬁ', 'Σ', 'ς', 'K', 'T', 'w', 'ñ', 'N', 'ᾳ', 'ŉ', 'ǆ'],
  ...['\u0301', '\u0307', '\u0308', '\u0323', '\u030a', '\u0345', '\u20e3', '\u3099'],
  ...['\u1100', '\u1161', '\u11a8', 'ㅎ', 'ㅏ', 'ㄳ', 'ￃ', '가', 'ｶ', 'ﾞ', 'か', '龙', '港', '\u{20000}'],
  ...['ท', 'ำ', '่', 'ํ', 'า', 'ক', 'ে', 'া', '்', 'ا', 'ً', 'ﷺ', 'ﹰ'],
  ...['\u200b', '\u200d', '\u200f', '\u00ad', '\ufe0f', '\u034f', ' ', '\n', '\u3000', '\u00a0'],
  ...['_', '.', '…', '-', '🐉', '👍', '🏽', '1', '²', '①', '½', 'Ⓐ'],
);
const awkwardText = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''));
const anyText = fc.oneof(awkwardText, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));

describe('foldText, for any text', { timeout: 60_000 }, () => {
  it('folds what is folded to itself', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, caseSensitive) => {
        const once = foldText(text, { caseSensitive }).text;
        expect(foldText(once, { caseSensitive }).text).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });

  it('equals the normalization of the text as a whole', () => {
    fc.assert(
      fc.property(awkwardText, (text) => {
        const visible = text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').replaceAll('ﹰ', 'x');
        const whole = visible.normalize('NFKC').replace(/\s/gu, ' ').replaceAll('\u02bc', "'");
        expect(foldText(text.replaceAll('ﹰ', 'x'), { caseSensitive: true }).text).toBe(whole);
      }),
      { numRuns: 2000 },
    );
  });

  it('does not care how the text is composed', () => {
    fc.assert(
      fc.property(awkwardText, fc.boolean(), (text, caseSensitive) => {
        const forms = (['NFC', 'NFD'] as const).map((form) => foldText(text.normalize(form), { caseSensitive }).text);
        expect(forms).toEqual([foldText(text, { caseSensitive }).text, foldText(text, { caseSensitive }).text]);
      }),
      { numRuns: 2000 },
    );
  });

  it('does not care about case', () => {
    const simple = fc.string({ unit: fc.constantFrom(...'aÉßςΣjЖǆŁIı'.split('')) });
    fc.assert(
      fc.property(simple, (text) => {
        expect(fold(text.toUpperCase())).toBe(fold(text));
        expect(fold(text.toLowerCase())).toBe(fold(text));
      }),
    );
  });

  it('folds plain ASCII as it folds it beside other characters', () => {
    const ascii = fc.string({ unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)) });
    fc.assert(
      fc.property(ascii, fc.boolean(), (text, caseSensitive) => {
        const options = { caseSensitive };
        expect(foldText(`${text}\u2014`, options).text).toBe(`${foldText(text, options).text}-`);
      }),
    );
  });

  it('maps offsets in order, and each folded character to the original that folds to it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const folded = foldText(text, { caseSensitive: false });
        let last = 0;
        for (let at = 0; at < folded.text.length; at++) {
          const { start, end } = folded.originalRange(at, at + 1);
          expect(start).toBe(folded.originalOffset(at));
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(fold(text.slice(start, end))).toContain(folded.text[at]);
          last = start;
        }
        const all = folded.text === '' ? { start: 0, end: 0 } : folded.originalRange(0, folded.text.length);
        expect(fold(text.slice(all.start, all.end))).toBe(folded.text);
      }),
      { numRuns: 1000 },
    );
  });

  it('folds long texts piece by piece without a seam', () => {
    const long = fc.tuple(fc.integer({ min: 1010, max: 1040 }), awkwardText);
    fc.assert(
      fc.property(long, ([length, text]) => {
        const filler = 'é'.repeat(length);
        expect(fold(`${filler} ${text} ${filler}`)).toBe(`${filler} ${fold(text)} ${filler}`);
      }),
      { numRuns: 300 },
    );
  });
});
