import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { listen, type Listening } from '../adapters/node/http-listener';
import { BODY_LIMIT } from './body-limit';
import { createClient } from './client';
import { testServer } from './testing/test-server';

const open: Listening[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function start() {
  const server = await testServer();
  const listening = await listen(server.app.fetch, {
    port: 0,
    fixedPort: false,
    bodyLimit: BODY_LIMIT,
    onError: (error) => {
      throw error;
    },
  });
  open.push(listening);
  return { ...server, ...listening };
}

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function ask(
  port: number,
  { method = 'GET', path = '/health', headers = {}, body }: Asked,
): Promise<{ status: number; headers: IncomingHttpHeaders; json: unknown }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('end', () => {
        const json: unknown = text === '' ? undefined : JSON.parse(text);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, json });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

const ORIGIN = 'http://127.0.0.1:8000';

describe('app and listener together', () => {
  test('serve the typed client', async () => {
    const { port, token } = await start();
    const bearer = await token('read', 'generate');
    const client = createClient({ fetch, base: `http://127.0.0.1:${String(port)}`, token: () => bearer });
    const answer = await client.v1.generations.$post({
      json: { chat: { id: 'c' }, messages: [{ role: 'user', text: 'The silver keep.' }] },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ entries: [{ title: 'Silver Keep' }] });
  });

  test.each([
    ['a wrong host', { headers: { host: 'evil.example' } }, 421, 'host_not_allowed'],
    ['a host without our port', { headers: { host: '127.0.0.1' } }, 421, 'host_not_allowed'],
    ['a foreign origin', { path: '/v1/status', headers: { origin: 'http://evil.example' } }, 403, 'origin_not_allowed'],
    ['the origin null', { path: '/v1/status', headers: { origin: 'null' } }, 403, 'origin_not_allowed'],
    ['no token', { path: '/v1/status' }, 401, 'token_missing'],
    ['a wrong token', { path: '/v1/status', headers: { authorization: 'Bearer x' } }, 401, 'token_not_accepted'],
    ['a path like a host', { path: '//evil.example/x' }, 401, 'token_missing'],
    ['a malformed path', { path: '/v1/entries/%E0%A4%A' }, 400, 'malformed_address'],
    ['a proxy’s target', { path: 'http://evil.example/health' }, 400, 'malformed_address'],
    ['a forbidden method', { method: 'TRACE' }, 405, 'method_not_allowed'],
  ] as const)('refuse %s', async (_, asked, status, code) => {
    const { port } = await start();
    const answer = await ask(port, asked);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.json).toMatchObject({ code, status });
  });

  test('BR-160 answer a preflight and then the request', async () => {
    const { port, token } = await start();
    const preflight = await ask(port, {
      method: 'OPTIONS',
      path: '/v1/generations',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-origin']).toBe(ORIGIN);
    expect(preflight.headers['access-control-allow-headers']).toBe('authorization, content-type');
    const answer = await ask(port, {
      method: 'POST',
      path: '/v1/generations',
      headers: {
        origin: ORIGIN,
        authorization: `Bearer ${await token('generate')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ chat: { id: 'c' }, messages: [] }),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe(ORIGIN);
  });

  test('BR-163 let a page read that its body is too large, and how large it may be', async () => {
    const { port, token } = await start();
    const answer = await ask(port, {
      method: 'POST',
      path: '/v1/generations',
      headers: {
        origin: ORIGIN,
        authorization: `Bearer ${await token('generate')}`,
        'content-type': 'application/json',
      },
      body: 'x'.repeat(BODY_LIMIT + 1),
    });
    expect(answer.status).toBe(413);
    expect(answer.headers['access-control-allow-origin']).toBe(ORIGIN);
    expect(answer.json).toMatchObject({ code: 'body_too_large' });
    expect(JSON.stringify(answer.json)).toContain('8388608');
  });

  test('BR-163 take a chat of 2 MB', async () => {
    const { port, token } = await start();
    const messages = Array.from({ length: 400 }, () => ({ role: 'user', text: 'x'.repeat(5_000) }));
    const answer = await ask(port, {
      method: 'POST',
      path: '/v1/generations',
      headers: { authorization: `Bearer ${await token('generate')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ chat: { id: 'c' }, messages }),
    });
    expect(answer.status).toBe(200);
  });

  test('give a client that leaves up', async () => {
    const server = await start();
    let signal: AbortSignal | undefined;
    let entered: () => void = () => undefined;
    const isEntered = new Promise<void>((resolve) => (entered = resolve));
    let left: () => void = () => undefined;
    const isLeft = new Promise<void>((resolve) => (left = resolve));
    server.engine.generate = (_request, _deadline, given) => {
      signal = given;
      given?.addEventListener('abort', left);
      entered();
      return new Promise(() => undefined);
    };
    const controller = new AbortController();
    const answer = fetch(`http://127.0.0.1:${String(server.port)}/v1/generations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await server.token('generate')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ chat: { id: 'c' }, messages: [] }),
      signal: controller.signal,
    });
    await isEntered;
    expect(signal?.aborted).toBe(false);
    controller.abort();
    await expect(answer).rejects.toThrow();
    await isLeft;
  });
});
