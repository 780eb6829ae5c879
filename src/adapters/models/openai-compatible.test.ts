import { describe, expect, it } from 'vitest';
import { failureOf, readStream } from '../../../tests/contract/language-model.contract';
import type { ModelRequest } from '../../core/ai/language-model';
import type { ModelConnection } from '../../core/ai/model-connection';
import { createModel } from './create-model';
import { plainQuestion, questionWithForm } from './testing/questions';
import { fixture, recordedParts, type GivenAnswer, type SentRequest } from './testing/recorded-fetch';

const ANSWER: GivenAnswer = { body: fixture('openai-answer.json') };
const openRouter: ModelConnection = {
  kind: 'openai-compatible',
  baseUrl: 'https://openrouter.ai/api/v1',
  model: 'meta-llama/llama-3.3-70b-instruct',
};

async function sentBy(
  differences: Partial<ModelConnection>,
  request: ModelRequest = plainQuestion,
  key?: string,
): Promise<SentRequest & { readonly body: Record<string, unknown> }> {
  const { sent, parts } = recordedParts(ANSWER, key);
  await createModel({ ...openRouter, ...differences }, parts).generate(request);
  return sent[0] as SentRequest & { body: Record<string, unknown> };
}

async function failureOfAnswer(answer: GivenAnswer) {
  return failureOf(createModel(openRouter, recordedParts(answer).parts).generate(plainQuestion));
}

describe('the key', () => {
  it('is sent as a bearer', async () => {
    expect((await sentBy({}, plainQuestion, ' sk-1 ')).headers['authorization']).toBe('Bearer sk-1');
  });

  it('leaves no header behind when there is none, as with a local server', async () => {
    expect(await sentBy({ baseUrl: 'http://127.0.0.1:1234' })).toMatchObject({
      url: 'http://127.0.0.1:1234/v1/chat/completions',
      headers: expect.not.objectContaining({ authorization: expect.anything() as unknown }) as unknown,
    });
  });

  it('goes beside the headers of the connection', async () => {
    const { headers } = await sentBy({ headers: { 'x-title': 'Lorehearth' } }, plainQuestion, 'sk-1');
    expect(headers).toMatchObject({ 'x-title': 'Lorehearth', authorization: 'Bearer sk-1' });
  });
});

describe('Azure', () => {
  const azure = { kind: 'azure-openai', baseUrl: 'https://lore.openai.azure.com/', model: 'my-deployment' } as const;

  it('is asked for a deployment with a version and its own header', async () => {
    const sent = await sentBy({ ...azure, apiVersion: '2024-06-01' }, plainQuestion, 'azure-key');
    expect(sent.url).toBe(
      'https://lore.openai.azure.com/openai/deployments/my-deployment/chat/completions?api-version=2024-06-01',
    );
    expect(sent.headers).toMatchObject({ 'api-key': 'azure-key' });
    expect(sent.headers).not.toHaveProperty('authorization');
    expect(sent.body).toMatchObject({ max_tokens: 300 });
  });

  it('speaks the plain format without a version', async () => {
    const sent = await sentBy(azure, plainQuestion, 'azure-key');
    expect(sent.url).toBe('https://lore.openai.azure.com/openai/v1/chat/completions');
    expect(sent.body).toMatchObject({ model: 'my-deployment', max_completion_tokens: 300 });
  });
});

describe('the form of the answer', () => {
  it('is sent as a strict schema where that is taken', async () => {
    expect((await sentBy({}, questionWithForm)).body['response_format']).toEqual({
      type: 'json_schema',
      json_schema: { name: 'selection', strict: true, schema: questionWithForm.form?.schema },
    });
  });

  it('is only the word JSON for the soft ones', async () => {
    const { body } = await sentBy({ baseUrl: 'https://api.deepseek.com' }, questionWithForm);
    expect(body['response_format']).toEqual({ type: 'json_object' });
  });

  it('is not the word JSON when the messages do not hold it, which is refused', async () => {
    const request = { ...questionWithForm, messages: [{ role: 'user', text: 'Who?' }] } as const;
    expect((await sentBy({ form: 'json' }, request)).body).not.toHaveProperty('response_format');
  });

  it('is left out beside tools and where the connection says so', async () => {
    const tools = [{ name: 'read', description: '', input: { type: 'object' } }];
    expect((await sentBy({}, { ...questionWithForm, tools })).body).not.toHaveProperty('response_format');
    expect((await sentBy({ form: 'none' }, questionWithForm)).body).not.toHaveProperty('response_format');
  });
});

