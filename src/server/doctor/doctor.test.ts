import { describe, expect, test } from 'vitest';
import { noHost, type HostFacts } from './host-facts';
import { jsonOf, testServer, type TestServerOptions } from '../testing/test-server';
import type { WireCheck } from '../contract/wire-doctor';

const listening: HostFacts = {
  ...noHost,
  listening: () => ({ kind: 'listening', address: 'http://127.0.0.1:27673' }),
  reaches: () => Promise.resolve(true),
};
const note = (tag: string): string => `---\ntags: [${tag}]\nkeys: [keep]\n---\nText.\n`;
const page = 'http://192.168.1.5:8000';

async function doctor(options: TestServerOptions = {}) {
  const server = await testServer({ host: listening, ...options });
  const token = await server.token('admin');
  const checks = async (method = 'GET', asking = token): Promise<Readonly<Record<string, WireCheck>>> => {
    const report = await jsonOf(await server.send('/v1/doctor', { method, token: asking }));
    const found = report['checks'] as readonly WireCheck[];
    return Object.fromEntries(found.map((check) => [check.id, check]));
  };
  return { server, token, checks };
}

describe('lore notes', () => {
  test('are counted', async () => {
    const { checks } = await doctor();
    expect(await checks()).toMatchObject({
      vault: { state: 'ok' },
      lore: { state: 'ok', sentence: '4 entries found.' },
    });
  });

  test('that carry a tag near the right one are found, and the tag is offered', async () => {
    const { checks } = await doctor({
      notes: { 'A.md': note('lore'), 'B.md': note('lore/town'), 'C.md': note('todo') },
    });
    const { lore } = await checks();
    expect(lore).toMatchObject({
      state: 'failed',
      sentence: 'No note carries the tag #lorebook, but 2 notes carry #lore.',
    });
    expect(lore?.fixes[0]).toEqual({ kind: 'settings', label: 'Use the tag #lore', values: { loreTag: 'lore' } });
  });

  test('that lie in the template folder or cannot be read are told apart from none', async () => {
    const template = await doctor({ notes: { 'Templates/A.md': note('lorebook') } });
    expect((await template.checks())['lore']?.sentence).toContain(
      '1 note with the tag #lorebook found only in the template',
    );
    const broken = await doctor({ notes: { 'A.md': '---\ntags: [lorebook]\nkeys: [a\n---\nText.\n' } });
    expect((await broken.checks())['lore']?.sentence).toBe('1 note carries the tag #lorebook, but cannot be read.');
    const none = await doctor({ notes: {} });
    expect((await none.checks())['lore']?.fixes).toEqual([expect.objectContaining({ route: 'example' })]);
  });

  test('with errors are a warning that leads to the problems', async () => {
    const { checks } = await doctor({
      notes: { 'A.md': note('lorebook'), 'B.md': '---\ntags: [lorebook]\nkeys: [a\n---\n' },
    });
    expect((await checks())['notes']).toMatchObject({ state: 'warning', fixes: [{ panel: 'health' }] });
  });
});

describe('the server', () => {
  test.each<[string, Partial<HostFacts>, string, string]>([
    ['is off', noHost, 'failed', 'The server is off'],
    [
      'has no port',
      { listening: () => ({ kind: 'failed', sentence: 'Port 1 is taken.' }) },
      'failed',
      'Port 1 is taken.',
    ],
    ['starts', { listening: () => ({ kind: 'starting' }) }, 'waiting', 'The server starts.'],
    [
      'moved',
      { listening: () => ({ kind: 'listening', address: 'http://a', moved: 'Port 1 is taken by another program.' }) },
      'warning',
      'Port 1 is taken by another program. Listening on http://a.',
    ],
  ])('%s', async (_name, facts, state, sentence) => {
    const { checks } = await doctor({ host: { ...listening, ...facts } });
    const { server } = await checks();
    expect(server?.state).toBe(state);
    expect(server?.sentence).toContain(sentence);
  });

  test('that answers nobody is told from one that listens', async () => {
    const consoleFiles = { 'index.html': '<p>' };
    const good = await doctor({ consoleFiles });
    expect((await good.checks())['console']?.state).toBe('ok');
    const deaf = await doctor({ consoleFiles, host: { ...listening, reaches: () => Promise.resolve(false) } });
    expect((await deaf.checks())['console']?.state).toBe('failed');
  });
});

