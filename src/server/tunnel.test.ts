import { describe, expect, test } from 'vitest';
import { jsonOf, testServer, type TestServer } from './testing/test-server';

interface Inner {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
}

const wrap = (inner: unknown) => ({
  model: 'lorehearth',
  max_tokens: 1,
  messages: [{ role: 'user', content: typeof inner === 'string' ? inner : JSON.stringify(inner) }],
});

async function carried(server: TestServer, { method = 'GET', path, body }: Inner, token?: string) {
  const inner = { lorehearth: 1, method, path, body };
  const response = await server.send('/v1/chat/completions', {
    body: wrap(inner),
    ...(token !== undefined && { token }),
  });
  expect(response.status).toBe(200);
  const { choices } = (await jsonOf(response)) as { choices: { message: { content: string } }[] };
  const { status, body: text } = JSON.parse(choices[0]?.message.content ?? '{}') as { status: number; body: string };
  return { status, value: JSON.parse(text) as Record<string, unknown> };
}

describe('a request that comes wrapped into a chat completion', () => {
  test('is answered as if it had come by itself', async () => {
    const server = await testServer();
    const token = await server.token('generate', 'read');
    const body = { chat: { id: 'c' }, messages: [{ role: 'user', text: 'The silver keep.' }] };
    const { status, value } = await carried(server, { method: 'POST', path: '/v1/generations', body }, token);
    expect(status).toBe(200);
    expect(value).toMatchObject({ entries: [{ title: 'Silver Keep' }] });
    const health = await carried(server, { path: '/health' });
    expect(health.value).toMatchObject({ name: 'lorehearth', entries: 4 });
  });

  test.each<[string, string | undefined, number]>([
    ['no token', undefined, 401],
    ['a wrong token', 'wrong', 401],
  ])('needs its token: with %s the refusal is inside', async (_, token, status) => {
    const server = await testServer();
    expect((await carried(server, { path: '/v1/entries' }, token)).status).toBe(status);
  });

  test('has the scopes of its token and no others', async () => {
    const server = await testServer();
    const token = await server.token('generate');
    expect((await carried(server, { path: '/v1/settings' }, token)).status).toBe(403);
  });

  test('carries bad requests too', async () => {
    const server = await testServer();
    const token = await server.token('generate');
    const answer = await carried(server, { method: 'POST', path: '/v1/generations', body: {} }, token);
    expect(answer).toMatchObject({ status: 400, value: { code: 'malformed_request' } });
  });

  test('may poll for events, and not open a stream', async () => {
    const server = await testServer();
    const token = await server.token('generate');
    const poll = await carried(server, { path: '/v1/stream?client=c&wait=0' }, token);
    expect(poll.value).toEqual({ events: [], next: 0 });
    const stream = await server.send('/v1/chat/completions', {
      token,
      body: wrap({ lorehearth: 1, method: 'GET', path: '/v1/stream?client=c' }),
    });
    expect(stream.status).toBe(400);
  });
});

describe('anything else at that address is refused', () => {
  test.each<[string, unknown]>([
    ['a question to a model', wrap('Hello, who are you?')],
    ['JSON that is no request', wrap('{"a":1}')],
    ['a tunnel in a tunnel', wrap({ lorehearth: 1, method: 'POST', path: '/v1/chat/completions', body: {} })],
    ['a path of files', wrap({ lorehearth: 1, method: 'GET', path: '/console/index.html' })],
    ['another host', wrap({ lorehearth: 1, method: 'GET', path: '//example.org/v1/x' })],
    ['several messages', { messages: [...wrap('{}').messages, ...wrap('{}').messages] }],
    ['no messages', {}],
  ])('%s', async (_, body) => {
    const server = await testServer();
    const response = await server.send('/v1/chat/completions', { body, token: await server.token('admin') });
    expect(response.status).toBe(400);
  });

  test('a page of another origin', async () => {
    const server = await testServer();
    const body = wrap({ lorehearth: 1, method: 'GET', path: '/health' });
    const response = await server.send('/v1/chat/completions', { body, origin: 'https://example.org' });
    expect(response.status).toBe(403);
  });
});
