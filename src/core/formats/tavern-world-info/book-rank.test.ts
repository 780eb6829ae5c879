import { expect, test } from 'vitest';
import { bookRank, readCharacterStrategy } from './book-rank';

test.each([
  [0, { global: 0, character: 0 }],
  [1, { global: 0, character: 1 }],
  [2, { global: 1, character: 0 }],
  ['?', { global: 0, character: 1 }],
])('strategy %j ranks books of the chat and the persona before all others', (written, { global, character }) => {
  const strategy = readCharacterStrategy(written);
  expect([bookRank('global', strategy), bookRank('character', strategy)]).toEqual([global, character]);
  expect([bookRank('persona', strategy), bookRank('chat', strategy)]).toEqual([2, 3]);
});
