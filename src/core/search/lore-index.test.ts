import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryOf, lore } from '../../../tests/support/lore-vault';
import { LoreIndex, type IndexChange } from './lore-index';

const DEFAULTS = { caseSensitive: false, wholeWords: true };
const NAMES = { user: 'Mara', char: 'Vesk' };
const TEXT = 'The red fox and Mara’s OWL, 灯台守 at the old mill; wolves, crows & c++.';

const key = fc.constantFrom(
  'fox',
  'red fox',
  'old mill',
  '"{{user}}"',
  '灯台',
  'c++',
  '/wol\\w+/',
  'crow',
  'at the old mill',
);
const source = fc
  .tuple(
    fc.array(key, { maxLength: 4 }),
    fc.constantFrom('', 'case_sensitive: true', 'whole_words: false', 'constant: true'),
  )
  .map(([keys, more]) => lore(`keys: [${keys.join(', ')}]\n${more}`));
const path = fc.integer({ min: 0, max: 30 }).map((number) => `Lore/N${String(number)}.md`);
const change = fc.tuple(path, fc.option(source, { nil: undefined })).map(([at, text]): IndexChange => {
  if (text === undefined) return { kind: 'removed', path: at };
  const reading = { kind: 'entry' as const, entry: entryOf(at, text) };
  return { kind: 'read', note: { path: at, size: 0, modified: 0, reading } };
});

/** What an index answers, whatever way it was built. */
function answers(index: LoreIndex): unknown {
  return {
    notes: [...index.notes.keys()].sort(),
    entries: [...index.entries.values()].map((entry) => entry.path).sort(),
    hits: index.keys
      .match(TEXT, NAMES)
      .map(({ owner, start, end }) => [owner.entry, owner.key, start, end].join())
      .sort(),
    patterns: index.patterns.all.map(({ entry, source: text }) => entry + text).sort(),
    names: [...index.names.resolve('N1'), ...index.names.resolve('Lore/N2')],
    forced: [...index.forced].sort(),
  };
}

test('an index that is filled as a draft answers as one that follows the same changes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(change, { maxLength: 12 }), { maxLength: 12 }),
      fc.array(change),
      (batches, later) => {
        const draft = batches.reduce((index, batch) => index.apply(batch), LoreIndex.draft(DEFAULTS)).sealed();
        const plain = batches.reduce((index, batch) => index.apply(batch), LoreIndex.empty(DEFAULTS));
        expect(answers(draft)).toEqual(answers(plain));
        expect(answers(draft.apply(later))).toEqual(answers(plain.apply(later)));
        expect(answers(draft)).toEqual(answers(plain));
      },
    ),
    { numRuns: 150 },
  );
});
