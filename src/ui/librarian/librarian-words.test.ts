import { describe, expect, it } from 'vitest';
import { answerOf, callOf } from '../../../tests/browser/support/librarian-world';
import { doingWords, unfinishedWords, whyUnusable } from './conversation-words';
import { nearLimits, spentDetail, spentTogether, spentWords } from './spent-words';
import { suggestionsFor } from './suggestions';
import { boundedText, toolArguments } from './tool-text';

const spent = { requests: 3, input: 18_400, output: 912, cached: 12_288, cost: 0.0412, estimated: false };

describe('what a conversation took', () => {
  it('is tokens and cost in a few words, or nothing', () => {
    expect(spentWords(spent)).toBe('19,312 tokens, cost 0.0412');
    expect(spentWords({ ...spent, cost: undefined, estimated: true })).toBe('about 19,312 tokens');
    expect(spentWords({ ...spent, input: 0, output: 0 })).toBe('');
    expect(spentDetail({ ...spent, cost: undefined })).toContain('prices are in the settings');
  });

  it('has a cost as soon as one answer has', () => {
    const priceless = answerOf([], { spent: { ...spent, cost: undefined } });
    expect(spentTogether([priceless, answerOf([])])).toMatchObject({ cost: 0.0412, requests: 6 });
    expect(spentTogether([priceless]).cost).toBeUndefined();
  });

  it('is told when it comes near a limit', () => {
    const sessions = {
      items: [],
      channel: { state: 'usable' as const },
      gaps: 0,
      usedToday: 80_000,
      limits: { steps: 4, tokens: 20_000 },
    };
    expect(nearLimits(sessions, answerOf([]))).toEqual([
      'This answer took 3 of 4 steps.',
      'This answer took 19,312 of 20,000 tokens.',
    ]);
    expect(nearLimits({ ...sessions, dailyTokens: 100_000 }, undefined)).toEqual([
      '80,000 of 100,000 tokens of today are used.',
    ]);
    expect(nearLimits({ ...sessions, usedToday: 10, dailyTokens: 100_000 }, undefined)).toEqual([]);
  });
});

describe('words for a conversation', () => {
  it('say what is done now', () => {
    const call = callOf('c', 'get_entry', 'Read entry', '', '', {});
    const running = call.kind === 'tool' ? [{ ...call, state: 'running' as const }] : [];
    expect(doingWords(undefined)).toBe('Waiting for the model');
    expect(doingWords(answerOf(running))).toBe('Read entry');
    expect(doingWords(answerOf([call]))).toBe('Thinking');
    expect(doingWords(answerOf([{ kind: 'text', text: 'So' }]))).toBe('Writing');
  });

  it('say why an answer has no end', () => {
    expect(unfinishedWords(answerOf([], { state: 'interrupted' }))).toContain('go on');
    expect(unfinishedWords(answerOf([]))).toContain('said nothing');
    expect(unfinishedWords(answerOf([{ kind: 'text', text: 'So.' }]))).toBeUndefined();
  });

  it('say why nobody can be asked', () => {
    expect(whyUnusable({ state: 'usable' })).toBeUndefined();
    expect(whyUnusable({ state: 'off' })).toContain('no model yet');
    expect(whyUnusable({ state: 'no-connection', complaint: 'Choose a model.' })).toBe('Choose a model.');
  });

  it('suggest three first messages, the server’s own at the head', () => {
    const entry = { kind: 'entry', path: 'Lore/Orla.md', title: 'Orla' } as const;
    for (const task of [{ kind: 'free' }, { kind: 'gap', gap: 'g', title: 'Oath' }, entry] as const)
      expect(new Set(suggestionsFor(task, '')).size).toBe(3);
    expect(suggestionsFor(entry, 'Look at it.')).toMatchObject(
      ['Look at it.', /Compare “Orla”/, /keys/].map((one) =>
        typeof one === 'string' ? one : (expect.stringMatching(one) as unknown),
      ),
    );
  });
});

describe('what a tool was sent and gave', () => {
  it('is its arguments by name, whatever the model sent', () => {
    expect(toolArguments({ entry: 'Orla', count: 2, list: ['a'] })).toEqual([
      { name: 'entry', value: 'Orla' },
      { name: 'count', value: '2' },
      { name: 'list', value: '[\n "a"\n]' },
    ]);
    expect(toolArguments('not json')).toEqual([{ name: 'sent', value: 'not json' }]);
    for (const nothing of [{}, null, undefined, '']) expect(toolArguments(nothing)).toEqual([]);
    expect(toolArguments({ text: 'x'.repeat(5_000) })[0]?.value).toHaveLength(1_201);
  });

  it('is cut at first, and never longer than can be drawn', () => {
    expect(boundedText('short', false)).toEqual({ text: 'short', isCut: false });
    expect(boundedText('x'.repeat(2_000), false).isCut).toBe(true);
    expect(boundedText('x'.repeat(2_000), true).isCut).toBe(false);
    expect(boundedText('x'.repeat(50_000), true).text).toHaveLength(40_001);
  });
});
