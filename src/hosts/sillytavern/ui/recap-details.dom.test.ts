import { expect, it } from 'vitest';
import { recapDetails } from './recap-details';

it('shows the story as text, and no markup of it', () => {
  const shown = recapDetails('Mara <b>left</b>.\n\nShe came back.', 0);
  expect(shown.querySelector('.lorehearth-writer-words')?.textContent).toBe('Mara <b>left</b>.\n\nShe came back.');
  expect(shown.querySelector('p')).toBeNull();
});

it.each([
  [1, 'The last message is not summed up, so it does not tell of it.'],
  [3, 'The last 3 messages are not summed up, so it does not tell of them.'],
])('says of how many messages it does not tell: %i', (untold, sentence) => {
  expect(recapDetails('Mara left.', untold).querySelector('p')?.textContent).toBe(sentence);
});
