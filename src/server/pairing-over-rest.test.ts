import { describe, expect, test } from 'vitest';
import { jsonOf, problemOf, testServer } from './testing/test-server';

const ORIGIN = 'http://192.168.1.5:8000';

describe('pairing over REST', () => {
  test('lets a page of an unlisted origin in, once it is approved', async () => {
    const server = await testServer();
    const started = await server.send('/v1/pair', { origin: ORIGIN, body: { client: ' SillyTavern ' } });
    expect(started.status).toBe(201);
    expect(started.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    const { id, code } = await jsonOf(started);
    const poll = () => server.send(`/v1/pair/${String(id)}`, { origin: ORIGIN });
    expect(await jsonOf(await poll())).toMatchObject({ state: 'pending' });
    expect((await server.send('/v1/status', { origin: ORIGIN })).status).toBe(403);

    const admin = await server.token('admin');
    expect(await jsonOf(await server.send('/v1/pairings', { token: admin }))).toMatchObject({
      items: [{ id, code, client: 'SillyTavern', origin: ORIGIN }],
    });
    const decided = await server.send(`/v1/pairings/${String(code)}`, { token: admin, body: { decision: 'approve' } });
    expect(decided.status).toBe(200);

    const { token } = await jsonOf(await poll());
    const status = await server.send('/v1/status', { origin: ORIGIN, token: String(token) });
    expect(status.status).toBe(200);
    expect(status.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect((await poll()).status).toBe(404);
    const settings = await server.send('/v1/settings', { origin: ORIGIN, token: String(token) });
    expect(await problemOf(settings)).toMatchObject({ code: 'scope_missing' });
  });

  test('tells a page that was denied', async () => {
    const server = await testServer();
    const { id, code } = await jsonOf(await server.send('/v1/pair', { origin: ORIGIN, body: { client: 'X' } }));
    await server.send(`/v1/pairings/${String(code)}`, {
      token: await server.token('admin'),
      body: { decision: 'deny' },
    });
    expect(await jsonOf(await server.send(`/v1/pair/${String(id)}`, { origin: ORIGIN }))).toEqual({ state: 'denied' });
  });

  test('asks for patience when five wait', async () => {
    const server = await testServer();
    const start = () => server.send('/v1/pair', { body: { client: 'X' } });
    for (let count = 0; count < 5; count++) expect((await start()).status).toBe(201);
    const refused = await start();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('120');
    expect(await problemOf(refused)).toMatchObject({ code: 'too_many_pairings' });
    expect(await jsonOf(await server.send('/health'))).toMatchObject({ pairing: false });
  });

  test('is not for pages without a name, which would put every such page on the list', async () => {
    const server = await testServer();
    const refused = await server.send('/v1/pair', { origin: 'null', body: { client: 'X' } });
    expect(refused.status).toBe(403);
    expect(server.pairing.waiting()).toEqual([]);
  });

  test('does not put the server’s own origin on the list', async () => {
    const server = await testServer();
    await server.send('/v1/pair', { origin: 'http://127.0.0.1:27673', body: { client: 'Console' } });
    expect(server.pairing.waiting()[0]).not.toHaveProperty('origin');
  });

  test.each(['', '   ', 'x'.repeat(101)])('refuses the client name %j', async (client) => {
    const server = await testServer();
    const refused = await server.send('/v1/pair', { body: { client } });
    expect(await problemOf(refused)).toMatchObject({ fields: [{ path: 'client' }] });
  });

  test('knows only codes of six digits', async () => {
    const server = await testServer();
    const token = await server.token('admin');
    const refused = await server.send('/v1/pairings/12a', { token, body: { decision: 'approve' } });
    expect(await problemOf(refused)).toMatchObject({ status: 400, fields: [{ path: 'code' }] });
  });
});
