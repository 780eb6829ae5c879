import { describe, expect, test } from 'vitest';
import { indexOf, lore, parseOptions, type Notes } from '../../../tests/support/lore-vault';
import { parseNote } from '../lore/parse-note';
import type { IndexChange } from '../search/lore-index';
import { movedEntries } from './moved-entries';

const read = (notes: Notes): readonly IndexChange[] =>
  Object.entries(notes).map(([path, source]) => ({
    kind: 'read',
    note: { path, size: source.length, modified: 0, reading: parseNote(path, source, parseOptions) },
  }));

/** Moves as paths. */
function moves(
  before: Notes,
  after: Notes,
  removed: readonly string[],
  renamed: readonly (readonly [string, string])[] = [],
): Readonly<Record<string, string>> {
  const [index, next] = [indexOf(before), indexOf({ ...before, ...after })];
  const pathIn = (from: typeof index, id: string): string => from.entries.get(id)?.path ?? 'none';
  const found = movedEntries(index, renamed, new Set(removed), read(after));
  return Object.fromEntries(found.map(([from, to]) => [pathIn(index, from), pathIn(next, to)]));
}

const fox = lore('keys: [fox]', 'A fox.');
const hare = lore('keys: [hare]', 'A hare.');

describe('an entry moved', () => {
  test('when the host says so, whatever its new text', () => {
    expect(moves({ 'Fox.md': fox }, { 'In/Vixen.md': hare }, ['Fox.md'], [['Fox.md', 'In/Vixen.md']])).toEqual({
      'Fox.md': 'In/Vixen.md',
    });
  });

  test('when a note is gone and one of equal content came', () => {
    expect(moves({ 'Fox.md': fox }, { 'In/Fox.md': fox }, ['Fox.md'])).toEqual({ 'Fox.md': 'In/Fox.md' });
  });

  test('each to a place of its own, when several have equal content', () => {
    const before = { 'A.md': fox, 'B.md': fox };
    const found = moves(before, { 'In/A.md': fox, 'In/B.md': fox }, ['A.md', 'B.md']);
    expect(Object.keys(found).sort()).toEqual(['A.md', 'B.md']);
    expect(Object.values(found).sort()).toEqual(['In/A.md', 'In/B.md']);
  });

  test('to where the host says, and not to another note of equal content', () => {
    const after = { 'In/Fox.md': fox, 'Copy.md': fox };
    expect(moves({ 'Fox.md': fox }, after, ['Fox.md'], [['Fox.md', 'In/Fox.md']])).toEqual({ 'Fox.md': 'In/Fox.md' });
  });
});

describe('an entry did not move', () => {
  test.each<[string, Notes, Notes, readonly string[], readonly (readonly [string, string])[]]>([
    ['when it stays and a copy comes', { 'Fox.md': fox }, { 'Copy.md': fox }, [], []],
    ['when what came has another text', { 'Fox.md': fox }, { 'Hare.md': hare }, ['Fox.md'], []],
    [
      'when a note of equal content was there before',
      { 'Fox.md': fox, 'Copy.md': fox },
      { 'Copy.md': fox },
      ['Fox.md'],
      [],
    ],
    ['when nothing came', { 'Fox.md': fox }, {}, ['Fox.md'], []],
    [
      'when it was no entry',
      { 'Fox.md': 'No lore.' },
      { 'In/Fox.md': 'No lore.' },
      ['Fox.md'],
      [['Fox.md', 'In/Fox.md']],
    ],
    [
      'when it is no entry any more',
      { 'Fox.md': fox },
      { 'In/Fox.md': 'No lore.' },
      ['Fox.md'],
      [['Fox.md', 'In/Fox.md']],
    ],
    ['when the renamed note is not known', {}, { 'In/Fox.md': fox }, ['Fox.md'], [['Fox.md', 'In/Fox.md']]],
  ])('%s', (_, before, after, removed, renamed) => {
    expect(moves(before, after, removed, renamed)).toEqual({});
  });
});
