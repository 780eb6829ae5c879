import { expect, it } from 'vitest';
import { noteOf, type MessageNote } from '../message-note';
import { answer } from '../testing/answers';
import { noteFace } from './chip-face';
import { loreDetails } from './lore-details';

const sentence = 'The model did not answer in time.';

function failed(): MessageNote {
  const { record, summary } = noteOf(answer('g1'), []);
  const ai = { outcome: 'failed', sentence, source: '', age: 0, candidates: 9, picks: 0, milliseconds: 2_000 };
  return {
    record,
    summary: { ...summary, ai, degraded: ['ai:timeout', 'turn:reduced'], warnings: [sentence, 'Other.'] },
  };
}

it('says once that the AI failed and why, and keeps every other notice', () => {
  const details = loreDetails(failed());
  expect(details.querySelector('.lorehearth-ai')?.textContent).toBe(`The AI did not choose. ${sentence}`);
  const notices = [...details.querySelectorAll('.lorehearth-notices li')].map(({ textContent }) => textContent);
  expect(notices).toEqual(['Other.', 'Reduced: turn:reduced.']);
});

it('marks the chip', () => {
  expect(noteFace(failed())).toMatchObject({ tone: 'warning', text: '1 entry · 6 tokens · without AI' });
});

it('says nothing of an AI that had no part in the reply', () => {
  const note = noteOf(answer('g1'), []);
  expect(loreDetails(note).querySelector('.lorehearth-ai')).toBeNull();
  expect(noteFace(note).text).toBe('1 entry · 6 tokens');
});
