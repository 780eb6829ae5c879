import { describe, expect, it } from 'vitest';
import type { NotedAi } from '../noted-ai';
import { aiMark, aiText, durationText } from './ai-text';

const noted = (part: Partial<NotedAi>): NotedAi => ({
  outcome: 'chosen',
  sentence: '',
  source: 'model',
  age: 0,
  candidates: 9,
  picks: 3,
  milliseconds: 1_234,
  ...part,
});

describe('what the AI did is said in words', () => {
  it.each<[Partial<NotedAi>, string]>([
    [{}, 'The AI chose 3 of 9 entries. It was asked for this reply and took 1.2 s.'],
    [{ picks: 0 }, 'The AI found that none of 9 entries fits. It was asked for this reply and took 1.2 s.'],
    [
      { source: 'same', age: 40_000 },
      'The AI chose 3 of 9 entries. It was asked the same 40 s ago, and was not asked again.',
    ],
    [
      { source: 'slid', age: 150_000 },
      'The AI chose 3 of 9 entries. It was asked 3 min ago, and nothing said since calls for another entry.',
    ],
    [
      { outcome: 'failed', source: '', sentence: 'The model did not answer in time.' },
      'The AI did not choose. The model did not answer in time.',
    ],
    [{ outcome: 'failed' }, 'The AI did not choose.'],
    [{ outcome: 'skipped', sentence: 'There was nothing to choose from.' }, 'There was nothing to choose from.'],
    [{ outcome: 'skipped' }, 'The AI was not asked.'],
  ])('%#', (part, text) => {
    expect(aiText(noted(part))).toBe(text);
  });

  it('and in a word on the chip', () => {
    expect(['chosen', 'failed', 'skipped'].map((outcome) => aiMark(noted({ outcome })))).toEqual([
      'chosen by AI',
      'without AI',
      '',
    ]);
  });
});

it.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [9_940, '9.9 s'],
  [42_000, '42 s'],
  [120_000, '2 min'],
  [7_200_000, '2 h'],
])('%i milliseconds are %s', (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text);
});
