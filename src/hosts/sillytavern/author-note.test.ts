import { expect, it } from 'vitest';
import { authorNote } from './author-note';
import { message } from './testing/fake-tavern';

const chat = (ofPlayer: number) => [
  message('Ilse', 'Aye.'),
  ...Array.from({ length: ofPlayer }, () => message('Mara', 'Hm.', { is_user: true })),
];
const absent = (interval: unknown, ofPlayer: number): string | undefined =>
  authorNote({ chat: chat(ofPlayer), chatMetadata: { note_interval: interval } }).absent;

it.each([
  [1, 0],
  [1, 7],
  [2, 4],
  [3, 3],
])('is due with frequency %i after %i messages of the player', (interval, ofPlayer) => {
  expect(absent(interval, ofPlayer)).toBeUndefined();
});

it.each([
  [0, 4, 'is 0'],
  [-1, 4, 'is 0'],
  [undefined, 4, 'is 0'],
  [2, 0, 'every 2nd message'],
  [2, 3, 'every 2nd message'],
  [5, 4, 'every 5th message'],
  [3, 4, 'every 3rd message'],
  [21, 4, 'every 21st message'],
])('is not due with frequency %s after %i messages of the player', (interval, ofPlayer, cause) => {
  expect(absent(interval, ofPlayer)).toContain(cause);
});

it.each([
  [{}, { position: 1, depth: 4, role: 0 }],
  [
    { note_position: 0, note_depth: 0, note_role: 2 },
    { position: 0, depth: 0, role: 2 },
  ],
  [
    { note_position: 'x', note_depth: 1e6, note_role: null },
    { position: 1, depth: 10_000, role: 0 },
  ],
  [{ note_position: 7 }, { position: 1 }],
])('stands where %o says', (chatMetadata, expected) => {
  expect(authorNote({ chat: [], chatMetadata })).toMatchObject(expected);
});
