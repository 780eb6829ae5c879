import { describe, expect, test } from 'vitest';
import { entryOf } from '../../../../tests/support/lore-vault';
import type { EntryProperties } from '../../lore/entry-fields';
import type { LoreEntry } from '../../lore/lore-entry';
import { noteFromTavern, type NoteOptions, type TavernNote } from './note-from-tavern';

const usual: NoteOptions = { loreTag: 'lorebook' };

function noteOf(entry: object, options: NoteOptions = usual): TavernNote {
  const note = noteFromTavern(entry, options);
  if (!note) throw new Error('This is no entry.');
  return note;
}

function imported(entry: object, options: NoteOptions = usual): LoreEntry {
  return entryOf('Note.md', noteOf(entry, options).source);
}

/** What a new entry with an empty text has in a note. */
const plain: EntryProperties = { title: 'fox', keys: ['fox'], position: 'before_char' };

describe('a World Info entry as a note', () => {
  test('says no more than it must', () => {
    expect(noteOf({ uid: 7, key: ['fox'], content: 'Red.' })).toEqual({
      title: 'fox',
      source: '---\ntags:\n  - lorebook\nkeys:\n  - fox\ntitle: fox\nposition: before_char\n---\nRed.\n',
      remarks: [],
    });
  });

  const cases: readonly (readonly [object, EntryProperties])[] = [
    [{ order: 40 }, { priority: 160, order: 40 }],
    [{ order: 250 }, { priority: -50, order: 250 }],
    [{ excludeRecursion: true }, { notRecursable: true }],
    [{ preventRecursion: true }, { excludeRecursion: true }],
    [{ delayUntilRecursion: true }, { delayUntilRecursion: 1 }],
    [{ delayUntilRecursion: 3 }, { delayUntilRecursion: 3 }],
    [{ probability: 1 }, { probability: 0.01 }],
    [{ probability: 0 }, { probability: 0 }],
    [{ probability: 25, useProbability: false }, {}],
    [
      { sticky: 3, cooldown: 2, delay: 0 },
      { sticky: inMessages(3), cooldown: inMessages(2) },
    ],
    [{ delay: 4 }, { delay: inMessages(4) }],
    [{ keysecondary: ['red'] }, { refineKeys: ['red'] }],
    [
      { keysecondary: ['red'], selectiveLogic: 1 },
      { refineKeys: ['red'], selectiveLogic: 'not_all' },
    ],
    [
      { keysecondary: ['red'], selectiveLogic: 2 },
      { refineKeys: ['red'], selectiveLogic: 'not_any' },
    ],
    [
      { keysecondary: ['red'], selectiveLogic: 3 },
      { refineKeys: ['red'], selectiveLogic: 'and_all' },
    ],
    [{ keysecondary: ['red'], selective: false }, {}],
    [{ position: 1 }, { position: 'after_char' }],
    [{ position: 3 }, { position: 'author_note_bottom' }],
    [
      { position: 4, role: 2 },
      { position: 'in_chat', depth: 4, role: 'assistant' },
    ],
    [
      { position: 7, outletName: 'places', order: 150 },
      { position: 'outlet', outlet: 'places', priority: 50 },
    ],
    [
      { caseSensitive: true, matchWholeWords: false },
      { caseSensitive: true, wholeWords: false },
    ],
    [{ scanDepth: 0 }, { scanDepth: 0 }],
    [{ matchScenario: true, matchPersonaDescription: true }, { scanSources: ['persona', 'scenario'] }],
    [
      { disable: true, constant: true },
      { enabled: false, constant: true },
    ],
    [{ ignoreBudget: true }, { ignoreBudget: true }],
    [{ triggers: ['swipe'] }, { triggers: ['swipe'] }],
    [
      { group: 'g, h', groupWeight: 5 },
      { group: 'g, h', groupWeight: 5 },
    ],
    [
      { group: 'g', groupOverride: true, useGroupScoring: false },
      { group: 'g', groupOverride: true, groupScoring: false },
    ],
    [{ groupWeight: 5, groupOverride: true }, {}],
    [{ characterFilter: { names: ['Ilse'], tags: ['t1'] } }, { characters: ['Ilse'], characterTags: ['t1'] }],
    [{ characterFilter: { isExclude: true, names: ['Ilse'], tags: [] } }, { charactersExclude: ['Ilse'] }],
    [{ characterFilter: { isExclude: true, names: [], tags: ['t1'] } }, { characterTagsExclude: ['t1'] }],
  ];
  test.each(cases)('%j', (fields, expected) => {
    const { properties, problems } = imported({ key: ['fox'], content: 'Red.', ...fields });
    expect(properties).toEqual({ ...plain, ...expected });
    expect(problems).toEqual([]);
  });

  test('keeps its automation id letter for letter', () => {
    for (const automationId of ['bell', '7', 'yes', 'a: "b"'])
      expect(imported({ automationId }).properties.automationId).toBe(automationId);
    expect(imported({ automationId: '' }).properties).not.toHaveProperty('automationId');
  });

  test('without keys has none, not even its title', () => {
    expect(imported({ comment: 'Fox', key: [' ', ''], constant: true, content: 'Red.' }).keys).toEqual([]);
  });

  test('is named by its comment, its first key or its number, and a heading in its text stays', () => {
    const entry = imported({ comment: ' The  fox ', key: ['vixen'], content: '# Red\nBushy tail.' });
    expect(entry.title).toBe('The fox');
    expect(entry.text).toBe('# Red\nBushy tail.');
    expect(noteOf({ key: [' ', 'vixen'] }).title).toBe('vixen');
    expect(noteOf({ uid: 12 }).title).toBe('Entry 12');
  });

  test('of a book that is considered before others is more important and stands where it stood', () => {
    const { priority, order } = imported({ order: 90, content: 'x' }, { ...usual, rank: 2 });
    expect({ priority, order }).toEqual({ priority: -19_890, order: 90 });
  });

  test('has names of tags where the ids are known', () => {
    const tagName = (id: string): string => (id === 't1' ? 'villain' : id);
    const entry = imported({ characterFilter: { tags: ['t1'] }, content: 'x' }, { ...usual, tagName });
    expect(entry.properties.characterTags).toEqual(['villain']);
  });
});

