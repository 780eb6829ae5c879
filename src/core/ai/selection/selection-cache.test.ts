import { describe, expect, test } from 'vitest';
import { SelectionCache, selectionKey, type LearnedSelection } from './selection-cache';
import type { ChatLine } from './selection-question';
import { candidate, question } from '../testing/selection';

const learned: LearnedSelection = {
  kind: 'chosen',
  picks: [{ id: 'keep', confidence: 'high', reason: '' }],
  unknown: [],
  ambiguous: [],
  isCutOff: false,
  categories: undefined,
};

const line = (index: number, text = `text ${String(index)}`): ChatLine => ({
  index,
  speaker: index % 2 === 0 ? 'player' : 'character',
  name: 'Mara',
  text,
});
const window = (first: number, last: number): readonly ChatLine[] =>
  Array.from({ length: last - first + 1 }, (_, at) => line(first + at));

function remembered(lines: readonly ChatLine[]) {
  const cache = new SelectionCache();
  const asked = question({ lines });
  cache.add(asked, selectionKey(asked, 'm'), learned, 100);
  return (changes: Parameters<typeof question>[0] = {}, model = 'm') => {
    const next = question({ lines, ...changes });
    return cache.find(next, selectionKey(next, model))?.source;
  };
}

describe('the same question', () => {
  test('has the same answer, with the time when it was asked', () => {
    const cache = new SelectionCache();
    const asked = question({ lines: window(1, 4) });
    cache.add(asked, selectionKey(asked, 'm'), learned, 100);
    expect(cache.find(asked, selectionKey(asked, 'm'))).toEqual({ learned, source: 'same', askedAt: 100 });
  });

  test.each<[string, Parameters<typeof question>[0], string?]>([
    ['another model', {}, 'other'],
    ['another chat', { chat: 'other' }],
    ['another candidate', { candidates: [candidate('keep'), candidate('fox')] }],
    ['a changed summary of a candidate', { candidates: [candidate('keep', { summary: 'Burnt down.' })] }],
    ['another number of forced entries', { forced: { count: 1, tokens: 5 } }],
    ['another limit', { mostPicks: 2 }],
    ['another budget', { budget: 1 }],
    ['other instructions', { instructions: 'Choose nothing.' }],
    ['another threshold', { threshold: 'high' }],
    ['another summary of the story', { summary: 'They left.' }],
    ['story texts', { seeds: [{ title: 'Start', text: 'A ship.' }] }],
    ['an edited message', { lines: [...window(1, 3), line(4, 'edited')] }],
    ['an edited older message', { lines: [line(1), line(2, 'edited'), line(3), line(4)] }],
    ['a deleted message', { lines: window(1, 3) }],
  ])('is another one with %s', (_, changes, model) => {
    expect(remembered(window(1, 4))(changes, model)).toBeUndefined();
  });
});

describe('a window that slid on', () => {
  test.each([
    ['one message', 5],
    ['three messages', 7],
  ])('keeps the selection over %s without names', (_, last) => {
    expect(remembered(window(1, 4))({ lines: window(last - 3, last) })).toBe('slid');
  });

  test('grows while the chat is young', () => {
    expect(remembered(window(0, 1))({ lines: window(0, 3) })).toBe('slid');
  });

  test('asks again when nothing of the old window is left', () => {
    expect(remembered(window(1, 4))({ lines: window(5, 8) })).toBeUndefined();
  });

  test('asks again when a new message names an entry', () => {
    const namesAnEntry = (text: string): boolean => text.includes('text 6');
    const find = remembered(window(1, 4));
    expect(find({ lines: window(2, 5), namesAnEntry })).toBe('slid');
    expect(find({ lines: window(3, 6), namesAnEntry })).toBeUndefined();
  });

  test('asks again when a message that both windows show was edited', () => {
    expect(remembered(window(1, 4))({ lines: [line(3), line(4, 'edited'), line(5), line(6)] })).toBeUndefined();
  });

  test('asks again after a dozen new messages, however they came', () => {
    const find = remembered(window(1, 4));
    for (let last = 5; last <= 16; last++) expect(find({ lines: window(last - 3, last) })).toBe('slid');
    expect(find({ lines: window(14, 17) })).toBeUndefined();
  });
});
