import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { engineHost } from '../../../tests/support/engine-host';
import { foldFileName, noteFileName } from './note-file-name';
import { printNote } from './print-note';

const free = (): boolean => false;

/** Names for notes that are written one after the other into one folder. */
function namesOf(titles: readonly string[], there: readonly string[] = []): readonly string[] {
  const taken = new Set(there.map(foldFileName));
  return titles.map((title) => {
    const name = noteFileName(title, (folded) => taken.has(folded));
    taken.add(foldFileName(name));
    return name;
  });
}

describe('BR-112 a title with signs that no file name can have', () => {
  test.each([
    ['Reef: Who? "Me" / <Nobody>*|', 'Reef Who Me Nobody'],
    ['C:\\Lore\\Mill', 'C Lore Mill'],
    ['../../secret', 'secret'],
    ['.hidden', 'hidden'],
    ['The end...', 'The end'],
    ['a  \t b\nc', 'a b c'],
    ['Song #3 [live]^2', 'Song 3 live 2'],
    ['NUL', '_NUL'],
    ['com1.log', '_com1.log'],
    ['Conrad', 'Conrad'],
    ['100% Proof & Co', '100% Proof & Co'],
    ['港の記録', '港の記録'],
    ['👨‍👩‍👧 Family', '👨‍👩‍👧 Family'],
    ['\u202eelav\u200b', 'elav'],
    ['a\ud83db', 'a b'],
    ['???', 'Untitled'],
    ['', 'Untitled'],
  ])('%j is written as %j', (title, name) => {
    expect(noteFileName(title, free)).toBe(name);
  });

  test('is cut so that the name fits every file system, and no character in half', () => {
    for (const sign of ['a', 'é', '港', '🐉']) {
      const name = noteFileName(sign.repeat(1_000), free);
      expect(new TextEncoder().encode(`${name} 9999.md`).length).toBeLessThanOrEqual(255);
      expect(name.replaceAll(sign, '')).toBe('');
      expect(name.length).toBeGreaterThan(40);
    }
  });

  test('is kept whole as the title, by which the note is found', async () => {
    const title = 'Reef: Who? "Me" / <Nobody>*|';
    const note = printNote({ tags: ['lorebook'], properties: { title, keys: ['reef'] }, body: 'Text.' });
    const { engine } = engineHost({ [`Lore/${noteFileName(title, free)}.md`]: note });
    await engine.open();
    expect(engine.findEntries(title).map((entry) => [entry.title, entry.path])).toEqual([
      [title, 'Lore/Reef Who Me Nobody.md'],
    ]);
  });
});

describe('BR-113 titles that would be one file', () => {
  test.each([
    [
      'that differ in signs and letter case',
      ['Reef: East', 'Reef? East', 'reef east'],
      ['Reef East', 'Reef East 2', 'reef east 3'],
    ],
    ['that differ in composition', ['É', 'E\u0301'], ['É', 'E\u0301 2']],
    ['that are the same', ['Mill', 'Mill', 'Mill'], ['Mill', 'Mill 2', 'Mill 3']],
    ['that look like a numbered one', ['Mill 2', 'Mill', 'Mill'], ['Mill 2', 'Mill', 'Mill 3']],
    ['of which nothing is left', ['?', '*', '<>'], ['Untitled', 'Untitled 2', 'Untitled 3']],
  ])('%s get names of their own', (_, titles, names) => {
    expect(namesOf(titles)).toEqual(names);
  });

  test('do not take the name of a note that is there', () => {
    expect(namesOf(['Mill', 'MILL'], ['mill', 'Mill 2'])).toEqual(['Mill 3', 'MILL 4']);
  });
});

test('any titles give names that all differ and are whole names of files', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { maxLength: 12 }), (titles) => {
      const names = namesOf(titles);
      expect(new Set(names.map(foldFileName)).size).toBe(names.length);
      for (const name of names) expect(name).toMatch(/^(?![. ])[^\\/:*?"<>|\p{Cc}\p{Cs}]+(?<![. ])$/u);
    }),
  );
});
