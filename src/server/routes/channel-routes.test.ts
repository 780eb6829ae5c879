import { describe, expect, test } from 'vitest';
import { ManualTime } from '../../adapters/memory/manual-time';
import { MemorySecretStore } from '../../adapters/memory/memory-secret-store';
import { ScriptedModel, type Script } from '../../adapters/memory/scripted-model';
import { scriptedModels } from '../../adapters/memory/scripted-models';
import { ModelError } from '../../core/ai/model-error';
import type { ModelMaker } from '../../core/ai/model-maker';
import type { WireChannels } from '../contract/wire-channels';
import { jsonOf, problemOf, testServer, type Sent } from '../testing/test-server';

const KEY = 'sk-very-secret-0042';
const cloud = { id: 'cloud', name: 'My cloud', kind: 'openai-compatible', baseUrl: 'https://models.test/v1' };
const local = { id: 'local', name: 'At home', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:1234/v1' };
const direct = { mode: 'direct', connection: 'cloud', model: 'small' };

/** A server with a scripted model `small`, and what an admin sends to it. */
async function setUp(options: { script?: readonly Script[]; models?: ModelMaker; secrets?: MemorySecretStore } = {}) {
  const model = new ScriptedModel(new ManualTime(), ...(options.script ?? []));
  const secrets = options.secrets ?? new MemorySecretStore();
  const server = await testServer({ models: options.models ?? scriptedModels({ small: model }), secrets });
  const token = await server.token('admin', 'read', 'generate', 'write');
  const send = (path: string, sent: Sent = {}) => server.send(path, { token, ...sent });
  const change = (body: unknown) => send('/v1/channels', { method: 'PATCH', body });
  const overview = async () => (await (await send('/v1/channels')).json()) as WireChannels;
  const keepKey = (id: string, key: string) => send(`/v1/connections/${id}/key`, { method: 'PUT', body: { key } });
  const run = async (id: string) => {
    // Requests of one connection start half a second apart.
    server.time.advance(600);
    return jsonOf(await send(`/v1/channels/${id}/test`, { method: 'POST' }));
  };
  return { server, secrets, model, send, change, overview, keepKey, run };
}

/** `small` answers the channel AI Search. */
async function setUpSearch(...script: readonly Script[]) {
  const parts = await setUp({ script });
  expect((await parts.change({ connections: [cloud], channels: { search: direct } })).status).toBe(200);
  return parts;
}

describe('channels', () => {
  test('are six, of which AI Search is off and the others say what they lack', async () => {
    const { channels, connections, presets } = await (await setUp()).overview();
    expect(channels.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'search off',
      'scribe no-connection',
      'suggest no-connection',
      'notepad no-connection',
      'librarian no-connection',
      'keys no-connection',
    ]);
    expect(channels[1]?.complaint).toContain('Set up AI Search');
    expect(connections).toEqual([]);
    expect(presets.map(({ id }) => id)).toContain('openrouter');
  });

  test('take a change, hand it down and say where each value comes from', async () => {
    const { change, overview } = await setUpSearch();
    const changed = await change({ channels: { scribe: { maxTokens: 300 }, search: { dailyTokens: 5_000 } } });
    expect(await changed.json()).toEqual(await overview());
    const { channels } = await overview();
    const place = { mode: 'direct', connection: 'cloud', model: 'small' };
    expect(channels[0]).toMatchObject({ state: 'usable', own: direct, place, dailyTokens: 5_000, usedToday: 0 });
    expect(channels[1]).toMatchObject({ state: 'usable', own: { maxTokens: 300 }, place, maxTokens: 300 });
    expect(channels[1]?.origins).toMatchObject({ model: 'search', maxTokens: 'own', timeoutMs: 'default' });
  });

  test('lose a value that is unset', async () => {
    const { change, overview } = await setUpSearch();
    await change({ channels: { search: { temperature: 0.5 } } });
    await change({ channels: { search: { temperature: null } } });
    expect((await overview()).channels[0]?.own).toEqual(direct);
  });

  test('refuse wrong values with their names, and change nothing then', async () => {
    const { change, overview } = await setUpSearch();
    const refused = await change({
      channels: {
        search: { maxTokens: 1, model: 'other', mode: 'inherit' },
        keys: { timeoutMs: 'long', size: 1 },
        x: {},
      },
      connections: [cloud, { ...cloud, baseUrl: 'ftp://models.test' }, { ...local, headers: { Authorization: 'x' } }],
    });
    expect(refused.status).toBe(400);
    const { code, fields } = await problemOf(refused);
    expect(code).toBe('setting_not_allowed');
    expect((fields as { path: string }[]).map(({ path }) => path).sort()).toEqual([
      'connections.1.baseUrl',
      'connections.2.headers',
      'keys.size',
      'keys.timeoutMs',
      'search.maxTokens',
      'search.mode',
      'x',
    ]);
    expect((await overview()).channels[0]?.own).toEqual(direct);
  });

  test('refuse a change of something that there is not', async () => {
    const { change } = await setUp();
    const refused = await change({ chanels: { search: direct } });
    expect([refused.status, (await problemOf(refused))['code']]).toEqual([400, 'malformed_request']);
  });

  test('refuse two connections with one id', async () => {
    const { change } = await setUp();
    const { fields } = await problemOf(await change({ connections: [cloud, cloud] }));
    expect(fields).toMatchObject([{ path: 'connections.1.id' }]);
  });

  test('belong to admins alone', async () => {
    const { server } = await setUp();
    const token = await server.token('read', 'write', 'generate');
    for (const [method, path] of [
      ['GET', '/v1/channels'],
      ['PATCH', '/v1/channels'],
      ['POST', '/v1/channels/search/test'],
      ['PUT', '/v1/connections/cloud/key'],
      ['GET', '/v1/connections/cloud/models'],
      ['POST', '/v1/connections/cloud/reset'],
    ] as const) {
      const sent = { method, token, ...(method === 'PATCH' || method === 'PUT' ? { body: { key: '' } } : {}) };
      expect([path, (await server.send(path, sent)).status]).toEqual([path, 403]);
    }
  });
});

