import { describe, expect, test } from 'vitest';
import type { WireChatState } from '../../server/contract/wire-chat';
import { chatEdit, notePatch, valueWords, type SuggestedChange } from './suggested-change';

const note = { path: 'Lore/Fox.md', decorators: ['@@depth 2', '@@dont_activate', '@@@ dont_activate'] };
const change = (part: Partial<SuggestedChange>): SuggestedChange => ({
  where: 'note',
  name: 'priority',
  value: 1,
  sentence: 'Do it.',
  ...part,
});
const text = { text: '' };
const chat: WireChatState = {
  ...{ id: 'c', pins: [], blocks: [], books: ['Old'], notebook: text, notepad: text, changed: 0 },
  context: { place: ['harbor'], season: ['winter'] },
};

describe('the change of a note', () => {
  test.each([
    ['a property', change({}), { kind: 'set-property', name: 'priority', value: 1 }],
    [
      'a list',
      change({ name: 'triggers', value: ['quiet'] }),
      { kind: 'set-property', name: 'triggers', value: ['quiet'] },
    ],
    ['a property that goes', change({ name: 'warmup', value: null }), { kind: 'unset-property', name: 'warmup' }],
    [
      'a tag that goes',
      change({ name: 'tags', value: null, items: ['lorebook-never'] }),
      { kind: 'remove-items', name: 'tags', items: ['lorebook-never'] },
    ],
    [
      'a decorator that goes, with its line',
      change({ name: 'decorators', value: null, items: ['@@dont_activate'] }),
      { kind: 'replace-text', find: '@@dont_activate\n', text: '' },
    ],
  ])('is a patch of %s', (_, suggested, operation) => {
    expect(notePatch(suggested, note)).toEqual({ kind: 'change', path: note.path, operations: [operation] });
  });

  test('is nothing that can be done for another note, another place, or a line that is gone', () => {
    expect(notePatch(change({ path: 'Books.md' }), note)).toBeUndefined();
    expect(notePatch(change({ where: 'chat' }), note)).toBeUndefined();
    expect(notePatch(change({ value: { odd: true } }), note)).toBeUndefined();
    expect(notePatch(change({ name: 'decorators', value: null, items: ['@@other'] }), note)).toBeUndefined();
  });
});

describe('the change of a chat', () => {
  const edit = (part: Partial<SuggestedChange>, before = chat) =>
    chatEdit(change({ where: 'chat', ...part }), 'fox', before);

  test('knows its way back', () => {
    expect(edit({ name: 'blocks', value: [] })).toEqual({ change: { unblock: ['fox'] }, undo: { block: ['fox'] } });
    expect(edit({ name: 'pins', value: ['fox'] })).toEqual({ change: { pin: ['fox'] }, undo: { unpin: ['fox'] } });
    expect(edit({ name: 'books', value: ['Old', 'New'] })).toEqual({
      change: { books: ['Old', 'New'] },
      undo: { books: ['Old'] },
    });
  });

  test('gives a block back that pinning took away', () => {
    const before = { ...chat, blocks: [{ id: 'fox' }] };
    expect(edit({ name: 'pins', value: ['fox'] }, before)?.undo).toEqual({ unpin: ['fox'], block: ['fox'] });
  });

  test('touches only the context fields that differ', () => {
    const value = { place: ['forest'], season: ['winter'], mood: ['dark'] };
    expect(edit({ name: 'context', value })).toEqual({
      change: { context: { place: ['forest'], mood: ['dark'] } },
      undo: { context: { place: ['harbor'], mood: null } },
    });
    expect(edit({ name: 'context', value: chat.context })).toBeUndefined();
  });
});

test('values of settings are told in words', () => {
  expect([true, false, 6_144, 'merge', ['a']].map((value) => valueWords(value, { merge: 'It adds to it' }))).toEqual([
    'on',
    'off',
    '6,144',
    'It adds to it',
    '["a"]',
  ]);
});
