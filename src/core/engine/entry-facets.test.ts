import { expect, test } from 'vitest';
import { indexOf, lore } from '../../../tests/support/lore-vault';
import { entryFacets } from './entry-facets';

test('the facets count types, tags and folders of all entries, the most frequent first', () => {
  const index = indexOf({
    'Places/Mill.md': lore('type: Place'),
    'Places/Old/Tower.md': '---\ntags: [lorebook/place, old]\n---\nText.',
    'Fox.md': lore('type: animal'),
    'Plain.md': 'No lore.',
  });
  expect(entryFacets(index)).toEqual({
    types: [
      { value: 'Place', count: 2 },
      { value: 'animal', count: 1 },
    ],
    tags: [
      { value: 'lorebook/place', count: 1 },
      { value: 'old', count: 1 },
    ],
    folders: [
      { value: 'Places', count: 2 },
      { value: 'Places/Old', count: 1 },
    ],
  });
  expect(entryFacets(index)).toBe(entryFacets(index));
});

test('of each kind the 200 most frequent values are told', () => {
  const notes = Object.fromEntries(
    Array.from({ length: 250 }, (_, at) => [`F${String(at)}/N.md`, lore(`type: t${String(at % 240)}`)]),
  );
  const { types, folders } = entryFacets(indexOf(notes));
  expect(types).toHaveLength(200);
  expect(types.slice(0, 10).every(({ count }) => count === 2)).toBe(true);
  expect(folders).toHaveLength(200);
});