describe('keys', () => {
  test('are kept beside their connection, replaced and forgotten', async () => {
    const { keepKey, overview, secrets } = await setUpSearch();
    const hasKey = async () => (await overview()).connections[0]?.hasKey;
    expect(await hasKey()).toBe(false);
    expect(await jsonOf(await keepKey('cloud', `  ${KEY}\n`))).toEqual({ hasKey: true });
    expect([await hasKey(), await secrets.read('key-cloud')]).toEqual([true, KEY]);
    expect(await jsonOf(await keepKey('cloud', ' '))).toEqual({ hasKey: false });
    expect([await hasKey(), await secrets.read('key-cloud')]).toEqual([false, undefined]);
  });

  test('of a connection that is not set up are not taken', async () => {
    const { keepKey, secrets } = await setUpSearch();
    const refused = await keepKey('local', KEY);
    expect([refused.status, (await problemOf(refused))['detail']]).toEqual([
      404,
      'There is no connection with this id.',
    ]);
    expect(await secrets.read('key-local')).toBeUndefined();
  });

  test('that this device cannot keep are refused with its sentence', async () => {
    const secrets = new MemorySecretStore();
    const { keepKey, change, server } = await setUp({ secrets });
    await change({ connections: [cloud] });
    secrets.write = () => Promise.reject(new Error('This device has no place for secrets.'));
    const refused = await keepKey('cloud', KEY);
    expect(refused.status).toBe(409);
    expect((await problemOf(refused))['detail']).toBe('This device has no place for secrets.');
    expect(JSON.stringify(server.log)).not.toContain(KEY);
  });

  test('go with their connection, and the key of another one stays', async () => {
    const { keepKey, change, overview, secrets } = await setUpSearch();
    await change({ connections: [cloud, local] });
    await Promise.all([keepKey('cloud', KEY), keepKey('local', 'other')]);
    await change({ connections: [local] });
    expect([await secrets.read('key-cloud'), await secrets.read('key-local')]).toEqual([undefined, 'other']);
    await change({ connections: [cloud, local] });
    expect((await overview()).connections.map(({ hasKey }) => hasKey)).toEqual([false, true]);
  });

  test('are never sent to another server: they go when the address names one', async () => {
    const { change, keepKey, overview } = await setUpSearch();
    await keepKey('cloud', KEY);
    await change({ connections: [{ ...cloud, baseUrl: 'https://models.test/v2' }] });
    expect((await overview()).connections[0]?.hasKey).toBe(true);
    await change({ connections: [{ ...cloud, baseUrl: 'https://elsewhere.test/v1' }] });
    expect((await overview()).connections[0]?.hasKey).toBe(false);
  });

  test('come out of no route, no trace, no log and no document', async () => {
    const told = (): ModelError => new ModelError('auth', 'The provider did not accept the key.', { cause: KEY });
    const failing: ModelMaker = { make: () => Promise.reject(told()), list: () => Promise.reject(told()) };
    const { send, server, change, keepKey } = await setUp({ models: failing });
    const texts: string[] = [];
    const see = async (reply: Promise<Response>): Promise<void> => void texts.push(await (await reply).text());
    await see(change({ connections: [cloud], channels: { search: direct } }));
    await see(keepKey('cloud', KEY));
    await server.engine.changeSettings({ selectionMode: 'ai-only' });
    const turn = { chat: { id: 'c' }, messages: [{ role: 'user', text: 'The silver keep' }] };
    await see(send('/v1/preview', { body: { ...turn, ai: true, prompt: true } }));
    await see(send('/v1/generations', { body: turn }));
    await see(send('/v1/channels/search/test', { method: 'POST' }));
    await see(send('/v1/connections/cloud/reset', { method: 'POST' }));
    const read = ['/health', '/v1/channels', '/v1/connections/cloud/models', '/v1/settings', '/v1/status', '/v1/chats'];
    for (const path of [...read, '/v1/generations', '/v1/health-report', '/v1/context-fields', '/openapi.json'])
      await see(send(path));
    await see(send('/v1/stream?client=me&wait=0'));
    const documents = ['ai', 'ai-spend', 'data', 'clients'].map((name) => server.store.text(name) ?? '');
    expect(texts.filter((text) => text.includes('cloud')).length).toBeGreaterThan(2);
    for (const text of [...texts, ...documents, JSON.stringify(server.log)]) expect(text).not.toContain(KEY);
  });
});