describe('the limit and the temperature', () => {
  it('have the names and limits that OpenAI gives its reasoning models', async () => {
    const openAi = { baseUrl: 'https://api.openai.com/v1', model: 'gpt-5-mini' };
    const { body } = await sentBy(openAi, { ...plainQuestion, temperature: 0.3 });
    expect(body).toMatchObject({ max_completion_tokens: 300 });
    expect(body).not.toHaveProperty('max_tokens');
    expect(body).not.toHaveProperty('temperature');
  });

  it('are sent as they are elsewhere', async () => {
    expect((await sentBy({}, { ...plainQuestion, temperature: 0 })).body).toMatchObject({
      max_tokens: 300,
      temperature: 0,
    });
  });
});

describe('a stream', () => {
  const stream = { body: fixture('openai-stream.txt'), type: 'text/event-stream' };

  it('asks for the tokens', async () => {
    const { sent, parts } = recordedParts(stream);
    await readStream(createModel(openRouter, parts), plainQuestion);
    expect(sent[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  it('does not ask Mistral, which refuses to be asked', async () => {
    const { sent, parts } = recordedParts(stream);
    await readStream(createModel({ ...openRouter, baseUrl: 'https://api.mistral.ai/v1' }, parts), plainQuestion);
    expect(sent[0]?.body).not.toHaveProperty('stream_options');
  });

  it('of a server that never says why it ended is an answer', async () => {
    const body = 'data: {"choices":[{"index":0,"delta":{"content":"Mill"},"finish_reason":null}]}\n\ndata: [DONE]\n\n';
    const { parts } = recordedParts({ body, type: 'text/event-stream' });
    const [answer] = await readStream(createModel(openRouter, parts), plainQuestion);
    expect(answer).toMatchObject({ text: 'Mill', finish: 'other' });
  });

  it('that breaks off with an error fails without its sentence', async () => {
    const body =
      'data: {"choices":[{"index":0,"delta":{"content":"Mill"},"finish_reason":null}]}\n\n' +
      'data: {"error":{"message":"upstream said: silver bell","type":"server_error"}}\n\n';
    const { parts } = recordedParts({ body, type: 'text/event-stream' });
    const error = await failureOf(readStream(createModel(openRouter, parts), plainQuestion));
    expect(error.kind).toBe('server');
    expect(error.message).not.toContain('silver');
  });
});

describe('an answer', () => {
  it('with arguments that are no JSON keeps them as text', async () => {
    const call = { id: 'c', type: 'function', function: { name: 'read', arguments: '{"path": "Mil' } };
    const body = JSON.stringify({
      choices: [{ message: { content: null, tool_calls: [call] }, finish_reason: 'tool_calls' }],
    });
    const { toolCalls } = await createModel(openRouter, recordedParts({ body }).parts).generate(plainQuestion);
    expect(toolCalls).toEqual([{ id: 'c', tool: 'read', input: '{"path": "Mil' }]);
  });

  it('without a count of tokens says none', async () => {
    const body = JSON.stringify({ choices: [{ message: { content: 'Mill' }, finish_reason: 'stop' }] });
    const { usage } = await createModel(openRouter, recordedParts({ body }).parts).generate(plainQuestion);
    expect(usage).toEqual({ input: 0, output: 0, cached: 0 });
  });

  it('of 200 that holds an error is that error', async () => {
    const body = '{"error":{"message":"Provider returned error","code":429},"user_id":"u"}';
    expect(await failureOfAnswer({ body })).toMatchObject({ kind: 'rate-limit', status: 429 });
  });

  it('names the provider’s own code, not its sentence', async () => {
    const body = '{"error":{"message":"model gpt-9: no","type":"invalid_request_error","code":"model_not_found"}}';
    const { message } = await failureOfAnswer({ body, status: 404 });
    expect(message).toBe(
      'openrouter.ai does not know the model "meta-llama/llama-3.3-70b-instruct", or the address is wrong. ' +
        'Check both. (404, invalid_request_error, model_not_found)',
    );
  });
});

describe('a connection that cannot be used', () => {
  it.each([
    ['no address', { baseUrl: 'lorem ipsum' }],
    ['an address of another kind', { baseUrl: 'file:///etc/passwd' }],
    ['no model', { model: ' ' }],
  ])('is refused at once: %s', (_, differences) => {
    const make = () => createModel({ ...openRouter, ...differences }, recordedParts(ANSWER).parts);
    expect(make).toThrow(expect.objectContaining({ kind: 'request' }));
  });
});
