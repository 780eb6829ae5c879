import { expect, test } from 'vitest';
import { jsonOf, problemOf, testServer } from '../testing/test-server';

test('clients are listed with what they may do, and the asking one is marked', async () => {
  const server = await testServer();
  const token = await server.token('admin');
  const { client } = await server.access.create('SillyTavern', ['generate'], ['http://st.test']);
  const list = await jsonOf(await server.send('/v1/clients', { token }));
  expect(list).toMatchObject({
    items: [
      { name: 'Test', own: true, fixed: false },
      { id: client.id, name: 'SillyTavern', own: false, origins: ['http://st.test'] },
    ],
    grantable: ['generate', 'read', 'write'],
  });
  expect(JSON.stringify(list)).not.toContain(token);
});

test('a token made by hand works, with its scopes alone', async () => {
  const server = await testServer();
  const admin = await server.token('admin');
  const body = { name: ' Script ', scopes: ['read', 'read'] };
  const made = await jsonOf(await server.send('/v1/clients', { token: admin, body }));
  expect(made['client']).toMatchObject({ name: 'Script', scopes: ['read'] });
  const token = String(made['token']);
  expect((await server.send('/v1/status', { token })).status).toBe(200);
  expect((await server.send('/v1/clients', { token })).status).toBe(403);
});

test('a token for everything is made inside the process alone', async () => {
  const server = await testServer();
  const body = { name: 'Root', scopes: ['admin'] };
  const refused = await server.send('/v1/clients', { token: await server.token('admin'), body });
  expect(await problemOf(refused)).toMatchObject({ code: 'malformed_request', fields: [{ path: 'scopes' }] });
  const made = await server.app.inProcess('http://lore.test/v1/clients', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(made.status).toBe(200);
});

test.each([
  { name: '  ', scopes: ['read'] },
  { name: 'A', scopes: [] },
  { name: 'A', scopes: ['root'] },
])('a client of a wrong form is refused: %o', async (body) => {
  const server = await testServer();
  const response = await server.send('/v1/clients', { token: await server.token('admin'), body });
  expect(response.status).toBe(400);
  expect(server.access.list()).toHaveLength(1);
});

test('a new name is kept over a restart', async () => {
  const server = await testServer();
  const token = await server.token('admin');
  const { client } = await server.access.create('SillyTavern', ['generate']);
  const sent = { method: 'PATCH', token, body: { name: 'Desk' } };
  expect(await jsonOf(await server.send(`/v1/clients/${client.id}`, sent))).toMatchObject({ name: 'Desk' });
  expect(JSON.stringify(await server.store.read('clients'))).toContain('Desk');
});

test('a revoked client has no access any more', async () => {
  const server = await testServer();
  const token = await server.token('admin');
  const { client, token: theirs } = await server.access.create('SillyTavern', ['read']);
  expect((await server.send(`/v1/clients/${client.id}`, { method: 'DELETE', token })).status).toBe(200);
  expect((await server.send('/v1/status', { token: theirs })).status).toBe(401);
});

test('a token of the command line is neither renamed nor revoked', async () => {
  const server = await testServer();
  const { id } = server.access.addFixed('a long chosen token', ['admin']);
  const token = 'a long chosen token';
  const revoked = await server.send(`/v1/clients/${id}`, { method: 'DELETE', token });
  expect(await problemOf(revoked)).toMatchObject({ code: 'not_done' });
  const renamed = await server.send(`/v1/clients/${id}`, { method: 'PATCH', token, body: { name: 'X' } });
  expect(renamed.status).toBe(409);
});

test('what a client says of itself is shown with it', async () => {
  const server = await testServer();
  const theirs = await server.token('generate');
  const body = { version: '1.0.0', hostVersion: '1.19.0' };
  const said = await server.send('/v1/client-report', { method: 'PUT', token: theirs, body });
  expect(await jsonOf(said)).toEqual({ version: '1.2.3' });
  const list = await jsonOf(await server.send('/v1/clients', { token: await server.token('admin') }));
  expect(list).toMatchObject({ items: [{ report: { version: '1.0.0', hostVersion: '1.19.0' } }, {}] });
});

test('being seen costs no write for each request', async () => {
  const server = await testServer();
  const token = await server.token('read');
  let writes = 0;
  const write = server.store.write.bind(server.store);
  server.store.write = (...document) => {
    writes += 1;
    return write(...document);
  };
  for (let at = 0; at < 50; at += 1) await server.send('/v1/status', { token });
  expect(writes).toBe(0);
});
