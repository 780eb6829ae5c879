import { expect, it, vi } from 'vitest';
import { failureOf, readStream } from '../../../tests/contract/language-model.contract';
import type { ModelConnection } from '../../core/ai/model-connection';
import { createModel } from './create-model';
import { longQuestion, plainQuestion, questionWithForm } from './testing/questions';
import { fixture, recordedParts, type GivenAnswer } from './testing/recorded-fetch';

const gemini: ModelConnection = {
  kind: 'google',
  baseUrl: 'https://generativelanguage.googleapis.com',
  model: 'gemini-2.5-flash',
};

async function sentBy(
  request = plainQuestion,
  key?: string,
  answer: GivenAnswer = { body: fixture('google-answer.json') },
) {
  const { sent, parts } = recordedParts(answer, key);
  await createModel(gemini, parts).generate(request);
  return sent[0];
}

it('carries the key in its own header, and never one out of the environment', async () => {
  vi.stubEnv('GOOGLE_GENERATIVE_AI_API_KEY', 'key-of-somebody');
  const without = await sentBy();
  const withKey = await sentBy(plainQuestion, 'key-1');
  vi.unstubAllEnvs();
  expect(without?.url).toBe('https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent');
  expect(without?.headers).not.toHaveProperty('x-goog-api-key');
  expect(withKey?.headers['x-goog-api-key']).toBe('key-1');
});

it('sends the form as a response schema', async () => {
  expect((await sentBy(questionWithForm))?.body).toMatchObject({
    generationConfig: {
      responseMimeType: 'application/json',
      responseSchema: { type: 'object', properties: { selected: { type: 'array', items: { type: 'integer' } } } },
    },
  });
});

it('leaves the form out beside tools, which is refused', async () => {
  const sent = await sentBy({ ...longQuestion, form: questionWithForm.form });
  expect(sent?.body).not.toHaveProperty(['generationConfig', 'responseSchema']);
});

it('reads a blocked prompt as a refusal, whole and streamed', async () => {
  const body = { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 9 } };
  const whole = recordedParts({ body: JSON.stringify(body) });
  const streamed = recordedParts({ body: `data: ${JSON.stringify(body)}\n\n`, type: 'text/event-stream' });
  expect(await createModel(gemini, whole.parts).generate(plainQuestion)).toMatchObject({ text: '', finish: 'refusal' });
  const [answer] = await readStream(createModel(gemini, streamed.parts), plainQuestion);
  expect(answer).toMatchObject({ text: '', finish: 'refusal' });
});

it('knows a wrong key by its name, since the status is 400', async () => {
  const body =
    '{"error":{"code":400,"message":"API key not valid: key-1","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}';
  const error = await failureOf(sentBy(plainQuestion, 'key-1', { body, status: 400 }));
  expect(error).toMatchObject({ kind: 'auth', status: 400 });
  expect(error.message).not.toContain('key-1');
});

it('reads how long to wait out of the body', async () => {
  const body =
    '{"error":{"code":429,"message":"quota","status":"RESOURCE_EXHAUSTED","details":[{"@type":"…RetryInfo","retryDelay":"34.5s"}]}}';
  const error = await failureOf(sentBy(plainQuestion, 'key-1', { body, status: 429 }));
  expect(error).toMatchObject({ kind: 'rate-limit', retryAfter: 34_500 });
});
