import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readNotes } from './extract-notes';
import { notepadText } from './notepad-text';
import { notepadUse } from './notepad-use';
import { notesSoFar, plainNote } from './notes-so-far';

const words = (text: string): number => text.split(/\s+/).filter(Boolean).length;

describe('notes so far', () => {
  test('lose the oldest first', () => {
    expect(notesSoFar(['one two', 'three', 'four five'], 3, words)).toBe('three\nfour five');
  });

  test('keep the beginning of the newest where it alone is too long', () => {
    expect(notesSoFar(['old', 'one two three four'], 2, words)).toBe('one two');
    expect(notesSoFar([], 2, words)).toBe('');
  });

  test('never cost more than they may, and are the newest without a hole', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 30 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 80 }),
        (notes, most) => {
          const text = notesSoFar(notes, most, ({ length }) => length);
          expect(text.length).toBeLessThanOrEqual(most);
          const isTail = notes.some((_, at) => notes.slice(at).join('\n') === text);
          expect(text === '' || isTail || (notes.at(-1) ?? '').startsWith(text)).toBe(true);
        },
      ),
    );
  });

  test('run no macro but the names', () => {
    expect(plainNote('{{user}} {{setvar::a::b}} {{{{x}}}} {{ Char }}')).toBe(
      '{{user}} {\\{setvar::a::b}} {\\{\\{\\{x}}}} {{ Char }}',
    );
  });
});

describe('the notepad in a prompt', () => {
  const settings = { notepadMode: 'tag', notepadTag: 'memo' } as const;
  test('tells the tag, and the notes so far', () => {
    const text = notepadText('Mara limps.', notepadUse(settings, 'normal'), '');
    expect(text).toMatch(
      /^Your private notes on this story so far:\nMara limps\.\n\n\[Keep private notes[\s\S]*<memo>\none note on each line\n<\/memo>/,
    );
    expect(text).not.toContain('{{tag}}');
  });

  test('names the tag also where the user’s own instructions do not', () => {
    expect(notepadText('', notepadUse(settings, 'normal'), 'Note who lies.')).toMatch(/Note who lies\.[\s\S]*<memo>/);
  });

  test('is empty where nothing is kept, and asks no note of what is no reply', () => {
    expect(notepadText('', notepadUse({ ...settings, notepadMode: 'off' }, 'normal'), '')).toBe('');
    expect(notepadUse(settings, 'quiet')).toBeUndefined();
    expect(notepadUse(settings, 'impersonate')).toBeUndefined();
    expect(notepadUse({ ...settings, notepadMode: 'extract' }, 'swipe')).toEqual({ mode: 'extract' });
  });
});

describe('an answer with notes', () => {
  test.each([
    'NOTHING',
    'Nothing.',
    '“nothing”',
    '- None',
    'null',
    '[]',
    '',
    '  ',
    '<think>x</think>NOTHING',
    '```\nNOTHING\n```',
    'Nothing to note.',
    'No new notes.',
  ])('that says %j says nothing', (text) => expect(readNotes({ text })).toBe(''));

  test.each([
    ['- Mara limps.\n- Vesk lies.', '- Mara limps.\n- Vesk lies.'],
    ['Notes:\nMara limps.', 'Mara limps.'],
    ['<notes>\nMara limps.\n</notes>', 'Mara limps.'],
    ['Nothing grows on the flats.', 'Nothing grows on the flats.'],
    ['Mara limps. {{setvar::a::b}}', 'Mara limps. {\\{setvar::a::b}}'],
  ])('%j is read', (text, notes) => expect(readNotes({ text })).toBe(notes));

  test('keeps whole lines, within the limit', () => {
    const notes = readNotes({
      text: Array.from({ length: 900 }, (_, at) => `Note ${String(at)} of the day.`).join('\n'),
    });
    expect(notes.length).toBeLessThanOrEqual(8_000);
    expect(notes).toMatch(/of the day\.$/);
    expect(readNotes({ text: 'x'.repeat(50_000) })).toHaveLength(8_000);
  });
});
