import { expect, it, vi } from 'vitest';
import { lazyModels } from './lazy-models';
import { plainQuestion, recordedAnswer } from './testing/questions';
import { fixture, recordedParts } from './testing/recorded-fetch';

const connection = { kind: 'openai-compatible', baseUrl: 'http://localhost', model: 'm' } as const;

it('evaluates the providers’ packages when the first model is asked for', async () => {
  let isEvaluated = false;
  vi.doMock('@ai-sdk/google', async (original) => {
    isEvaluated = true;
    return original<typeof import('@ai-sdk/google')>();
  });
  const { lazyModels: make } = await import('./lazy-models');
  const { parts } = recordedParts({ body: '{}' });
  const models = make(parts);
  expect(isEvaluated).toBe(false);
  await models.make(connection, undefined);
  expect(isEvaluated).toBe(true);
});

it('makes a model, with its key or without', async () => {
  for (const key of ['secret', undefined]) {
    const { parts, sent } = recordedParts({ body: fixture('openai-answer.json') });
    const model = await lazyModels(parts).make(connection, key);
    expect(await model.generate(plainQuestion)).toEqual(recordedAnswer);
    expect(JSON.stringify(sent[0]?.headers)).toMatch(key === undefined ? /^((?!secret).)*$/ : /Bearer secret/);
  }
});
