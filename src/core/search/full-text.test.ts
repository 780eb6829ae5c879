import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entryOf, lore } from '../../../tests/support/lore-vault';
import { FullText } from './full-text';
import { LoreIndex, type IndexChange } from './lore-index';

function change(path: string, text: string | undefined): IndexChange {
  if (text === undefined) return { kind: 'removed', path };
  const entry = entryOf(path, lore('', text));
  return { kind: 'read', note: { path, size: 0, modified: 0, reading: { kind: 'entry', entry } } };
}

function indexOf(texts: Readonly<Record<string, string | undefined>>, from = EMPTY): LoreIndex {
  return from.apply(Object.entries(texts).map(([path, text]) => change(path, text)));
}

const EMPTY = LoreIndex.empty({ caseSensitive: false, wholeWords: true });

function found(search: FullText, index: LoreIndex, ...queries: readonly string[]): readonly string[] {
  return search.search(index, queries, 10).map(({ entry }) => entry.title);
}

describe('full-text search', () => {
  test('puts what holds more and rarer words of the query first', () => {
    const index = indexOf({
      'A.md': 'the river runs past the mill',
      'B.md': 'the mill by the river grinds amber',
      'C.md': 'the river and the river',
      'D.md': 'nothing of it',
    });
    expect(found(new FullText(), index, 'amber river')).toEqual(['B', 'C', 'A']);
  });

  test('counts a word of the title for more than one of the text', () => {
    const index = indexOf({ 'Mill.md': 'A place by the water.', 'Ferry.md': 'It lies below the mill, on the water.' });
    expect(found(new FullText(), index, 'mill')).toEqual(['Mill', 'Ferry']);
  });

  test('follows entries that are changed, added and removed', () => {
    const search = new FullText();
    const before = indexOf({ 'A.md': 'amber', 'B.md': 'amber' });
    expect(found(search, before, 'amber')).toEqual(expect.arrayContaining(['A', 'B']));
    const after = indexOf({ 'A.md': 'jade', 'B.md': undefined, 'C.md': 'amber' }, before);
    expect(found(search, after, 'amber')).toEqual(['C']);
    expect(found(search, after, 'jade')).toEqual(['A']);
    expect(found(search, before, 'amber')).toHaveLength(2);
  });

  test('takes entries in bit by bit, and a search waits for none', () => {
    const search = new FullText();
    const index = indexOf({ 'A.md': 'amber', 'B.md': 'amber', 'C.md': 'amber' });
    expect(search.step(index, 2)).toBe(true);
    expect(found(search, index, 'amber')).toHaveLength(3);
    expect(search.step(index, 1)).toBe(false);
  });

  test('answers after many changes what a new search answers', () => {
    const words = ['amber', 'jade', 'river', 'mill', 'ferry', 'антарь', '灯台守', 'aVeryLongWordThatIsCutOut'];
    const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }).map((some) => some.join(' '));
    const path = fc.integer({ min: 0, max: 40 }).map((number) => `N${String(number)}.md`);
    const batch = fc.array(fc.tuple(path, fc.option(text, { nil: undefined })), { maxLength: 30 });
    const search = new FullText();
    let index = EMPTY;
    fc.assert(
      fc.property(batch, fc.subarray(words, { minLength: 1 }), (changes, query) => {
        index = index.apply(changes.map(([at, content]) => change(at, content)));
        const ours = search.search(index, [query.join(' ')], 50);
        const fresh = new FullText().search(index, [query.join(' ')], 50);
        expect(ours.map(({ entry }) => entry.id)).toEqual(fresh.map(({ entry }) => entry.id));
        ours.forEach(({ score }, at) => expect(score).toBeCloseTo(fresh[at]?.score ?? 0, 9));
      }),
      { numRuns: 80 },
    );
  });
});
