import { describe, expect, test } from 'vitest';
import { problemOf, testServer, type TestServer } from '../testing/test-server';

const wrongToken = (server: TestServer, count: number, token = 'wrong', remoteAddress = '127.0.0.1') =>
  Promise.all(Array.from({ length: count }, () => server.send('/v1/status', { token, remoteAddress })));

describe('the bearer guard', () => {
  test('BR-159 takes a token with white space around it', async () => {
    const server = await testServer();
    server.access.addFixed(' abc123\n', ['admin']);
    for (const authorization of ['Bearer abc123', 'bearer  abc123 ', 'Bearer\tabc123']) {
      expect((await server.send('/v1/status', { headers: { authorization } })).status).toBe(200);
    }
  });

  test('BR-159 says of a wrong token that it is not accepted', async () => {
    const server = await testServer();
    const response = await server.send('/v1/status', { token: 'wrong' });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="lorehearth", error="invalid_token"');
    const { code, detail } = await problemOf(response);
    expect(code).toBe('token_not_accepted');
    expect(detail).toContain('not accepted');
  });

  test.each(['Basic YWJjOmRlZg==', 'Bearer', 'Bearer ', 'abc123', ''])(
    'finds no token in %j',
    async (authorization) => {
      const server = await testServer();
      server.access.addFixed('abc123', ['admin']);
      const response = await server.send('/v1/status', { headers: { authorization } });
      expect(response.status).toBe(401);
      expect(await problemOf(response)).toMatchObject({ code: 'token_missing' });
    },
  );

  test('takes no token from the address', async () => {
    const server = await testServer();
    server.access.addFixed('abc123', ['admin']);
    expect((await server.send('/v1/status?token=abc123&access_token=abc123')).status).toBe(401);
  });

  test('refuses a token as soon as it is revoked', async () => {
    const server = await testServer();
    const { token, client } = await server.access.create('Gone', ['read']);
    expect((await server.send('/v1/status', { token })).status).toBe(200);
    await server.access.revoke(client.id);
    expect((await server.send('/v1/status', { token })).status).toBe(401);
  });
});

describe('many wrong tokens', () => {
  test('are answered with how long to wait, for a minute', async () => {
    const server = await testServer();
    const first = await wrongToken(server, 10);
    expect(first.map((response) => response.status)).toEqual(Array.from({ length: 10 }, () => 401));
    server.time.advance(20_000);
    const [next] = await wrongToken(server, 1);
    expect(next?.status).toBe(429);
    expect(next?.headers.get('retry-after')).toBe('40');
    server.time.advance(40_000);
    const [later] = await wrongToken(server, 1);
    expect(later?.status).toBe(401);
  });

  test('of one client do not slow another down', async () => {
    const server = await testServer();
    await wrongToken(server, 20, 'wrong', '192.168.1.7');
    const [other] = await wrongToken(server, 1, 'wrong', '192.168.1.8');
    expect(other?.status).toBe(401);
  });

  test('do not lock the right token out, not even from the same address', async () => {
    const server = await testServer();
    const token = await server.token('read');
    server.access.addFixed('abc123', ['read']);
    await wrongToken(server, 99);
    expect((await server.send('/v1/status', { token: 'abc123' })).status).toBe(200);
    await wrongToken(server, 200);
    expect((await server.send('/v1/status', { token })).status).toBe(200);
  });

  test('do end the guessing of a short token that someone chose', async () => {
    const server = await testServer();
    server.access.addFixed('1234', ['read']);
    await wrongToken(server, 100);
    expect((await server.send('/v1/status', { token: '1234' })).status).toBe(429);
    server.time.advance(60_000);
    expect((await server.send('/v1/status', { token: '1234' })).status).toBe(200);
  });
});
