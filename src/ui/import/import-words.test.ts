import { describe, expect, it } from 'vitest';
import { plannedFile, planned } from '../../../tests/browser/support/import-world';
import { formats } from '../../core/formats/formats';
import { countBook, notesToWrite, whyNothing } from './import-counts';
import { formatLabel, noteRemarks, reportWords, undoWords } from './import-words';

function answerOf(...notes: Parameters<typeof plannedFile>[1]) {
  const counts = { create: 0, duplicate: 0, update: 0, unchanged: 0, conflict: 0 };
  for (const { action } of notes) counts[action] += 1;
  return { files: [plannedFile('a.json', notes)], counts };
}

describe('words of an import', () => {
  it('name every format as the core does', () => {
    expect(formats.map(({ id }) => formatLabel(id))).toEqual(formats.map(({ label }) => label));
    expect(formatLabel('of-tomorrow')).toBe('of-tomorrow');
  });

  it('tell a duplicate, a conflict, changes and what is lost', () => {
    const note = planned('Quay', {
      duplicateOf: 'Lore/Quay.md',
      conflicts: [{ field: 'body', mine: `a\n${'b'.repeat(90)}` }],
      changes: ['keys', 'body'],
      kept: 'The note cannot be read.',
      lost: [
        { field: 'delay', sentence: 'Kept.' },
        { field: '', sentence: 'No name.' },
      ],
    });
    expect(noteRemarks(note, false)).toEqual([
      'It comes in all the same: Lore/Quay.md has the same name or keys.',
      `body: your “a ${'b'.repeat(78)}…” stays, the file has nothing`,
      'Changes keys, body.',
      'The note cannot be read.',
      'delay: Kept.',
      'No name.',
    ]);
    expect(noteRemarks(note, true)[0]).toContain('It is left out');
    expect(noteRemarks(planned('Plain'), false)).toEqual([]);
  });

  it('sum up what was done and what was undone', () => {
    const failed = [{ title: 'a', path: 'a.md', sentence: 'Full.' }];
    expect(reportWords({ created: ['a'], updated: [], unchanged: 2, failed: [], isCancelled: false })).toBe(
      '1 new note, 0 notes updated, 2 notes unchanged',
    );
    expect(reportWords({ created: [], updated: ['a'], unchanged: 0, failed, isCancelled: false })).toContain(
      '1 note updated, 0 notes unchanged, 1 note not written',
    );
    expect(undoWords({ id: 'x', removed: ['a'], restored: ['b'], gone: ['c', 'd'], kept: failed })).toBe(
      '1 note removed, 1 note has the old text again, 2 notes were gone already, 1 note stays',
    );
  });
});

describe('counts of an import', () => {
  it('are told by book, with what is lost', () => {
    const lost = [{ field: 'a', sentence: 'b' }];
    const [book] = plannedFile('a.json', [planned('x', { lost }), planned('y', { action: 'update' })]).books;
    expect(countBook(book!)).toEqual({ create: 1, update: 1, unchanged: 0, conflict: 0, duplicate: 0, lost: 1 });
  });

  it('take a duplicate or a conflict for work only where something is written', () => {
    const answer = answerOf(
      planned('a', { action: 'duplicate' }),
      planned('b', { action: 'conflict' }),
      planned('c', { action: 'conflict', changes: ['keys'] }),
      planned('d', { action: 'unchanged' }),
    );
    expect([notesToWrite(answer, false), notesToWrite(answer, true)]).toEqual([2, 1]);
  });

  it.each([
    ['no entry', answerOf(), 'no entry'],
    ['what is there already', answerOf(planned('a', { action: 'unchanged' })), 'in the vault already'],
    ['conflicts alone', answerOf(planned('a', { action: 'conflict' })), 'your words stay'],
    ['duplicates alone', answerOf(planned('a', { action: 'duplicate' })), 'duplicates are left out'],
  ])('say why there is nothing to do with %s', (_, answer, words) => {
    expect(whyNothing(answer, true)).toContain(words);
  });

  it('know that the note of books is work too', () => {
    const settings = { path: 'Books.md', text: '', action: 'create' as const };
    expect(whyNothing({ ...answerOf(planned('a', { action: 'unchanged' })), settings }, false)).toBeUndefined();
  });
});
