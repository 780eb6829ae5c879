import { describe, expect, test } from 'vitest';
import { scriptedModels } from '../../adapters/memory/scripted-models';
import { chatPrint } from '../../core/base/message-print';
import {
  jsonOf,
  problemOf,
  testServer,
  type Sent,
  type TestServer,
  type TestServerOptions,
} from '../testing/test-server';

const say = (index: number, text: string) => ({
  ...{ index, text },
  role: index % 2 === 0 ? ('assistant' as const) : ('user' as const),
  name: index % 2 === 0 ? 'Vesk' : 'Mara',
});

/** Ossa is unknown, the keep and those who take part are known. */
const story = [
  say(0, 'Then Ossa came to the Silver Keep with Vesk.'),
  say(1, 'I ask Brakk. And Brakk? Where is Brakk?'),
  say(2, 'But Ossa was silent. In the Silver Keep, Mara looked at Ossa.'),
];

const idOf = (gap: unknown): string => String(Reflect.get(Object(gap), 'id'));
const titleOf = (gap: unknown): string => String(Reflect.get(Object(gap), 'title'));

async function setUp(options: TestServerOptions = {}) {
  const server = await testServer(options);
  const token = await server.token('generate', 'read', 'write');
  const send = async (path: string, sent: Sent = {}) => server.send(path, { ...sent, token });
  const json = async (path: string, sent: Sent = {}) => jsonOf(await send(path, sent));
  const gaps = async (query = ''): Promise<readonly unknown[]> =>
    (await json(`/v1/gaps${query}`))['items'] as unknown[];
  return { server, send, json, gaps };
}

const putStory = (messages: readonly unknown[] = story, more: object = {}): Sent => ({
  method: 'PUT',
  body: { name: 'Coast', messages, ...more },
});

