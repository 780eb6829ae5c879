import { expect, test } from 'vitest';
import { nearTags, tagsOfNote } from './near-tags';

test.each(['lorebok', 'lorebooks', 'lore-book', 'lore_book', 'lore', 'loreboook', 'lorbeook', 'codex'])(
  '#%s may have been meant as #lorebook',
  (tag) => {
    expect(nearTags([[tag]], 'lorebook')).toEqual([{ tag, notes: 1 }]);
  },
);

test.each(['lorebook', 'book', 'todo', 'notebook', 'facebook', 'love', 'lorebook-always'])('#%s was not', (tag) => {
  expect(nearTags([[tag]], 'lorebook')).toEqual([]);
});

test('the default is near when another tag is set', () => {
  expect(nearTags([['lorebook']], 'saga')).toEqual([{ tag: 'lorebook', notes: 1 }]);
});

test('tags are counted once for each note, nested ones for their root, the most used first', () => {
  const notes = [['lore/place', 'lore/town'], ['lore'], ['canon', 'todo']];
  expect(nearTags(notes, 'lorebook')).toEqual([
    { tag: 'lore', notes: 2 },
    { tag: 'canon', notes: 1 },
  ]);
});

test('tags stand in the properties or in the text, and not in code', () => {
  expect(tagsOfNote('A.md', '---\ntags: [Lore]\n---\nOf #canon, not `#codex`.\n')).toEqual(['lore', 'canon']);
});
