import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entryOf, indexOf, lore, parseOptions } from '../../../tests/support/lore-vault';
import { parseNote } from '../lore/parse-note';
import type { LoreIndex } from './lore-index';
import { sameSigns } from './same-entries';

function change(index: LoreIndex, path: string, source: string | undefined): LoreIndex {
  return source === undefined
    ? index.apply([{ kind: 'removed', path }])
    : index.apply([
        { kind: 'read', note: { path, size: 0, modified: 0, reading: parseNote(path, source, parseOptions) } },
      ]);
}

function signs(source: string, path = 'Mill.md'): Readonly<Record<string, string>> {
  return Object.fromEntries(sameSigns(entryOf(path, source)).map(({ by, value }) => [by, value]));
}

describe('two entries are the same', () => {
  test('by their texts, whatever blanks and line ends stand between the words', () => {
    const one = signs(lore('keys: [mill]', 'The mill\n\ngrinds.'));
    expect(signs(lore('keys: [grind]', 'The  mill grinds.'), 'Other.md')['text']).toBe(one['text']);
    expect(signs(lore('keys: [mill]', 'The mill stands.'))['text']).not.toBe(one['text']);
  });

  test('by title and keys together, in whatever order and letter case', () => {
    const one = signs(lore('keys: [mill, wheel]', 'A.'))['title-and-keys'];
    expect(signs(lore('title: MILL\nkeys: [Wheel, mill]', 'B.'), 'x.md')['title-and-keys']).toBe(one);
    expect(signs(lore('keys: [mill]', 'A.'))['title-and-keys']).not.toBe(one);
    expect(signs(lore('keys: [mill, wheel]', 'A.'), 'Tower.md')['title-and-keys']).not.toBe(one);
  });

  test('by what they were imported from, whatever kind of file held it', () => {
    expect(signs(lore('lorehearth_source: "ccv2:abc"', 'A.'))['source']).toBe('abc');
    expect(signs(lore('lorehearth_source: "sillytavern:abc"', 'B.'))['source']).toBe('abc');
  });

  test('never by having no text or no keys', () => {
    expect(Object.keys(signs(lore('keys: []', ' ')))).toEqual([]);
  });
});

describe('the entries of an index that are the same', () => {
  test('are those that a new look at all of it would find, however it came about', () => {
    const paths = fc.constantFrom('A.md', 'B.md', 'C.md');
    const texts = fc.constantFrom(
      undefined,
      lore('keys: [a]', 'One.'),
      lore('keys: [b]', 'One.'),
      lore('keys: [b]', 'Two.'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(paths, texts), { maxLength: 12 }), (changes) => {
        let index = indexOf({});
        expect(index.same.having({ by: 'text', value: '' })).toEqual([]);
        for (const [path, source] of changes) index = change(index, path, source);
        for (const sign of [...index.entries.values()].flatMap(sameSigns)) {
          const found = [...index.entries.values()].filter((entry) =>
            sameSigns(entry).some(({ by, value }) => by === sign.by && value === sign.value),
          );
          expect([...index.same.having(sign)].sort()).toEqual(found.map(({ id }) => id).sort());
        }
      }),
      { numRuns: 60 },
    );
  });

  test('cost a change of one note the look at that note', () => {
    const looks = new Map<string, number>();
    const watched = (path: string): string => {
      looks.set(path, 0);
      return path;
    };
    const notes = ['A.md', 'B.md', 'C.md'].map((path) => {
      const reading = parseNote(watched(path), lore(`keys: [${path}]`, path), parseOptions);
      if (reading.kind !== 'entry') throw new Error('No entry.');
      const { text } = reading.entry;
      const entry = Object.defineProperty({ ...reading.entry }, 'text', {
        get: () => {
          looks.set(path, (looks.get(path) ?? 0) + 1);
          return text;
        },
      });
      return {
        kind: 'read' as const,
        note: { path, size: 0, modified: 0, reading: { kind: 'entry' as const, entry } },
      };
    });
    const index = indexOf({}).apply(notes);
    expect(index.same.having({ by: 'source', value: 'x' })).toEqual([]);
    expect([...looks.values()]).toEqual([1, 1, 1]);
    const next = change(index, 'A.md', lore('keys: [z]', 'New.'));
    expect(next.same.having({ by: 'source', value: 'x' })).toEqual([]);
    // The note that is gone is looked at once more to take its signs away.
    expect([...looks.values()]).toEqual([2, 1, 1]);
  });
});
