import { describe, expect, test } from 'vitest';
import { createClient } from './client';
import { jsonOf, problemOf, testServer } from './testing/test-server';

const chat = { chat: { id: 'chat' }, messages: [{ role: 'user', text: 'We ride to the Silver Keep.' }] };

const containing = (text: string): unknown => expect.stringContaining(text);

describe('the main call', () => {
  test('answers with lore, its places and a record', async () => {
    const server = await testServer();
    const response = await server.send('/v1/generations', { token: await server.token('generate'), body: chat });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      turn: 1,
      mode: 'keywords',
      injections: [{ key: 'lorehearth/after', position: 'after', text: containing('northern pass') }],
      entries: [{ title: 'Silver Keep', path: 'Lore/Silver Keep.md', reason: 'key', matched: ['Silver Keep'] }],
      record: { v: 1 },
      wants: { messages: 4 },
      summary: { injected: 1, degraded: [], warnings: [] },
    });
  });

  test('tells the automation id of an injected entry, and of no other', async () => {
    const note = (id: string, key: string): string =>
      `---\ntags: [lorebook]\nkeys: [${key}]\nautomation_id: ${id}\n---\nBronze.\n`;
    const notes = { 'Bell.md': note('ring', 'keep'), 'Gong.md': note('strike', 'sea'), 'None.md': note('', 'keep') };
    const server = await testServer({ notes });
    const response = await server.send('/v1/generations', { token: await server.token('generate'), body: chat });
    const { entries } = (await response.json()) as { entries: readonly { title: string; automationId?: string }[] };
    expect(entries.map(({ title, automationId }) => [title, automationId]).sort()).toEqual([
      ['Bell', 'ring'],
      ['None', undefined],
    ]);
  });

  test('gives the same answer for the same generation id', async () => {
    const server = await testServer();
    const token = await server.token('generate');
    const body = { ...chat, generationId: 'mine' };
    const first = await jsonOf(await server.send('/v1/generations', { token, body }));
    expect(first['id']).toBe('mine');
    expect(await jsonOf(await server.send('/v1/generations', { token, body }))).toEqual(first);
  });

  test('asks for as many messages as the settings need', async () => {
    const server = await testServer({ settings: { scanDepth: 9 } });
    const response = await server.send('/v1/generations', { token: await server.token('generate'), body: chat });
    expect(await response.json()).toMatchObject({ wants: { messages: 9 } });
  });

  test('answers without lore, and says so, when the engine fails', async () => {
    const engine = { generate: () => Promise.reject(new Error('secret place')) };
    const server = await testServer({ engine });
    const response = await server.send('/v1/generations', { token: await server.token('generate'), body: chat });
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ injections: [], summary: { degraded: ['engine-failed'] } });
    expect(text).not.toContain('secret place');
    expect(server.log.warnings).toHaveLength(1);
  });

  test('names the path of every bad field', async () => {
    const server = await testServer();
    const body = { chat: { id: '' }, deadlineMs: 'soon', messages: [{ role: 'user', text: 'a' }, { role: 'king' }] };
    const response = await server.send('/v1/generations', { token: await server.token('generate'), body });
    expect(response.status).toBe(400);
    const { fields } = (await problemOf(response)) as { fields: readonly { path: string }[] };
    expect(fields.map((field) => field.path).sort()).toEqual([
      'chat.id',
      'deadlineMs',
      'messages.1.role',
      'messages.1.text',
    ]);
  });

  test('BR-163 takes a chat of 2 MB', async () => {
    const server = await testServer();
    const messages = Array.from({ length: 400 }, () => ({ role: 'user', text: 'x'.repeat(5_000) }));
    const body = { chat: { id: 'chat' }, messages };
    const response = await server.send('/v1/generations', { token: await server.token('generate'), body });
    expect(response.status).toBe(200);
  });

  test('BR-163 refuses more than 8 MiB and says the limit', async () => {
    const server = await testServer();
    const body = JSON.stringify({ ...chat, draft: 'x'.repeat(8 * 1024 * 1024) });
    const response = await server.send('/v1/generations', { token: await server.token('generate'), body });
    expect(response.status).toBe(413);
    const problem = await problemOf(response);
    expect(problem).toMatchObject({ code: 'body_too_large', detail: containing('8 MiB') });
  });

  test('passes on that the client has left', async () => {
    let seen: AbortSignal | undefined;
    const server = await testServer();
    const generate = server.engine.generate.bind(server.engine);
    server.engine.generate = (request, deadline, signal) => {
      seen = signal;
      return generate(request, deadline, signal);
    };
    await server.send('/v1/generations', { token: await server.token('generate'), body: chat });
    expect(seen?.aborted).toBe(false);
  });
});

