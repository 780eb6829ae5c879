import { describe, expect, test } from 'vitest';
import { jsonOf, problemOf, testServer } from '../testing/test-server';

const LAN = 'http://192.168.1.5:8000';
const preflight = (origin: string, headers: Readonly<Record<string, string>> = {}) => ({
  method: 'OPTIONS',
  origin,
  headers: { 'access-control-request-method': 'POST', ...headers },
});

describe('the origin guard', () => {
  test.each(['http://127.0.0.1:8000', 'http://localhost:8000', 'http://[::1]:8000'])(
    'lets SillyTavern on its usual port in: %s',
    async (origin) => {
      const server = await testServer();
      const response = await server.send('/v1/status', { origin, token: await server.token('read') });
      expect(response.status).toBe(200);
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
      expect(response.headers.get('vary')).toContain('Origin');
      expect(response.headers.has('access-control-allow-credentials')).toBe(false);
    },
  );

  test.each([
    'null',
    'http://evil.example',
    'http://localhost:8001',
    'https://localhost:8000',
    'http://localhost:8000.evil.example',
    'http://localhost:8000, http://evil.example',
    'http://127.0.0.1:8000/',
    '',
  ])('refuses %j before it looks at the token', async (origin) => {
    const server = await testServer();
    for (const token of [undefined, 'wrong', await server.token('admin')]) {
      const response = await server.send('/v1/status', { origin, ...(token !== undefined && { token }) });
      expect(response.status).toBe(403);
      expect(response.headers.has('access-control-allow-origin')).toBe(false);
      expect(await problemOf(response)).toMatchObject({ code: 'origin_not_allowed' });
    }
  });

  test('lets the console’s own page in', async () => {
    const server = await testServer();
    const token = await server.token('read');
    for (const host of ['127.0.0.1:27673', 'localhost:27673', '[::1]:27673']) {
      expect((await server.send('/v1/status', { origin: `http://${host}`, host, token })).status).toBe(200);
    }
    const other = { origin: 'http://localhost:27673', host: '127.0.0.1:27673', token };
    expect((await server.send('/v1/status', other)).status).toBe(403);
  });

  test('takes origins of the settings, of the command line and of paired clients, as they are at the time', async () => {
    const server = await testServer({ origins: ['https://st.example:443'] });
    const token = await server.token('read');
    const ask = async (origin: string) => (await server.send('/v1/status', { origin, token })).status;
    expect(await ask('https://st.example')).toBe(200);
    expect(await ask(LAN)).toBe(403);
    await server.engine.changeSettings({ origins: [LAN] });
    expect(await ask(LAN)).toBe(200);
    expect(await ask('tauri://localhost')).toBe(403);
    const { client } = await server.access.create('App', ['read'], ['tauri://localhost']);
    expect(await ask('tauri://localhost')).toBe(200);
    await server.access.revoke(client.id);
    expect(await ask('tauri://localhost')).toBe(403);
  });

  test('lets errors be read by the pages that may ask', async () => {
    const server = await testServer();
    const origin = 'http://127.0.0.1:8000';
    for (const sent of [{ origin }, { origin, token: 'wrong' }]) {
      const response = await server.send('/v1/status', sent);
      expect(response.status).toBe(401);
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
      expect(response.headers.get('access-control-expose-headers')).toContain('retry-after');
    }
  });

  test('shows pages of unlisted origins only that there is somebody to pair with', async () => {
    const server = await testServer();
    for (const origin of [LAN, 'null']) {
      const response = await server.send('/health', { origin });
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
      expect(await jsonOf(response)).toEqual({ name: 'lorehearth', api: 1, pairing: true });
    }
    for (const sent of [{}, { origin: 'http://127.0.0.1:8000' }]) {
      expect(await jsonOf(await server.send('/health', sent))).toEqual({
        name: 'lorehearth',
        api: 1,
        pairing: true,
        version: '1.2.3',
        vault: 'Vault',
        entries: 4,
        indexing: false,
      });
    }
  });

  test('does not open the list of pairings with pairing itself', async () => {
    const server = await testServer();
    const token = await server.token('admin');
    expect((await server.send('/v1/pairings', { origin: LAN, token })).status).toBe(403);
    expect((await server.send('/openapi.json', { origin: LAN })).status).toBe(403);
  });
});

describe('preflights', () => {
  test('BR-160 are answered without a token, and then the request works', async () => {
    const server = await testServer();
    const origin = 'http://127.0.0.1:8000';
    const asked = { 'access-control-request-headers': 'authorization, content-type' };
    const answer = await server.send('/v1/generations', preflight(origin, asked));
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('access-control-allow-methods')).toContain('POST');
    expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(answer.headers.get('access-control-allow-headers')).toBe('authorization, content-type');
    expect(answer.headers.has('access-control-allow-private-network')).toBe(false);
    const post = await server.send('/v1/generations', {
      origin,
      token: await server.token('generate'),
      body: { chat: { id: 'c' }, messages: [] },
    });
    expect(post.status).toBe(200);
  });

  test('BR-161 allow other headers and the private network to an allowed origin', async () => {
    const server = await testServer({ settings: { origins: [LAN] } });
    const asked = {
      'access-control-request-headers': 'authorization, content-type, x-stainless-timeout',
      'access-control-request-private-network': 'true',
    };
    const answer = await server.send('/v1/generations', preflight(LAN, asked));
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-headers')).toContain('x-stainless-timeout');
    expect(answer.headers.get('access-control-allow-private-network')).toBe('true');
    expect(answer.headers.get('vary')).toContain('Access-Control-Request-Headers');
  });

  test('BR-161 are refused to an origin that is not allowed', async () => {
    const server = await testServer();
    const answer = await server.send(
      '/v1/generations',
      preflight(LAN, { 'access-control-request-private-network': 'true' }),
    );
    expect(answer.status).toBe(403);
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-allow'))).toEqual([]);
  });

  test('are answered to every origin where pairing starts', async () => {
    const server = await testServer();
    for (const path of ['/health', '/v1/pair', '/v1/pair/some-id']) {
      expect((await server.send(path, preflight(LAN))).status).toBe(204);
    }
  });

  test('allow no header whose name is none', async () => {
    const server = await testServer();
    const asked = { 'access-control-request-headers': 'a b, c;d' };
    const answer = await server.send('/v1/status', preflight('http://127.0.0.1:8000', asked));
    expect(answer.headers.has('access-control-allow-headers')).toBe(false);
  });
});

describe('the security headers', () => {
  test('are on every answer', async () => {
    const server = await testServer();
    for (const sent of [{}, { host: 'evil.example' }, { origin: 'null' }, preflight('http://127.0.0.1:8000')]) {
      const { headers } = await server.send('/v1/status', sent);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });
});
