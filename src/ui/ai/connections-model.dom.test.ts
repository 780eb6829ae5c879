import { describe, expect, it } from 'vitest';
import { fillAi } from '../../../tests/browser/support/ai-world';
import { adminToken, ScriptedServer } from '../../../tests/browser/support/scripted-server';
import { createClient } from '../../server/client';
import { ChannelOverview } from './channel-overview.svelte';
import { draftOf, freeId, withText } from './connection-draft';
import { ConnectionsModel } from './connections-model.svelte';

async function loaded() {
  const server = new ScriptedServer();
  fillAi(server);
  const client = createClient({ fetch: server.fetch, base: 'http://lore.test', token: () => adminToken });
  const overview = new ChannelOverview(client);
  await overview.refresh();
  const model = new ConnectionsModel(client, overview);
  const preset = (id: string) => overview.value!.presets.find((one) => one.id === id)!;
  return { server, model, overview, preset };
}

describe('ConnectionsModel', () => {
  it('adds a provider with its key, under an id that is free', async () => {
    const { model, server, preset } = await loaded();
    model.begin(preset('openrouter'));
    expect(model.draft).toMatchObject({ id: 'openrouter-2', name: 'OpenRouter' });
    expect(await model.add({ ...model.draft!, name: 'Second' }, ' sk-2 ')).toBe(true);
    expect(server.ai.settings.connections.map(({ id }) => id)).toEqual(['openrouter', 'lm-studio', 'openrouter-2']);
    expect(server.ai.keys.get('openrouter-2')).toBe('sk-2');
    expect([model.draft, model.all.at(-1)?.hasKey, model.outcome]).toEqual([undefined, true, 'Second was added.']);
  });

  it('says what is wrong about a draft, field by field, and keeps it', async () => {
    const { model, preset } = await loaded();
    model.begin(preset('custom'));
    expect(await model.add({ ...model.draft!, name: ' ' }, '')).toBe(false);
    expect(Object.keys(model.problemsOf('custom').fields).sort()).toEqual(['baseUrl', 'name']);
    expect([model.problemsOf('custom').sentence, model.draft?.id]).toEqual(['', 'custom']);
  });

  it('says so when the connection came and its key did not', async () => {
    const { model, server, preset } = await loaded();
    server.ai.keyRefusal = 'This device keeps no secrets.';
    model.begin(preset('groq'));
    await model.add(model.draft!, 'sk');
    expect(model.outcome).toBe('Groq was added, but its key could not be kept. This device keeps no secrets.');
  });

  it('changes a connection and leaves the others as they are', async () => {
    const { model, server } = await loaded();
    const [first] = model.all;
    expect(await model.save(withText({ ...draftOf(first!), name: 'Router' }, 'apiVersion', '2'))).toBe(true);
    expect(server.ai.settings.connections).toMatchObject([{ name: 'Router', apiVersion: '2' }, { id: 'lm-studio' }]);
    expect(await model.save(draftOf({ ...first!, baseUrl: 'nowhere' }))).toBe(false);
    expect(model.problemsOf('openrouter').fields['baseUrl']).toContain('https://');
    expect(model.problemsOf('lm-studio').fields).toEqual({});
    model.forgetProblems();
    expect(model.problemsOf('openrouter').fields).toEqual({});
  });

  it('unsets what was emptied', async () => {
    const { model, server } = await loaded();
    const draft = withText(draftOf(model.all[0]!), 'form', 'json');
    await model.save(draft);
    expect(server.ai.settings.connections[0]?.form).toBe('json');
    await model.save(withText(draft, 'form', ''));
    expect(server.ai.settings.connections[0]).not.toHaveProperty('form');
  });

  it('removes a connection with its key', async () => {
    const { model, server } = await loaded();
    await model.remove(model.all[0]!);
    expect([model.all.map(({ id }) => id), server.ai.keys.size]).toEqual([['lm-studio'], 0]);
    expect(model.outcome).toBe('OpenRouter and its key were removed.');
  });

  it('keeps and forgets a key, and passes on why it cannot', async () => {
    const { model, server } = await loaded();
    expect(await model.keepKey('lm-studio', 'sk')).toBeUndefined();
    expect(model.all[1]?.hasKey).toBe(true);
    await model.keepKey('lm-studio', '');
    expect(model.all[1]?.hasKey).toBe(false);
    server.ai.keyRefusal = 'No.';
    expect(await model.keepKey('lm-studio', 'sk')).toMatchObject({ kind: 'refused', detail: 'No.' });
  });

  it('looks models up, sorted, and says why it cannot', async () => {
    const { model, server } = await loaded();
    server.ai.models = ['b', 'a'];
    await model.lookUp('openrouter');
    expect(model.modelsOf('openrouter').value).toEqual(['a', 'b']);
    server.ai.models = 'Nobody answers there.';
    await model.lookUp('openrouter');
    expect(model.modelsOf('openrouter').failure).toMatchObject({ detail: 'Nobody answers there.' });
  });

  it('has a paused connection tried again', async () => {
    const { model, overview } = await loaded();
    await model.reset('lm-studio');
    expect([overview.value?.states[0]?.state, model.outcome]).toEqual(['closed', 'It is asked again from now on.']);
  });
});

it('an id that is taken gets the first number that is free', () => {
  expect([freeId('a', []), freeId('a', ['a']), freeId('a', ['a', 'a-2', 'a-4'])]).toEqual(['a', 'a-2', 'a-3']);
});
