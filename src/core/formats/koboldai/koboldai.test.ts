import { describe, expect, test } from 'vitest';
import { entryNamed, readFile, remarkedFields } from '../../../../tests/support/lorebook-files';
import save from '../__fixtures__/koboldai-save.json';
import { koboldai } from './koboldai';

describe('a KoboldAI save', () => {
  const { book, unread } = readFile(koboldai, save, 'Islands.json');

  test('gives its world info alone, titled by comment or first key', () => {
    expect([book.name, book.entries.map(({ title, folder }) => [title, folder])]).toEqual([
      'Islands',
      [
        ['lighthouse', ['Places']],
        ['Lane', []],
        ['reef', ['Sea']],
      ],
    ]);
    expect([unread, remarkedFields(book)]).toEqual([[], ['prompt']]);
  });

  test('has keys that are found inside words too, and secondary ones', () => {
    expect(entryNamed(book, 'lighthouse').properties).toEqual({
      keys: ['lighthouse', 'beacon'],
      refineKeys: ['storm'],
      wholeWords: false,
    });
  });

  test('has keys between slashes as plain text', () => {
    expect(entryNamed(book, 'Lane').properties).toEqual({ keys: ['/\\/lane\\//i'], wholeWords: false, constant: true });
  });

  test('of KoboldAI Lite has keys that keep out, chances and switches', () => {
    const reef = entryNamed(book, 'reef');
    expect(reef.properties).toEqual({
      keys: ['reef'],
      excludeKeys: ['chart', 'map'],
      wholeWords: false,
      enabled: false,
      probability: 0.4,
    });
    expect(reef.leftovers).toEqual({ koboldai: { keysecondary: 'tide' } });
  });
});

describe('BR-136 entries that lack something', () => {
  const { book, unread } = readFile(koboldai, {
    worldinfo: [
      { key: '', content: 'Text.' },
      { key: 'mill', content: '' },
      { key: '', content: '', comment: 'Void' },
      5,
    ],
  });

  test('without keys, or without text, are notes with a remark', () => {
    expect(book.entries.map(({ title, properties, body }) => [title, properties.keys, body])).toEqual([
      ['Entry 1', [], 'Text.'],
      ['mill', ['mill'], ''],
    ]);
    expect(book.entries.map(remarkedFields)).toEqual([['key'], ['content']]);
  });

  test('without both, and what is no entry, are named as unread', () => {
    expect(unread).toEqual([
      { where: 'worldinfo.2', sentence: '“Void” has neither keys nor text.' },
      { where: 'worldinfo.3', sentence: 'Here is a number; an entry was expected.' },
    ]);
  });
});