describe('recorded generations', () => {
  test('are listed, newest first, and shown whole', async () => {
    const server = await testServer();
    const token = await server.token('generate', 'read');
    for (const generationId of ['one', 'two']) {
      await server.send('/v1/generations', { token, body: { ...chat, generationId } });
      server.time.advance(1_000);
    }
    const list = await jsonOf(await server.send('/v1/generations?chat=chat', { token }));
    expect(list).toMatchObject({ items: [{ id: 'two' }, { id: 'one' }] });
    const trace = await jsonOf(await server.send('/v1/generations/one', { token }));
    expect(trace).toMatchObject({ id: 'one', chat: 'chat', decisions: [{ verdict: 'kept', reason: 'key' }] });
    expect((await server.send('/v1/generations/three', { token })).status).toBe(404);
  });

  test('of another chat are left out', async () => {
    const server = await testServer();
    const token = await server.token('generate', 'read');
    await server.send('/v1/generations', { token, body: chat });
    expect(await jsonOf(await server.send('/v1/generations?chat=other', { token }))).toEqual({ items: [] });
  });

  test('tell what the client saw of their injections, the newest report', async () => {
    const server = await testServer();
    const token = await server.token('generate', 'read');
    await server.send('/v1/generations', { token, body: { ...chat, generationId: 'one' } });
    expect(await jsonOf(await server.send('/v1/generations/one', { token }))).not.toHaveProperty('delivery');
    const lost = { key: 'lorehearth/after', outcome: 'undelivered', place: 'after', cause: 'The context is full.' };
    const there = { key: 'lorehearth/after', outcome: 'delivered', place: 'after', cause: '' };
    for (const item of [lost, there]) {
      const sent = await server.send('/v1/generations/one/delivery', { token, body: { items: [item] } });
      expect([sent.status, await jsonOf(sent)]).toEqual([200, { items: [item] }]);
    }
    expect(await jsonOf(await server.send('/v1/generations/one', { token }))).toMatchObject({ delivery: [there] });
  });

  test('refuse a report on injections that they do not have', async () => {
    const server = await testServer();
    const token = await server.token('generate', 'read');
    await server.send('/v1/generations', { token, body: { ...chat, generationId: 'one' } });
    const items = [{ key: 'lorehearth/before', outcome: 'delivered', place: 'before', cause: '' }];
    const refused = await server.send('/v1/generations/one/delivery', { token, body: { items } });
    expect(refused.status).toBe(400);
    expect(await problemOf(refused)).toMatchObject({ fields: [{ path: 'items.0.key' }] });
    expect(await jsonOf(await server.send('/v1/generations/one', { token }))).not.toHaveProperty('delivery');
  });
});

describe('a preview', () => {
  test('asks the AI for those alone who may make it spend', async () => {
    const server = await testServer({ settings: { selectionMode: 'two-stage' } });
    const body = { text: 'The silver keep!', ai: true };
    const reader = await server.send('/v1/preview', { token: await server.token('read'), body });
    expect(await problemOf(reader)).toMatchObject({ status: 403, code: 'scope_missing' });
    const player = await server.send('/v1/preview', { token: await server.token('read', 'generate'), body });
    expect(await jsonOf(player)).toMatchObject({
      answer: { mode: 'two-stage', summary: { degraded: ['ai:no-connection'], ai: { outcome: 'failed' } } },
    });
  });

  test('takes a text for messages and records nothing', async () => {
    const server = await testServer();
    const token = await server.token('read');
    const response = await server.send('/v1/preview', { token, body: { text: 'The silver keep!' } });
    expect(await response.json()).toMatchObject({
      answer: { entries: [{ title: 'Silver Keep' }] },
      trace: { entries: [{ title: 'Silver Keep', injected: true }] },
      problems: [],
    });
    expect(await jsonOf(await server.send('/v1/generations', { token }))).toEqual({ items: [] });
  });

  test('uses other settings for itself and reports those that are not allowed', async () => {
    const server = await testServer();
    const body = { text: 'The silver keep!', settings: { scanDepth: 0, entryLimit: 'many' } };
    const response = await server.send('/v1/preview', { token: await server.token('read'), body });
    expect(await response.json()).toMatchObject({ answer: { entries: [] }, problems: [{ name: 'entryLimit' }] });
    expect(server.engine.settings().scanDepth).toBe(4);
  });

  test('needs messages or a text', async () => {
    const server = await testServer();
    const response = await server.send('/v1/preview', { token: await server.token('read'), body: {} });
    expect(await problemOf(response)).toMatchObject({ fields: [{ path: 'messages' }] });
  });
});

