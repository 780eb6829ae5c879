import { describe, expect, it } from 'vitest';
import { failureWords } from './failure';
import { injectionWords, placeWords } from './place-words';
import { degradationSentence, reasonLabel, skipSentence } from './reason-words';

describe('words for codes', () => {
  it('label a reason shortly', () => {
    expect([reasonLabel('secondary_keys_not_met'), reasonLabel('over_budget')]).toEqual([
      'Secondary keys',
      'Over budget',
    ]);
  });

  it('turn a code of a newer server into plain words', () => {
    expect(reasonLabel('moon_phase')).toBe('Moon phase');
    expect(degradationSentence('model:timeout')).toBe('Model: timeout.');
    expect(skipSentence('too-shy')).toBe('Too shy.');
  });

  it('name the place of an injection', () => {
    expect(placeWords({ position: 'in_chat', depth: 4, role: 'system' })).toBe('In chat, depth 4, system');
    expect(placeWords({ position: 'outlet', outlet: 'places' })).toBe('Outlet “places”');
    expect(placeWords({ position: 'before_char' })).toBe('Before the character');
  });

  it('say what to do about each kind of failure', () => {
    expect(failureWords({ kind: 'offline' }).detail).toContain('running');
    expect(failureWords({ kind: 'refused', status: 400, code: 'x', detail: 'The text is empty.' }).detail).toBe(
      'The text is empty.',
    );
  });
});

it('texts that stand in every turn are told by their names', () => {
  const words = ['notebook', 'notepad', 'story', 'before'].map((name) =>
    injectionWords({ key: `lorehearth/${name}`, position: 'before' }),
  );
  expect(words).toEqual([
    'Notebook: Before the main prompt',
    'AI notepad: Before the main prompt',
    'Story so far: Before the main prompt',
    'Before the main prompt',
  ]);
});