describe('the test of a channel', () => {
  test('says that the model answers, and how long it took', async () => {
    const parts = await setUpSearch(() => {
      parts.server.time.advance(120);
      return { answer: { text: 'ready' } };
    });
    expect(await parts.run('search')).toEqual({ isOk: true, sentence: 'The model answers.', milliseconds: 120 });
    expect(parts.model.requests[0]?.maxTokens).toBeLessThanOrEqual(256);
  });

  test('says what is wrong and what to do', async () => {
    const { run } = await setUpSearch({ error: new ModelError('auth', 'The key is wrong. Check it.') });
    expect(await run('search')).toMatchObject({ isOk: false, error: 'auth', sentence: 'The key is wrong. Check it.' });
  });

  test('says what is missing without asking anybody', async () => {
    const { run, model } = await setUp();
    expect(await run('keys')).toMatchObject({ isOk: false, error: 'no-connection' });
    expect(model.requests).toEqual([]);
  });

  test('finds out whether the Librarian’s model calls tools', async () => {
    const toolCalls = [{ id: 't', tool: 'note_word', input: { word: 'ready' } }];
    const { run, model } = await setUpSearch({ answer: { toolCalls } }, { answer: { text: 'ready' } });
    expect(await run('librarian')).toMatchObject({ isOk: true, callsTools: true });
    expect(model.requests[0]?.tools).toHaveLength(1);
    expect(await run('librarian')).toMatchObject({ isOk: true, callsTools: false });
  });

  test('is not there for a channel that does not exist', async () => {
    const { send } = await setUp();
    expect((await send('/v1/channels/oracle/test', { method: 'POST' })).status).toBe(400);
  });

  test('counts its tokens', async () => {
    const usage = { input: 12, output: 3, cached: 0 };
    const { run, overview } = await setUpSearch({ answer: { text: 'ready', usage } });
    await run('search');
    expect((await overview()).channels[0]?.usedToday).toBe(15);
  });
});

describe('the models of a connection', () => {
  test('are listed by name', async () => {
    const { send } = await setUpSearch();
    expect(await jsonOf(await send('/v1/connections/cloud/models'))).toEqual({ items: ['small'] });
  });

  test('are asked for with the key', async () => {
    const asked: unknown[] = [];
    const models: ModelMaker = {
      ...scriptedModels(),
      list: ({ baseUrl }, key) => Promise.resolve([]).finally(() => asked.push([baseUrl, key])),
    };
    const { send, change, keepKey } = await setUp({ models });
    await change({ connections: [cloud] });
    await keepKey('cloud', KEY);
    await send('/v1/connections/cloud/models');
    expect(asked).toEqual([[cloud.baseUrl, KEY]]);
  });

  test('are not known where the provider refuses', async () => {
    const refusing = { ...scriptedModels(), list: () => Promise.reject(new ModelError('network', 'Nobody is there.')) };
    const { send, change } = await setUp({ models: refusing });
    await change({ connections: [cloud] });
    const refused = await send('/v1/connections/cloud/models');
    expect([refused.status, (await problemOf(refused))['detail']]).toEqual([502, 'Nobody is there.']);
  });

  test('are not there for a connection that is not set up', async () => {
    const { send } = await setUpSearch();
    expect((await send('/v1/connections/local/models')).status).toBe(404);
  });
});

describe('a connection that failed twice', () => {
  const down = { error: new ModelError('network', 'Nobody is there.') };

  async function failTwice(...further: readonly Script[]) {
    const parts = await setUpSearch(down, down, ...further);
    await parts.run('search');
    await parts.run('search');
    return parts;
  }

  test('is paused, and says until when and why', async () => {
    const { overview, run, model } = await failTwice();
    const { states } = await overview();
    expect(states).toMatchObject([{ connection: 'cloud', state: 'open', failures: 2, waiting: 0 }]);
    expect(states[0]?.opensAgainAt).toBeGreaterThan(Date.UTC(2024, 0, 1));
    expect(states[0]?.lastError).toContain('cannot be reached');
    expect(await run('search')).toMatchObject({ isOk: false, error: 'paused' });
    expect(model.requests).toHaveLength(2);
  });

  test('is asked again at once after it was reset', async () => {
    const { send, run } = await failTwice({ answer: { text: 'ready' } });
    const reset = (await (await send('/v1/connections/cloud/reset', { method: 'POST' })).json()) as WireChannels;
    expect(reset.states).toMatchObject([{ connection: 'cloud', state: 'closed', failures: 0 }]);
    expect(reset.states[0]).not.toHaveProperty('lastError');
    expect(await run('search')).toMatchObject({ isOk: true });
  });

  test('is asked again after it was changed', async () => {
    const { change, overview } = await failTwice();
    await change({ connections: [{ ...cloud, baseUrl: 'https://other.test/v1' }] });
    expect((await overview()).states).toMatchObject([{ state: 'closed' }]);
  });
});
