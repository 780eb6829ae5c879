import { describe, expect, test } from 'vitest';
import { entryNamed, readFile, remarkedFields } from '../../../tests/support/lorebook-files';
import botbooruPost from './__fixtures__/botbooru-post.json';
import botbooruText from './__fixtures__/botbooru-text.json';
import chubCard from './__fixtures__/chub-card.json';
import chubBook from './__fixtures__/chub-lorebook.json';
import saucepanBook from './__fixtures__/saucepan-lorebook.json';
import { botbooru } from './botbooru/botbooru';
import { chub } from './chub/chub';
import { saucepan } from './saucepan/saucepan';

describe('a lorebook of Chub', () => {
  test('says what World Info says; where two names differ, that of World Info counts', () => {
    const { book } = readFile(chub, chubBook);
    const stall = entryNamed(book, 'Fish stall');
    expect(book).toMatchObject({ name: 'Market', settings: { scanDepth: 3, tokenBudget: 500, recursion: false } });
    expect(stall.properties).toEqual({
      keys: ['stall'],
      refineKeys: ['fish'],
      caseSensitive: false,
      notRecursable: true,
      priority: 170,
      order: 30,
      position: 'before_char',
    });
    expect(remarkedFields(stall)).toEqual(['secondary_keys']);
  });

  test('is in a card of the site too, with the name of its own or of the card', () => {
    expect(readFile(chub, chubCard).book).toMatchObject({ name: "Nell's street", entries: [{ title: 'street' }] });
    const nameless = { definition: { name: 'Nell', embedded_lorebook: { entries: [{ keys: ['a'], content: 'A.' }] } } };
    expect(readFile(chub, nameless).book.name).toBe('Nell');
  });

  test('may be missing in a card, which is told', () => {
    const value = { name: 'Nell', definition: { embedded_lorebook: null } };
    expect(chub.detect({ name: 'a.json', value })).toBe(true);
    expect(chub.read({ name: 'a.json', value }).unread[0]?.sentence).toBe('There is no lore in this card.');
  });
});

describe('a lorebook of Saucepan', () => {
  const { book } = readFile(saucepan, saucepanBook);

  test('has keys, secondary keys and comment in lines with labels, which leave the text', () => {
    const tower = entryNamed(book, 'Clock tower');
    expect(tower.properties).toEqual({ keys: ['clock tower', 'bells'], refineKeys: ['midnight'] });
    expect(tower.body).toBe('It strikes thirteen.');
    expect(tower.leftovers).toEqual({ saucepan: { fixture_field: 'keep-entry', comment: 'keep-comment' } });
  });

  test('may have its keys in small print', () => {
    expect(entryNamed(book, 'Well')).toMatchObject({
      properties: { keys: ['well', 'bucket'] },
      body: '> Well\nThe water is sweet.',
    });
  });

  test('without such a line is woken by its title, which is a guess and told; other colons are text', () => {
    const baker = entryNamed(book, 'Baker');
    expect(baker).toMatchObject({ properties: { keys: ['Baker'] }, body: 'Bread: at four. Nothing else is sold.' });
    expect(remarkedFields(baker)).toEqual(['text']);
  });
});

describe('a post of Botbooru', () => {
  test('has a book with names of both kinds, and names of books that are not in the file', () => {
    const { book, unread } = readFile(botbooru, botbooruPost);
    expect(book).toMatchObject({ name: 'Harbour folk', settings: { scanDepth: 2 } });
    expect(book.entries.map(({ properties }) => properties)).toMatchObject([
      { keys: ['cooper'], order: 40 },
      { keys: ['netmaker', 'nets'], order: 60, enabled: false },
    ]);
    expect(unread).toEqual([
      { where: 'companion_lorebooks.0', sentence: expect.stringContaining('“Harbour streets” (number 31)') as string },
    ]);
  });

  test('may have its book as text', () => {
    expect(readFile(botbooru, botbooruText, 'Quay.json').book).toMatchObject({
      name: 'Quay',
      entries: [{ title: 'quay' }],
    });
  });

  test.each([null, 'no JSON', '{"entries": 1}', {}, []])('says that there is no book in %j', (lorebook_json) => {
    expect(botbooru.read({ name: 'a.json', value: { lorebook_json } })).toEqual({
      books: [],
      unread: [{ where: 'lorebook_json', sentence: 'There is no lorebook in this post.' }],
    });
  });
});