/** Lets what waits for a moment of quiet run, and what that begins. */
async function settle({ time }: TestServer): Promise<void> {
  for (let round = 0; round < 5; round++) {
    time.advance(2_000);
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

describe('the transcript of a chat', () => {
  test('is taken, goes on by fingerprint, and is asked for again where it does not fit', async () => {
    const { json } = await setUp();
    const path = '/v1/chats/c/transcript';
    const print = chatPrint(story);
    expect(await json(path, putStory())).toEqual({ kept: true, messages: 3, print, wants: { from: 3 } });
    const next = { from: 3, before: print };
    expect(await json(path, putStory([say(4, 'So.')], next))).toMatchObject({
      kept: true,
      messages: 4,
      wants: { from: 5 },
    });
    expect(await json(path, putStory([say(6, 'No.')], { from: 5, before: print }))).toMatchObject({
      ...{ kept: false, messages: 4 },
      wants: { from: 0 },
    });
  });

  test('serves the Librarian', async () => {
    const { server, send } = await setUp();
    await send('/v1/chats/c/transcript', putStory());
    const last = await server.engine.transcripts.of('c');
    expect(last?.messages.at(-1)).toMatchObject({ index: 2, name: 'Vesk', role: 'assistant' });
  });
});

describe('after a reply', () => {
  test('names that the lore does not know are gaps, with quotes and counts; what takes part is none', async () => {
    const { server, send, gaps } = await setUp();
    await send('/v1/chats/c/transcript', putStory());
    await settle(server);
    expect(await gaps()).toMatchObject([
      {
        ...{ title: 'Ossa', kind: 'missing', status: 'open', frequency: 3, origins: ['scan'] },
        ...{ chat: 'c', chatName: 'Coast', urgency: 'low' },
        evidence: [{ quote: 'But Ossa was silent.', message: 2, name: 'Vesk' }, { message: 0 }],
      },
    ]);
  });

  test('nothing is looked for while more of the chat is coming, or when it is switched off', async () => {
    const { server, send, gaps } = await setUp();
    await send('/v1/chats/c/transcript', putStory(story, { more: true }));
    await settle(server);
    expect(await gaps()).toEqual([]);
    await server.engine.changeSettings({ gapScan: false });
    await send('/v1/chats/c/transcript', putStory());
    await settle(server);
    expect(await gaps()).toEqual([]);
  });

  test('a name that was swiped away is no gap any more, and one that is dismissed never comes again', async () => {
    const { server, send, gaps } = await setUp();
    await send('/v1/chats/c/transcript', putStory());
    await settle(server);
    await send('/v1/chats/c/transcript', putStory(story.slice(0, 1)));
    await settle(server);
    expect(await gaps()).toEqual([]);
    await send('/v1/chats/c/transcript', putStory());
    await settle(server);
    const [gap] = await gaps();
    await send(`/v1/gaps/${idOf(gap)}`, { method: 'PATCH', body: { status: 'dismissed' } });
    await send('/v1/chats/d/transcript', putStory());
    await settle(server);
    expect(await gaps('?status=active')).toEqual([]);
  });

  test('a name becomes written by itself when a note bears it', async () => {
    const { server, send, gaps } = await setUp();
    await send('/v1/chats/c/transcript', putStory());
    await settle(server);
    server.source.set('Lore/Ossa.md', '---\ntags: [lorebook]\n---\nA diver.\n');
    await settle(server);
    expect(await gaps()).toMatchObject([{ title: 'Ossa', status: 'written', entry: { path: 'Lore/Ossa.md' } }]);
  });

  test('a proposal for it drafts it, and turning that down opens it again', async () => {
    const { server, send, json, gaps } = await setUp();
    await json('/v1/gaps', { body: { title: 'Ossa' } });
    const patch = { kind: 'create', folder: 'Lore', title: 'Ossa', tags: ['lorebook'], body: 'A diver.' };
    const proposal = await json('/v1/proposals', { body: { patch } });
    await settle(server);
    expect(await gaps()).toMatchObject([{ status: 'drafted', proposal: proposal['id'] }]);
    await send(`/v1/proposals/${String(proposal['id'])}/reject`, { method: 'POST' });
    await settle(server);
    expect(await gaps()).toMatchObject([{ status: 'open' }]);
  });
});

describe('a scan on command', () => {
  test('tells what it found', async () => {
    const { send, json } = await setUp();
    await send('/v1/chats/c/transcript', putStory());
    const scanned = await json('/v1/gaps/scan', { body: { chat: 'c' } });
    expect(scanned).toMatchObject({ messages: 2, added: 1, ai: 'off', items: [{ title: 'Ossa' }] });
    expect(await json('/v1/gaps/scan', { body: { chat: 'c' } })).toMatchObject({ added: 0 });
  });

  test('says what to do where nothing of the chat is kept', async () => {
    const { send } = await setUp();
    const response = await send('/v1/gaps/scan', { body: { chat: 'nobody' } });
    expect(response.status).toBe(404);
    expect(await problemOf(response)).toMatchObject({ detail: expect.stringContaining('SillyTavern') as string });
  });

  test('asks a model only when it is told to, and goes on without one that fails', async () => {
    const { send, json } = await setUp({ models: scriptedModels() });
    await send('/v1/chats/c/transcript', putStory());
    expect(await json('/v1/gaps/scan', { body: { chat: 'c', ai: true } })).toMatchObject({
      ...{ ai: 'failed', items: [{ title: 'Ossa' }] },
      sentence: expect.stringContaining('Auto Lorebook') as string,
    });
  });
});

describe('the inbox', () => {
  test('is filtered, sorted, searched and counted', async () => {
    const { json, gaps } = await setUp();
    await json('/v1/gaps', { body: { title: 'Ossa', urgency: 'low', chat: 'c' } });
    await json('/v1/gaps', { body: { title: 'Brakk', urgency: 'high', reason: 'A smith of the coast.' } });
    await json('/v1/gaps', { body: { title: 'Ilmar', kind: 'contradiction' } });
    await json('/v1/gaps', { body: { title: 'Ossa', chat: 'c' } });
    const titles = async (query: string) => (await gaps(query)).map((gap) => titleOf(gap));
    expect(await titles('')).toEqual(['Brakk', 'Ossa', 'Ilmar']);
    expect(await titles('?sort=frequency&limit=1')).toEqual(['Ossa']);
    expect(await titles('?sort=title')).toEqual(['Brakk', 'Ilmar', 'Ossa']);
    expect(await titles('?chat=c')).toEqual(['Ossa']);
    expect(await titles('?kind=contradiction')).toEqual(['Ilmar']);
    expect(await titles('?text=SMITH%20coast')).toEqual(['Brakk']);
    expect(await titles('?origin=scan')).toEqual([]);
    expect(await json('/v1/gaps')).toMatchObject({
      counts: { open: 3, drafted: 0, written: 0, hidden: 0, dismissed: 0 },
      chats: [{ id: 'c', gaps: 1 }],
    });
  });

  test('takes a decision about several gaps, and names those that are not there', async () => {
    const { json, gaps } = await setUp();
    const { gap } = await json('/v1/gaps', { body: { title: 'Ossa' } });
    const ids = [idOf(gap), 'unknown'];
    expect(await json('/v1/gaps', { method: 'PATCH', body: { ids, status: 'hidden' } })).toMatchObject({
      ...{ items: [{ status: 'hidden' }], missing: ['unknown'] },
    });
    expect(await gaps('?status=active')).toEqual([]);
  });

  test('takes no gap that an entry fills already', async () => {
    const { send } = await setUp();
    const response = await send('/v1/gaps', { body: { title: 'silver keep' } });
    expect(response.status).toBe(409);
    expect(await problemOf(response)).toMatchObject({ detail: expect.stringContaining('Silver Keep') as string });
  });

  test('is told to clients as it changes', async () => {
    const { server, json } = await setUp();
    const heard: string[] = [];
    server.engine.on(({ kind }) => heard.push(kind));
    await json('/v1/gaps', { body: { title: 'Ossa' } });
    expect(heard).toContain('gaps-changed');
  });

  test('is what the Librarian works on', async () => {
    const { json } = await setUp();
    const { gap } = await json('/v1/gaps', { body: { title: 'Ossa', chat: 'c' } });
    const id = idOf(gap);
    expect(await json('/v1/librarian/sessions', { body: { task: { kind: 'gap', gap: id } } })).toMatchObject({
      ...{ task: { kind: 'gap', gap: id, title: 'Ossa' }, chat: 'c' },
    });
  });
});

describe('a name in replies', () => {
  const named = (name: string) =>
    [0, 2, 4, 6, 8, 10].map((index) => say(index, `And then we saw ${name} at the gate.`));
  const found = async (name: string, note: string) => {
    const { send, json } = await setUp({ notes: { 'Lore/Note.md': note } });
    await send('/v1/chats/c/transcript', putStory(named(name)));
    const { items } = await json('/v1/gaps/scan', { body: { chat: 'c' } });
    return items as readonly unknown[];
  };

  test.each([
    ['a key', 'Ossa', '---\ntags: [lorebook]\nkeys: [ossa]\n---\nText.\n'],
    ['a key inside of it', 'Captain Ossa Vell', '---\ntags: [lorebook]\nkeys: [Ossa]\n---\nText.\n'],
    ['a regular expression', 'Ossa', '---\ntags: [lorebook]\nkeys: ["/oss?a/i"]\n---\nText.\n'],
    ['an alias', 'Ossa', '---\ntags: [lorebook]\naliases: [ÓSSA]\n---\nText.\n'],
    ['a key in another case of its language', 'Ариадну', '---\ntags: [lorebook]\nkeys: [Ариадна]\n---\nТекст.\n'],
  ])('is no gap when %s knows it', async (_, name, note) => {
    expect(await found(name, note)).toEqual([]);
  });

  test('that is a part of a title alone is a gap with the entry that is likely meant', async () => {
    const note = '---\ntags: [lorebook]\ntitle: Ossa Tidewarden\nkeys: [tidewarden]\n---\nText.\n';
    expect(await found('Ossa', note)).toMatchObject([{ title: 'Ossa', entry: { path: 'Lore/Note.md' } }]);
  });
});
