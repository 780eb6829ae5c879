import { afterEach, describe, expect, it } from 'vitest';
import { bySchema, FakeProvider, type FakeProviderOptions, type FakeWire } from './fake-provider';
import { replies } from './reply';

let provider: FakeProvider;
afterEach(() => provider.close());

async function start(wire: FakeWire, options: FakeProviderOptions = {}): Promise<void> {
  provider = await FakeProvider.start(wire, options);
}

const schema = {
  type: 'object',
  properties: {
    selected: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer', minimum: 1 } } } },
    confidence: { type: 'string', enum: ['high', 'low'] },
  },
};

const questions = {
  openai: ['/chat/completions', { response_format: { type: 'json_schema', json_schema: { schema } } }],
  anthropic: ['/messages', { max_tokens: 9, output_config: { format: { type: 'json_schema', schema } } }],
  google: ['/models/m:generateContent', { generationConfig: { responseSchema: schema } }],
} as const;

function ask(wire: FakeWire, parts: { readonly signal?: AbortSignal; readonly body?: object } = {}): Promise<Response> {
  const [path, body] = questions[wire];
  return fetch(provider.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Who?' }], ...body, ...parts.body }),
    ...(parts.signal === undefined ? {} : { signal: parts.signal }),
  });
}

describe.each(['openai', 'anthropic', 'google'] as const)('the fake %s', (wire) => {
  it('keeps to the schema that it is asked with', async () => {
    await start(wire);
    provider.always(bySchema);
    const text = await (await ask(wire)).text();
    const value = { selected: [{ id: 1 }], confidence: 'high' };
    expect(text).toContain(JSON.stringify(JSON.stringify(value)).slice(1, -1));
  });

  it('does what is queued first, then what it always does', async () => {
    await start(wire);
    provider.always(() => replies.status(500));
    provider.next(replies.text('first'), replies.slow(1, replies.tooMany('7')));
    const answers = [await ask(wire), await ask(wire), await ask(wire)];
    expect(answers.map((answer) => answer.status)).toEqual([200, 429, 500]);
    expect(answers[1]?.headers.get('retry-after')).toBe('7');
  });
});

it('records what it was asked', async () => {
  await start('openai');
  await ask('openai');
  expect(provider.lastQuestion).toMatchObject({
    method: 'POST',
    path: '/v1/chat/completions',
    isStream: false,
    model: 'm',
    text: 'Who?',
    schema,
    headers: { 'content-type': 'application/json' },
  });
  expect(await provider.lastQuestion.left).toBe(false);
});

it('knows when the client has left before the end', async () => {
  await start('openai');
  provider.next(replies.silent());
  const controller = new AbortController();
  const answer = ask('openai', { signal: controller.signal }).catch(() => 'left');
  await expect.poll(() => provider.requests.length).toBe(1);
  controller.abort();
  expect(await answer).toBe('left');
  expect(await provider.lastQuestion.left).toBe(true);
});

it('drips a stream, and stops when the client has left', async () => {
  await start('openai');
  provider.next(replies.drip('word '.repeat(10_000), 5));
  const controller = new AbortController();
  const response = await ask('openai', { signal: controller.signal, body: { stream: true } });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const first = await response.body?.getReader().read();
  expect(new TextDecoder().decode(first?.value)).toContain('chat.completion.chunk');
  controller.abort();
  expect(await provider.lastQuestion.left).toBe(true);
});

it('refuses a wrong key, a path that is none, and what the real one refuses', async () => {
  await start('anthropic', { key: 'k' });
  expect((await ask('anthropic')).status).toBe(401);
  await provider.close();
  await start('anthropic');
  expect((await fetch(`${provider.url}/nothing`)).status).toBe(404);
  expect((await ask('anthropic', { body: { tool_choice: { type: 'any' } } })).status).toBe(400);
  expect(() => provider.lastQuestion.text).not.toThrow();
});

it('closes with answers still open', async () => {
  await start('openai');
  provider.next(replies.silent());
  const answer = ask('openai').catch(() => 'cut');
  await expect.poll(() => provider.requests.length).toBe(1);
  await provider.close();
  expect(await answer).toBe('cut');
});