function inMessages(count: number): { readonly count: number; readonly unit: 'messages' } {
  return { count, unit: 'messages' };
}

describe('a constant with timers', () => {
  test('is one with @@activate, since constants of notes have no timers', () => {
    const note = noteOf({ constant: true, cooldown: 3, content: '@@depth 1\nRed.' });
    const entry = entryOf('Note.md', note.source);
    expect(entry.constant).toBe(false);
    expect(entry.decorators.activate).toBe(true);
    expect(entry.properties).toMatchObject({ cooldown: inMessages(3), position: 'in_chat', depth: 1 });
    expect(entry.text).toBe('Red.');
    expect(note.remarks.map((remark) => remark.field)).toEqual(['constant']);
  });

  test('stays out when it has @@dont_activate', () => {
    const { constant, decorators } = imported({ constant: true, delay: 3, content: '@@dont_activate\nRed.' });
    expect([constant, decorators.activate, decorators.dontActivate]).toEqual([false, false, true]);
  });
});

describe('what a note cannot say', () => {
  test.each([
    [{ position: 9 }, 'position'],
    [{ role: -1 }, 'role'],
    [{ selectiveLogic: 1.5 }, 'selectiveLogic'],
    [{ order: 10.5 }, 'order'],
    [{ position: 7 }, 'outletName'],
    [{ vectorized: true }, 'vectorized'],
    [{ triggers: ['normal', 'sometimes'] }, 'triggers'],
  ])('%j is remarked', (fields, field) => {
    expect(noteOf(fields).remarks.map((remark) => remark.field)).toEqual([field]);
  });

  test('is kept for the way back', () => {
    const entry = {
      vectorized: true,
      extensions: { other: { tail: 1 } },
      rarity: 'high',
      content: 'x',
    };
    expect(noteOf(entry).source).toContain(
      'sillytavern:\n  vectorized: true\n  extensions:\n    other:\n      tail: 1\n  rarity: high\n',
    );
    expect(imported(entry).problems.map((problem) => problem.code)).not.toContain('property-near-miss');
  });

  test('an entry for kinds of generation that do not exist is switched off', () => {
    const note = noteOf({ triggers: ['sometimes'], content: 'x' });
    expect(entryOf('Note.md', note.source).enabled).toBe(false);
    expect(note.remarks).toHaveLength(2);
  });
});

test('what is no entry makes no note', () => {
  expect(noteFromTavern('text', usual)).toBeUndefined();
});
