import { expect, it } from 'vitest';
import type { BookStanding } from '../watch/mirror-board';
import { bookText } from './book-text';

const noCounts = { changedHere: 0, conflicts: 0, missing: 0, removedHere: 0 };
const item = {
  id: 'st-Valley',
  source: { kind: 'sillytavern', book: 'Valley' },
  folder: 'Valley',
  entries: 12,
  digest: 'd',
  seenAt: 0,
  state: 'mirrored',
  writeBack: false,
  counts: noCounts,
} as const;
const standing: BookStanding = { item, problem: '', busy: false };
const at = (now: number, isConnected = true) => ({ now, isConnected });

it.each<[string, number]>([
  ['just now', -3_000],
  ['just now', 4_000],
  ['40 s ago', 40_000],
  ['3 min ago', 190_000],
  ['2 h ago', 7_300_000],
  ['1 day ago', 90_000_000],
])('says %s', (ago, now) => {
  expect(bookText(standing, at(now))).toEqual({ tone: 'good', text: `Mirrored 12 entries · ${ago}` });
});

it.each<[string, Partial<BookStanding>, string, string]>([
  ['what is in the way', { problem: 'Too large.' }, 'bad', 'Too large.'],
  ['that it is being sent', { busy: true, problem: 'Too large.' }, 'busy', 'Sending …'],
  ['that it was not looked at yet', { item: undefined }, 'busy', 'Waits for a first look …'],
  ['that it is gone', { item: { ...item, state: 'gone' } }, 'idle', 'Not in SillyTavern any more · its notes stay'],
  [
    'what differs',
    { item: { ...item, state: 'conflicts', counts: { changedHere: 3, conflicts: 1, missing: 2, removedHere: 4 } } },
    'bad',
    'Mirrored 12 entries · just now · 1 conflict · 3 changed in the notes · 4 removed from the notes · 2 only in the notes',
  ],
])('says %s', (_what, part, tone, text) => {
  expect(bookText({ ...standing, ...part }, at(0))).toEqual({ tone, text });
});

it('says that it waits while Lorehearth is away, whatever was before', () => {
  expect(bookText({ ...standing, problem: 'Too large.' }, at(0, false)).text).toBe('Waits for Lorehearth');
});