describe('entries', () => {
  test.each([
    ['Lore/100% Proof & Co.md', 'BR-167'],
    ['Orte/港の記録.md', 'BR-164'],
    ['Lore/Şölen.md', 'BR-164'],
  ])('%s is found by its path in the query (%s)', async (path) => {
    const server = await testServer();
    const response = await server.send(`/v1/entries?path=${encodeURIComponent(path)}`, {
      token: await server.token('read'),
    });
    expect(await response.json()).toMatchObject({ items: [{ path }], total: 1 });
  });

  test.each([
    ['Lore/100% Proof & Co.md', 'BR-167'],
    ['Orte/港の記録.md', 'BR-164'],
    ['Lore/Şölen.md', 'BR-164'],
  ])('%s is found by its path in the address, decoded once (%s)', async (path) => {
    const server = await testServer();
    const response = await server.send(`/v1/entries/${encodeURIComponent(path)}`, {
      token: await server.token('read'),
    });
    expect(await response.json()).toMatchObject({ path, text: containing('') });
  });

  test('are found by their id, with text and properties', async () => {
    const server = await testServer();
    const token = await server.token('read');
    const id = server.engine.entryByPath('Lore/Şölen.md')?.id ?? '';
    expect(await jsonOf(await server.send(`/v1/entries/${id}`, { token }))).toMatchObject({
      id,
      title: 'Şölen',
      keys: ['şölen'],
      text: 'A feast.',
      otherProperties: { colour: ['red'] },
    });
  });

  test.each(['/v1/entries/%E0%A4%A', '/v1/entries?path=%E0%A4%A', '/v1/entries/100%'])(
    'BR-167 %s is malformed',
    async (path) => {
      const server = await testServer();
      const response = await server.send(path, { token: await server.token('read') });
      expect(response.status).toBe(400);
      expect(await problemOf(response)).toMatchObject({ code: 'malformed_address' });
    },
  );

  test.each(['../../secret.md', '/etc/hosts', 'C:\\x.md', 'C:/x.md', 'a/../b.md', '..\\x.md', './x.md', '', 'a\0.md'])(
    'BR-120 %j is no path of a note',
    async (path) => {
      const server = await testServer();
      const token = await server.token('read');
      const inQuery = await server.send(`/v1/entries?path=${encodeURIComponent(path)}`, { token });
      expect(inQuery.status).toBe(400);
      expect(await problemOf(inQuery)).toMatchObject({ fields: [{ path: 'path' }] });
      const inAddress = await server.send(`/v1/entries/${encodeURIComponent(path)}`, { token });
      expect(inAddress.status).toBeGreaterThanOrEqual(path === '' ? 200 : 400);
      expect(inAddress.status).toBeLessThan(500);
      if (path !== '') expect(await inAddress.text()).not.toContain('secret');
    },
  );

  test('come in pages', async () => {
    const server = await testServer();
    const token = await server.token('read');
    const page = await jsonOf(await server.send('/v1/entries?limit=1&offset=1', { token }));
    expect(page).toMatchObject({ total: 4, offset: 1, items: [{}] });
    expect(page['items']).toHaveLength(1);
    const wrong = await server.send('/v1/entries?limit=0&offset=x', { token });
    expect(await problemOf(wrong)).toMatchObject({ fields: [{ path: 'offset' }, { path: 'limit' }] });
  });

  test('are searched in full', async () => {
    const server = await testServer();
    const response = await server.send('/v1/search', {
      token: await server.token('read'),
      body: { queries: ['northern pass'] },
    });
    expect(await response.json()).toMatchObject({ hits: [{ title: 'Silver Keep' }] });
  });

  test('with problems are in the health report', async () => {
    const server = await testServer({ notes: { 'A.md': '---\ntags: [lorebook]\nscan_depth: deep\n---\nText.\n' } });
    const response = await server.send('/v1/health-report', { token: await server.token('read') });
    expect(await response.json()).toMatchObject({ problems: [{ path: 'A.md', severity: 'warning' }], unused: [] });
  });
});

