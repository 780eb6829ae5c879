import { describe, expect, test } from 'vitest';
import { entryNamed, readFile, remarkedFields } from '../../../../tests/support/lorebook-files';
import adventure from '../__fixtures__/aidungeon-adventure.json';
import cards from '../__fixtures__/aidungeon-cards.json';
import worldInfo from '../__fixtures__/aidungeon-world-info.json';
import { aidungeon } from './aidungeon';

describe('old world info of AI Dungeon', () => {
  const { book } = readFile(aidungeon, worldInfo);

  test('has keys at commas', () => {
    expect(entryNamed(book, 'lighthouse')).toMatchObject({
      properties: { keys: ['lighthouse', 'beacon'] },
      body: 'Built of blue stone.',
      remarks: [],
    });
  });

  test('has the attributes of scripts cut off, and a pattern only where there are its signs', () => {
    expect(book.entries.slice(1, 3).map(({ properties }) => properties.keys)).toEqual([
      ['/(North(ern| Sea))/i'],
      ['Old Mill'],
    ]);
    expect(book.entries[1]?.leftovers).toMatchObject({ aidungeon: { keys: '(North(ern| Sea))#[t=5l=5f=2S=2]' } });
  });

  test('may have no text', () => {
    expect(book.entries[2]).toMatchObject({ title: 'Old Mill', body: '' });
    expect(book.entries.map(remarkedFields)).toEqual([[], ['keys'], ['keys', 'entry'], ['keys']]);
  });

  test('may have blanks that count: they are remarked and kept', () => {
    const pets = entryNamed(book, 'cat');
    expect(pets.properties.keys).toEqual(['cat', 'dog']);
    expect(pets.leftovers).toMatchObject({ aidungeon: { keys: ' cat,dog' } });
  });

  test('blanks after every comma are how lists are written', () => {
    const { book: loose } = readFile(aidungeon, [{ keys: 'cat, dog, old mule', entry: 'Pets.' }]);
    expect(loose.entries).toMatchObject([
      { properties: { keys: ['cat', 'dog', 'old mule'] }, leftovers: {}, remarks: [] },
    ]);
  });
});

describe('story cards', () => {
  const { book } = readFile(aidungeon, cards);

  test('have title, text and kind; what is in braces stays', () => {
    expect(entryNamed(book, 'Lighthouse')).toMatchObject({
      properties: { keys: ['lighthouse', 'beacon'], type: 'location' },
      body: 'Built of ${stone}.',
      leftovers: {
        aidungeon: { id: 'k1', description: 'For me', useForCharacterCreation: true, later: 'keep-entry' },
      },
    });
  });

  test('without a text have their notes for one', () => {
    expect(entryNamed(book, 'World').body).toBe('A sea of islands.');
    expect(remarkedFields(entryNamed(book, 'World'))).toEqual(['type']);
  });

  test.each(['storyCards', 'story_cards', 'cards', 'worldInfo'])('are found in an adventure as %s', (list) => {
    const { storyCards, ...rest } = adventure;
    const { book: islands } = readFile(aidungeon, { ...rest, [list]: storyCards });
    expect([islands.name, islands.entries.length, remarkedFields(islands)]).toEqual(['Islands', 2, ['memory']]);
  });
});

test('a text of nothing but beginnings of attributes is read at once', () => {
  const keys = '#['.repeat(500_000);
  expect(readFile(aidungeon, [{ keys, entry: 'T' }]).book.entries).toHaveLength(1);
});