describe('a page that was turned away', () => {
  test('is named with its fix, until it is allowed', async () => {
    const { server, token, checks } = await doctor({ settings: { origins: ['http://first.test'] } });
    expect((await checks())['origins']?.state).toBe('ok');
    await server.send('/v1/status', { method: 'OPTIONS', origin: page });
    const { origins } = await checks();
    expect(origins?.sentence).toBe(`${page} was turned away just now. Allow it only if it is your SillyTavern.`);
    const [fix] = origins?.fixes ?? [];
    expect(fix).toMatchObject({ kind: 'settings', values: { origins: ['http://first.test', page] } });
    const body = fix?.kind === 'settings' ? fix.values : {};
    await server.send('/v1/settings', { method: 'PATCH', token, body });
    expect((await checks())['origins']?.state).toBe('ok');
  });

  test('is remembered once, among the newest twenty, and never without a name', async () => {
    const { server, checks } = await doctor();
    for (let at = 0; at < 60; at += 1) await server.send('/v1/status', { origin: `http://p${String(at)}.test` });
    await server.send('/v1/status', { origin: 'http://p59.test' });
    await server.send('/v1/status', { origin: 'null' });
    const { origins } = await checks();
    expect(origins?.sentence).toContain('http://p59.test was turned away just now. So were 19 other pages.');
    expect(origins?.fixes).toHaveLength(3);
  });
});

describe('the extension', () => {
  test.each<[string, Partial<HostFacts>, string]>([
    [
      'lies where the host knows',
      { bridgeFiles: () => Promise.resolve({ kind: 'installed', folder: 'F', version: '1.2.3' }) },
      'ok',
    ],
    [
      'is of another version',
      { bridgeFiles: () => Promise.resolve({ kind: 'installed', folder: 'F', version: '1.0.0' }) },
      'warning',
    ],
    ['is not there', { bridgeFiles: () => Promise.resolve({ kind: 'absent', folder: 'F' }) }, 'failed'],
    ['has a wrong folder', { bridgeFiles: () => Promise.resolve({ kind: 'refused', sentence: 'No.' }) }, 'failed'],
    ['was never heard of', {}, 'failed'],
  ])('%s', async (_name, facts, state) => {
    const { checks } = await doctor({ host: { ...listening, ...facts } });
    expect((await checks())['bridge']?.state).toBe(state);
  });

  test.each([
    ['1.2.3', '1.19.0', 'ok'],
    ['1.2.3', '1.12.14', 'failed'],
    ['1.1.0', '1.19.0', 'warning'],
    ['1.2.3', 'nightly', 'ok'],
    ['1.2.3', undefined, 'ok'],
  ])('of version %s in SillyTavern %s is %s', async (version, hostVersion, state) => {
    const { server, checks } = await doctor();
    const theirs = await server.token('generate');
    expect((await checks())['versions']?.state).toBe('waiting');
    await server.send('/v1/client-report', { method: 'PUT', token: theirs, body: { version, hostVersion } });
    expect((await checks())['versions']?.state).toBe(state);
    expect((await checks())['bridge']?.state).toBe('ok');
  });
});

test('pairing goes from nobody over a waiting program to one that was here', async () => {
  const { server, checks } = await doctor();
  expect((await checks())['pairing']?.state).toBe('failed');
  server.pairing.start('SillyTavern', undefined);
  expect((await checks())['pairing']).toMatchObject({ state: 'waiting' });
  const token = await server.token('generate', 'read');
  expect((await checks())['pairing']?.sentence).toBe('Test is paired and was not here yet.');
  await server.send('/v1/status', { token });
  server.time.advance(7_200_000);
  expect((await checks())['pairing']).toMatchObject({ state: 'ok', sentence: 'Test was here 2 hours ago.' });
});