describe('status and settings', () => {
  test('BR-152 the status names the vault', async () => {
    const server = await testServer();
    const response = await server.send('/v1/status', { token: await server.token('read') });
    expect(await response.json()).toMatchObject({
      version: '1.2.3',
      vault: 'Vault',
      index: { kind: 'ready' },
      entries: 4,
      clients: [{ name: 'Test', scopes: ['read'] }],
    });
  });

  test('the settings come with their table', async () => {
    const server = await testServer();
    const { values, table } = (await jsonOf(
      await server.send('/v1/settings', { token: await server.token('admin') }),
    )) as { values: Record<string, unknown>; table: Record<string, Record<string, unknown>> };
    expect(values['scanDepth']).toBe(4);
    expect(table['scanDepth']).toMatchObject({ kind: 'number', smallest: 0, unit: 'messages' });
    expect(table['loreTag']?.['pattern']).toBe('^[^\\s#,]+$');
    expect(Object.keys(table)).toEqual(Object.keys(values));
  });

  test('one wrong value refuses the whole change', async () => {
    const server = await testServer();
    const token = await server.token('admin');
    const change = (body: unknown) => server.send('/v1/settings', { method: 'PATCH', token, body });
    const refused = await change({ scanDepth: 7, entryLimit: -1, nonsense: 1 });
    expect(refused.status).toBe(400);
    expect(await problemOf(refused)).toMatchObject({
      code: 'setting_not_allowed',
      fields: [{ path: 'entryLimit' }, { path: 'nonsense' }],
    });
    expect(server.engine.settings().scanDepth).toBe(4);
    expect(await jsonOf(await change({ scanDepth: 7 }))).toMatchObject({ values: { scanDepth: 7 } });
  });

  test('BR-158 no answer holds a token or its hash', async () => {
    const server = await testServer();
    const token = await server.token('admin');
    const hash = JSON.stringify(JSON.parse(server.store.text('clients') ?? '')).match(/"hash":"(\w+)"/)?.[1] ?? '';
    expect(hash).toHaveLength(64);
    const paths = ['/health', '/v1/status', '/v1/settings', '/v1/generations', '/v1/entries', '/v1/health-report'];
    for (const path of [...paths, '/v1/pairings', '/openapi.json']) {
      const text = await (await server.send(path, { token })).text();
      expect(text).not.toContain(token);
      expect(text).not.toContain(hash);
    }
  });

  test('a failure is answered without its cause', async () => {
    const engine = {
      search: () => {
        throw new Error('at /home/someone/vault');
      },
    };
    const server = await testServer({ engine });
    const response = await server.send('/v1/search', { token: await server.token('read'), body: { queries: ['x'] } });
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ code: 'internal_error', status: 500 });
    expect(text).not.toContain('/home');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('even a thrown value that is no error is answered', async () => {
    const engine = {
      search: () => {
        // oxlint-disable-next-line typescript/only-throw-error -- What third parties throw need not be an error.
        throw 'nothing';
      },
    };
    const server = await testServer({ engine });
    const response = await server.send('/v1/search', { token: await server.token('read'), body: { queries: ['x'] } });
    expect(await problemOf(response)).toMatchObject({ code: 'internal_error' });
  });
});

describe('calls inside the process', () => {
  test('need no token and use the typed client', async () => {
    const server = await testServer();
    const client = createClient({ fetch: server.app.inProcess, base: 'http://lorehearth.local', token: () => '' });
    const response = await client.v1.status.$get();
    expect(await response.json()).toMatchObject({ vault: 'Vault' });
    const settings = await client.v1.settings.$get();
    expect(settings.status).toBe(200);
  });

  test('may be larger than 8 MiB, since they are held in memory already', async () => {
    const server = await testServer();
    const response = await server.app.inProcess('http://lorehearth.local/v1/imports', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ dryRun: true, files: [{ name: 'Large.json', text: ' '.repeat(9 * 1024 * 1024) }] }),
    });
    expect(response.status).toBe(200);
  });

  test('are still checked for their form', async () => {
    const server = await testServer();
    const response = await server.app.inProcess('http://lorehearth.local/v1/search', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(400);
  });
});

describe('requests that the listener could not take in', () => {
  test.each([
    ['body-too-large', 413, 'body_too_large'],
    ['busy', 503, 'busy'],
    ['stopping', 503, 'stopping'],
    ['bad-target', 400, 'malformed_address'],
    ['bad-method', 405, 'method_not_allowed'],
  ] as const)('%s is answered with %i', async (refusal, status, code) => {
    const server = await testServer();
    const origin = 'http://localhost:8000';
    const response = await server.send('/v1/generations', { refusal, origin });
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.has('retry-after')).toBe(status === 503);
    expect(await problemOf(response)).toMatchObject({ code });
  });
});
