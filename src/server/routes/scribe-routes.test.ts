import { describe, expect, test } from 'vitest';
import { settled } from '../../../tests/support/engine-host';
import { ManualTime } from '../../adapters/memory/manual-time';
import { ScriptedModel, type Script } from '../../adapters/memory/scripted-model';
import { scriptedModels } from '../../adapters/memory/scripted-models';
import { ModelError } from '../../core/ai/model-error';
import { jsonOf, problemOf, testServer, type Sent } from '../testing/test-server';

const says = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const messages = Array.from({ length: 6 }, (_, index) => ({
  index,
  role: index % 2 === 0 ? 'user' : 'assistant',
  name: index % 2 === 0 ? 'Mara' : 'Vesk',
  text: `Line ${String(index)}.`,
}));

async function open(
  script: readonly Script[] = [],
  settings: object = {},
  channels: readonly string[] = ['scribe', 'notepad'],
) {
  const model = new ScriptedModel(new ManualTime(), ...script);
  const server = await testServer({ models: scriptedModels({ m: model }), settings: { scribeEvery: 0, ...settings } });
  await server.engine.ai.change({
    connections: [{ id: 'c', name: 'C', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9' }],
    channels: Object.fromEntries(channels.map((id) => [id, { mode: 'direct', connection: 'c', model: 'm' }])),
  });
  const token = await server.token('generate', 'read', 'write');
  const send = (path: string, sent: Sent = {}) => server.send(path, { ...sent, token });
  await send('/v1/chats/c/transcript', { method: 'PUT', body: { name: 'Coast', messages } });
  const written = async (): Promise<void> => {
    for (let round = 0; round < 20; round += 1) {
      await settled();
      server.time.advance(600);
    }
  };
  return { ...server, model, send, written };
}

describe('summaries over REST', () => {
  test('are begun, told, written anew and recapped', async () => {
    const { send, written, model } = await open([
      { answer: { text: 'Mara left.' } },
      { answer: { text: 'Mara stayed.' } },
    ]);
    const begun = await send('/v1/chats/c/scribe', { body: { focus: 'the letter' } });
    expect(begun.status).toBe(202);
    expect(await jsonOf(begun)).toMatchObject({
      job: { chat: 'c', reason: 'command', focus: 'the letter' },
      sentence: says(/at work/),
    });
    await written();
    const told = await jsonOf(await send('/v1/chats/c/summaries'));
    expect(told).toMatchObject({
      ...{ chat: 'c', name: 'Coast', known: true, jobs: [], untold: { messages: 0, replies: 0 } },
      items: [
        {
          level: 'scene',
          number: 1,
          text: 'Mara left.',
          from: 0,
          to: 5,
          state: 'fresh',
          note: 'written',
          inherited: false,
        },
      ],
    });
    expect(model.requests[0]?.messages.at(-1)?.text).toContain('the letter');
    const [{ id }] = told['items'] as [{ id: string }];
    expect((await send(`/v1/chats/c/summaries/${id}/redo`, { body: {} })).status).toBe(202);
    await written();
    expect(await jsonOf(await send('/v1/chats/c/recap'))).toEqual({
      text: 'Mara stayed.',
      summaries: [id],
      from: 0,
      to: 5,
      untold: 0,
    });
    expect(await jsonOf(await send('/v1/scribe'))).toMatchObject({
      chats: [{ id: 'c', name: 'Coast', hasSummaries: true }],
      ...{ jobs: [], every: 0, channel: { state: 'usable', model: 'm' } },
    });
  });

  test('are refused with a sentence where nothing can be done (BR-184)', async () => {
    const { send } = await open([], {}, []);
    const refused = await send('/v1/chats/c/scribe', { body: {} });
    expect(refused.status).toBe(409);
    expect(await problemOf(refused)).toMatchObject({ code: 'not_done', detail: says(/AI Search/) });
    expect(await problemOf(await send('/v1/chats/unknown/scribe', { body: {} }))).toMatchObject({
      detail: says(/not known/),
    });
    expect((await send('/v1/chats/c/summaries/unknown/redo', { body: {} })).status).toBe(404);
    expect(await jsonOf(await send('/v1/scribe'))).toMatchObject({
      channel: { state: 'no-connection', complaint: says(/AI Search/) },
    });
  });

  test('are stopped', async () => {
    const { send, written } = await open([{ isSilent: true }]);
    await send('/v1/chats/c/scribe', { body: {} });
    await written();
    expect(await jsonOf(await send('/v1/chats/c/summaries'))).toMatchObject({ jobs: [{ state: 'running' }] });
    expect(await jsonOf(await send('/v1/chats/c/scribe', { method: 'DELETE' }))).toEqual({ cancelled: true });
    expect(await jsonOf(await send('/v1/chats/c/scribe', { method: 'DELETE' }))).toEqual({ cancelled: false });
  });

  test('tell whoever listens how they go', async () => {
    const { send, written, engine } = await open([{ answer: { text: 'Mara left.' } }]);
    const told: string[] = [];
    engine.on(({ kind }) => void told.push(kind));
    await send('/v1/chats/c/scribe', { body: {} });
    await written();
    expect(told.filter((kind) => kind === 'scribe-changed').length).toBeGreaterThan(2);
  });
});

describe('notes of the AI over REST', () => {
  const body = { message: { index: 5, name: 'Vesk', text: 'Vesk hides the letter.' }, notes: [[3, 'Mara limps.']] };
  const extract = { notepadMode: 'extract' };

  test('are asked for once, with those before, and nothing is kept of them', async () => {
    const { send, model, store } = await open(
      [{ answer: { text: '<think>…</think>\n```\n- Vesk has the letter.\n```' } }],
      extract,
    );
    const answer = await send('/v1/chats/c/notes', { body });
    expect([answer.status, await jsonOf(answer)]).toEqual([200, { notes: '- Vesk has the letter.' }]);
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]?.messages.at(-1)?.text).toMatch(/Mara limps\.[\s\S]*Vesk: Vesk hides the letter\./);
    expect(JSON.stringify(store.text('chats') ?? '')).not.toContain('letter');
  });

  test('are refused where the settings do not want them, and the failure of a model is told', async () => {
    const off = await open();
    expect((await off.send('/v1/chats/c/notes', { body })).status).toBe(409);
    expect(off.model.requests).toEqual([]);
    const broken = await open([{ error: new ModelError('auth', 'No key.') }], extract);
    const failed = await broken.send('/v1/chats/c/notes', { body });
    expect([failed.status, await problemOf(failed)]).toMatchObject([502, { detail: 'No key.' }]);
  });

  test('come back with the next request, at their own place, although no lore matched', async () => {
    const { send } = await open([], {
      notepadMode: 'tag',
      notepadTag: 'memo',
      notepadPosition: 'before',
      selectionMode: 'keywords',
    });
    const request = {
      chat: { id: 'c' },
      messages,
      notes: [
        [1, 'Mara limps.'],
        [5, 'Vesk lies. {{setvar::a::b}}'],
      ],
    };
    const answer = await jsonOf(await send('/v1/generations', { body: request }));
    expect(answer).toMatchObject({
      notepad: { mode: 'tag', tag: 'memo' },
      injections: [{ key: 'lorehearth/notepad', position: 'before', entries: [] }],
    });
    const [{ text }] = answer['injections'] as [{ text: string }];
    expect(text).toMatch(/Mara limps\.\nVesk lies\. \{\\\{setvar[\s\S]*<memo>/);
    const swipe = await jsonOf(await send('/v1/generations', { body: { ...request, type: 'swipe', turn: 5 } }));
    expect(JSON.stringify(swipe['injections'])).not.toContain('Vesk lies');
    const quiet = await jsonOf(await send('/v1/generations', { body: { ...request, type: 'impersonate' } }));
    expect(quiet['notepad']).toBeUndefined();
    expect(JSON.stringify(quiet['injections'])).not.toContain('<memo>');
    const trace = await jsonOf(await send(`/v1/generations/${String(answer['id'])}`));
    expect(trace).toMatchObject({ injections: [{ key: 'lorehearth/notepad' }] });
  });

  test('say nothing of themselves where they are off', async () => {
    const { send } = await open();
    const answer = await jsonOf(
      await send('/v1/generations', { body: { chat: { id: 'c' }, messages, notes: [[1, 'Mara limps.']] } }),
    );
    expect([answer['notepad'], answer['injections']]).toEqual([undefined, []]);
  });
});

describe('a new chat with these settings', () => {
  test('takes over what was decided, and nothing of the past', async () => {
    const { send, engine } = await open();
    const change = {
      pin: ['Silver Keep'],
      block: ['Şölen'],
      books: ['Lore'],
      context: { era: 'now' },
      notebook: { text: 'Rain.', depth: 2 },
      notepad: { text: 'Mine.' },
    };
    await send('/v1/chats/c', { method: 'PATCH', body: change });
    const copied = await jsonOf(await send('/v1/chats/c/copy', { body: { to: 'd' } }));
    const { changed: _c, id: _i, name: _n, ...before } = await jsonOf(await send('/v1/chats/c'));
    expect(copied).toMatchObject({ ...before, id: 'd', notepad: { text: '' } });
    expect(engine.chat('d').parent).toBeUndefined();
    expect((await send('/v1/chats/c/copy', { body: { to: 'd' } })).status).toBe(409);
    expect((await send('/v1/chats/c/copy', { body: { to: 'c' } })).status).toBe(409);
  });
});
