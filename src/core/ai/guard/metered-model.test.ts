import { expect, test } from 'vitest';
import { ModelError } from '../model-error';
import type { LanguageModel, ModelRequest } from '../language-model';
import { meteredModel, type MeteredUse } from './metered-model';

const request: ModelRequest = {
  messages: [{ role: 'user', text: 'x'.repeat(40) }],
  maxTokens: 10,
  signal: new AbortController().signal,
};

async function usesOf(answer: Partial<Awaited<ReturnType<LanguageModel['generate']>>> | Error) {
  const uses: MeteredUse[] = [];
  const model: LanguageModel = {
    generate: () => {
      if (answer instanceof Error) return Promise.reject(answer);
      const whole = { text: '', toolCalls: [], usage: { input: 0, output: 0, cached: 0 }, finish: 'stop' as const };
      return Promise.resolve({ ...whole, ...answer });
    },
    async *stream(asked) {
      yield { kind: 'done', answer: await this.generate(asked) };
    },
  };
  const metered = meteredModel(model, (use) => uses.push(use));
  await metered.generate(request).catch(() => undefined);
  try {
    const parts = metered.stream(request)[Symbol.asyncIterator]();
    while ((await parts.next()).done !== true);
  } catch {
    // What a failure costs is what is looked at.
  }
  return uses;
}

test('an answer counts as the provider tells it, whole or streamed', async () => {
  const use = { input: 7, output: 3, cached: 2 };
  expect(await usesOf({ usage: use })).toEqual([
    { ...use, isEstimated: false },
    { ...use, isEstimated: false },
  ]);
});

test('where nothing is told it is estimated from the texts', async () => {
  const estimated = { input: 10, output: 5, cached: 0, isEstimated: true };
  expect(await usesOf({ text: 'y'.repeat(20) })).toEqual([estimated, estimated]);
});

test('an answer that nobody can use is paid for too', async () => {
  const usage = { input: 7, output: 3, cached: 0 };
  const paid = { ...usage, isEstimated: false };
  expect(await usesOf(new ModelError('unusable', 'Nothing to read.', { usage }))).toEqual([paid, paid]);
  expect(await usesOf(new ModelError('network', 'Gone.'))).toEqual([]);
});
