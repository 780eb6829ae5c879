import { describe, expect, it } from 'vitest';
import type { WireAiReport } from '../server/contract/wire-ai';
import type { Channel } from './ai/ai-types';
import {
  aiDegradation,
  channelState,
  kindWords,
  missingSentence,
  pauseSentence,
  placeSentence,
  reportFacts,
  reportTitle,
  reportTone,
  roleWords,
  selectionAdvice,
  usageWords,
} from './ai-words';

const channel: Channel = {
  id: 'scribe',
  label: 'Session Scribe',
  sentence: '',
  needsTools: false,
  own: {},
  state: 'usable',
  place: { mode: 'direct', connection: 'c', model: 'small' },
  maxTokens: 1,
  timeoutMs: 1,
  origins: {},
  usedToday: 1_200,
};

const report: WireAiReport = {
  outcome: 'chosen',
  sentence: 'The AI chose 3 of 9.',
  source: 'model',
  age: 0,
  candidates: 9,
  cut: 0,
  picks: [{ entry: 'a', title: 'A', confidence: 'high', reason: '' }],
  unknown: [],
  ambiguous: [],
  isCutOff: false,
  milliseconds: 1_400,
};

describe('words of channels', () => {
  it('say the state, and whether a channel only waits for another', () => {
    expect(channelState(channel)).toEqual({ text: 'Ready', tone: 'good' });
    expect(channelState({ ...channel, dailyTokens: 1_200 }).text).toBe('Daily limit reached');
    expect(channelState({ ...channel, state: 'off' }).text).toBe('Off');
    expect(channelState({ ...channel, state: 'no-connection' }).tone).toBe('neutral');
    expect(channelState({ ...channel, state: 'no-connection', own: { mode: 'direct' } }).tone).toBe('warning');
    expect(channelState({ ...channel, id: 'search', state: 'no-connection' }).text).toBe('Incomplete');
  });

  it('say where the model is', () => {
    const connection = { id: 'c', name: 'My cloud', kind: 'google', baseUrl: '', hasKey: false };
    expect(placeSentence(channel, [connection])).toBe('small · My cloud');
    expect(placeSentence(channel, [])).toBe('small · c');
    const relayed = { ...channel, place: { mode: 'sillytavern' as const, connection: 'Story' } };
    expect(placeSentence(relayed, [])).toBe('The profile’s own model · SillyTavern profile “Story”');
    expect(missingSentence(relayed, 0)).toContain('No SillyTavern is connected');
    expect(missingSentence(relayed, 1)).toBeUndefined();
  });

  it('say what was used, against the limit where there is one', () => {
    expect(usageWords(channel)).toBe('1,200 tokens today');
    expect(usageWords({ ...channel, dailyTokens: 5_000 })).toBe('1,200 of 5,000 tokens today');
  });

  it('say what stands between the selection and its model', () => {
    expect(selectionAdvice('keywords', channel)?.tone).toBe('info');
    expect(selectionAdvice('two-stage', channel)).toBeUndefined();
    const off = { ...channel, state: 'off' as const };
    expect(selectionAdvice('ai-only', off)?.text).toContain('AI Search is off');
    const incomplete = { ...channel, state: 'no-connection' as const, complaint: 'Choose a model.' };
    expect(selectionAdvice('ai-only', incomplete)?.text).toContain('Choose a model.');
  });

  it('name the kind of a newer server as it is', () => {
    expect([kindWords('anthropic'), kindWords('telepathy')]).toEqual(['Anthropic', 'telepathy']);
    expect([roleWords('system'), roleWords('oracle')]).toEqual(['Instructions', 'oracle']);
  });
});

describe('words of a breaker', () => {
  const state = { connection: 'c', state: 'open' as const, failures: 2, waiting: 0, opensAgainAt: 31_000 };

  it('say for how long nobody is asked, and why', () => {
    expect(pauseSentence({ ...state, lastError: 'Nobody is there.' }, 1_000)).toBe(
      'Not asked for another 30 seconds, because it failed 2 times in a row. Nobody is there.',
    );
    expect(pauseSentence(state, 31_000)).toContain('until the next request tries it');
    expect(pauseSentence({ ...state, state: 'probing' }, 0)).toContain('tries whether it is back');
  });

  it('say nothing while all is well', () => {
    expect(pauseSentence({ ...state, state: 'closed' }, 0)).toBeUndefined();
  });
});

describe('words of a report', () => {
  it('say how many were chosen, and where that comes from', () => {
    expect(reportTitle(report)).toBe('1 of 9 chosen');
    expect(reportFacts(report)).toEqual(['Asked for this text; it took 1.4 s.']);
    expect(reportFacts({ ...report, source: 'same', age: 120_000 })).toEqual([
      'Remembered from 2 minutes ago, because the question is the same.',
    ]);
    expect(reportFacts({ ...report, source: 'slid', age: 120_000 })[0]).toContain('nothing new was named');
  });

  it('say what was left out', () => {
    const facts = reportFacts({
      ...report,
      cut: 1,
      isCutOff: true,
      categories: { chosen: ['place'], removed: 4, skipped: '' },
    });
    expect(facts.slice(1)).toEqual([
      '1 less important entry was left out of the list.',
      'The answer ended in the middle; what was complete is used.',
      'Categories: place; 4 entries taken away.',
    ]);
    const skipped = { chosen: [], removed: 0, skipped: 'Too few candidates.' };
    expect(reportFacts({ ...report, categories: skipped })[1]).toBe(
      'The category filter was not used: Too few candidates.',
    );
  });

  it('say why the AI failed or was not asked', () => {
    const failed = { ...report, outcome: 'failed' as const, sentence: 'No answer in time.' };
    expect([reportTitle(failed), reportFacts(failed)]).toEqual(['The AI failed', ['No answer in time.']]);
    expect(reportTitle({ ...report, outcome: 'skipped' })).toBe('The AI was not asked');
  });

  it('have a tone that fits', () => {
    expect(reportTone(report)).toBe('good');
    expect(reportTone({ ...report, unknown: ['X'] })).toBe('warning');
    expect(reportTone({ ...report, outcome: 'failed' })).toBe('error');
    expect(reportTone({ ...report, outcome: 'skipped' })).toBe('neutral');
  });

  it('turn the code of a failure into a sentence', () => {
    expect(aiDegradation('ai:timeout')).toContain('in time');
    expect(aiDegradation('ai:mood')).toContain('could not be asked');
    expect(aiDegradation('indexing')).toBeUndefined();
  });
});