describe('the last turn', () => {
  const ask = (text: string) => ({
    chat: { id: 'c' },
    generationId: 'g',
    messages: [{ index: 0, role: 'user', name: 'A', text }],
  });

  test('is waited for, and may have found nothing', async () => {
    const { server, token, checks } = await doctor();
    expect((await checks())['turn']?.state).toBe('waiting');
    await server.send('/v1/generations', { token, body: ask('Nothing.') });
    expect((await checks())['turn']).toMatchObject({ state: 'waiting', fixes: [{ panel: 'lab' }] });
  });

  test('is good when it reached the model, and names the cause when it did not', async () => {
    const { server, token, checks } = await doctor();
    const answer = await jsonOf(await server.send('/v1/generations', { token, body: ask('The silver keep.') }));
    expect((await checks())['turn']?.state).toBe('ok');
    const [{ key }] = answer['injections'] as [{ key: string }];
    const item = { key, outcome: 'undelivered', place: 'before', cause: 'The prompt was too long.' };
    await server.send(`/v1/generations/${String(answer['id'])}/delivery`, { token, body: { items: [item] } });
    const { turn } = await checks();
    expect(turn).toMatchObject({ state: 'failed' });
    expect(turn?.sentence).toContain('The prompt was too long.');
  });
});

describe('the model that selects', () => {
  test('is not needed for keywords', async () => {
    const { checks } = await doctor();
    expect((await checks())['ai']?.state).toBe('ok');
  });

  test('that is not set up is told of without asking it', async () => {
    const { checks } = await doctor({ settings: { selectionMode: 'two-stage' } });
    expect((await checks('POST'))['ai']).toMatchObject({ state: 'failed', fixes: [{ panel: 'ai' }] });
  });
});

test('a reader sees no folder, no page and no model', async () => {
  const { server, checks } = await doctor();
  const reader = await checks('GET', await server.token('read'));
  expect(Object.keys(reader)).toEqual(expect.not.arrayContaining(['origins', 'bridge', 'ai']));
  expect(Object.keys(reader)).toContain('lore');
});

test('a check that fails does not take the others with it', async () => {
  const { checks } = await doctor({ host: { ...listening, bridgeFiles: () => Promise.reject(new Error('disk')) } });
  const found = await checks();
  expect(found['bridge']).toMatchObject({ state: 'warning', sentence: 'This could not be checked; the log says why.' });
  expect(found['lore']?.state).toBe('ok');
});

describe('the example entry', () => {
  test('is written, found by its key, and taken back', async () => {
    const { server, token, checks } = await doctor({ notes: {}, settings: { loreTag: 'canon' } });
    const made = await jsonOf(await server.send('/v1/example-entry', { method: 'POST', token }));
    expect(made).toMatchObject({ path: 'Lorehearth/Amber Lighthouse.md' });
    expect((await checks())['lore']?.state).toBe('ok');
    expect(await jsonOf(await server.send('/v1/doctor', { token }))).toMatchObject({ hasExample: true });
    const preview = await jsonOf(await server.send('/v1/preview', { token, body: { text: 'The lighthouse.' } }));
    expect(JSON.stringify(preview)).toContain('The Amber Lighthouse stands');
    expect(JSON.stringify(preview)).not.toContain('This comment is for you');
    expect((await server.send('/v1/example-entry', { method: 'DELETE', token })).status).toBe(200);
    expect((await checks())['lore']?.state).toBe('failed');
    expect((await server.send('/v1/example-entry', { method: 'DELETE', token })).status).toBe(404);
  });

  test('that is there or was changed stays as it is', async () => {
    const notes = { 'Lorehearth/Amber Lighthouse.md': note('lorebook') };
    const { server, token } = await doctor({ notes });
    expect((await server.send('/v1/example-entry', { method: 'POST', token })).status).toBe(409);
    expect((await server.send('/v1/example-entry', { method: 'DELETE', token })).status).toBe(409);
    expect(server.engine.status().entries).toBe(1);
  });
});
