import { afterEach, describe, expect, test } from 'vitest';
import { ScriptedModel, type Script } from '../../src/adapters/memory/scripted-model';
import { ManualTime } from '../../src/adapters/memory/manual-time';
import { scriptedModels } from '../../src/adapters/memory/scripted-models';
import { lazyModels } from '../../src/adapters/models/lazy-models';
import type { ModelMaker } from '../../src/core/ai/model-maker';
import { createClient } from '../../src/server/client';
import { librarianEvents } from '../../src/server/contract/read-librarian-events';
import type { WireLibrarianEvent, WireLibrarianSession } from '../../src/server/contract/wire-librarian';
import { jsonOf, problemOf, testServer, type TestServer } from '../../src/server/testing/test-server';
import { FakeProvider, type FakeWire } from '../support/fake-provider/fake-provider';
import { replies } from '../support/fake-provider/reply';
import { calling, saying } from '../support/librarian-host';
import { chatOf, lore, requestFor } from '../support/lore-vault';

const notes = {
  'Lore/Silver Keep.md': lore('keys: [silver keep]', 'The keep guards the northern pass.'),
  'Lore/Orla.md': lore('keys: [orla]', 'Captain Orla holds the [[Silver Keep]].'),
};
const providers: FakeProvider[] = [];
afterEach(async () => {
  await Promise.all(providers.splice(0).map((provider) => provider.close()));
});

/** A server whose Librarian asks a model; time goes on by itself. */
async function host(models: ModelMaker, connection: object = {}, settings: object = {}) {
  const server = await testServer({ notes, models, settings: { ...settings } });
  const problems = await server.engine.ai.change({
    connections: [{ id: 'c', name: 'C', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9', ...connection }],
    channels: { librarian: { mode: 'direct', connection: 'c', model: 'm' } },
  });
  expect(problems).toEqual([]);
  const client = createClient({ fetch: server.app.inProcess, base: 'http://in-process', token: () => '' });
  const sessions = client.v1.librarian.sessions;
  const begin = async (json: Parameters<typeof sessions.$post>[0]['json'] = {}): Promise<WireLibrarianSession> => {
    const response = await sessions.$post({ json });
    if (response.status !== 201) throw new Error(await response.text());
    return response.json();
  };
  const tell = (id: string, text: string) => sessions[':id'].messages.$post({ param: { id }, json: { text } });
  return { server, client, sessions, begin, tell };
}

/** Reads a stream to its end while time goes on. */
async function read(
  server: TestServer,
  response: Parameters<typeof librarianEvents>[0],
): Promise<readonly WireLibrarianEvent[]> {
  const events: WireLibrarianEvent[] = [];
  const pump = setInterval(() => server.time.advance(600), 5);
  try {
    for await (const event of librarianEvents(response)) events.push(event);
  } finally {
    clearInterval(pump);
  }
  return events;
}

function endOf(events: readonly WireLibrarianEvent[]): WireLibrarianSession {
  const last = events.at(-1);
  if (last?.kind !== 'done' && last?.kind !== 'error') throw new Error(`It ended with ${String(last?.kind)}.`);
  return last.session;
}

const scripted = (...script: readonly Script[]): ModelMaker =>
  scriptedModels({ m: new ScriptedModel(new ManualTime(), ...script) });

describe('a provider over HTTP', () => {
  test.each<[FakeWire, string]>([
    ['openai', 'openai-compatible'],
    ['anthropic', 'anthropic'],
  ])('of the form of %s streams text and calls of tools in several steps', async (wire, kind) => {
    const provider = await FakeProvider.start(wire);
    providers.push(provider);
    const usage = { input: 1_000, output: 100, cached: 0 };
    provider.next(
      { ...replies.toolCall('search_lore', { queries: ['northern pass'] }), text: 'I look.', usage },
      replies.toolCall('propose_patch', { entry: 'Orla', steps: [{ action: 'append_text', text: 'She is tall.' }] }),
      replies.drip('Done: one change waits for you.', 1),
    );
    const { server, begin, tell } = await host(
      lazyModels({ fetch, clock: { now: () => Date.now() } }),
      { kind, baseUrl: provider.url },
      { modelPrices: ['m = 3 / 15'] },
    );
    const { id } = await begin();
    const events = await read(server, await tell(id, 'Make Orla tall'));
    const kinds = events.map((event) => event.kind);
    expect(kinds[0]).toBe('answer');
    expect(kinds).toEqual(expect.arrayContaining(['text', 'tool-call', 'tool-result', 'proposal', 'usage', 'done']));
    const session = endOf(events);
    expect(session.messages[1]).toMatchObject({
      state: 'done',
      protocol: 'tools',
      parts: [
        { kind: 'text', text: 'I look.' },
        { tool: 'search_lore', label: 'Search lore' },
        { tool: 'propose_patch' },
        { kind: 'proposal', status: 'open' },
        { text: 'Done: one change waits for you.' },
      ],
    });
    expect(session.spent).toMatchObject({
      requests: 3,
      input: 1_022,
      output: 114,
      cost: expect.closeTo((1_022 * 3 + 114 * 15) / 1e6, 9) as number,
    });
    expect(provider.lastQuestion.text).toContain('guards the northern pass');
  });

  test('that refuses tools is asked in plain text', async () => {
    const provider = await FakeProvider.start('openai');
    providers.push(provider);
    provider.next(
      replies.raw(400, '{"error":{"message":"m does not support tools","type":"invalid_request_error"}}', {
        'content-type': 'application/json',
      }),
      replies.text('I look.\n```tool\n{"tool":"get_entry","arguments":{"entry":"Orla"}}\n```'),
      replies.text('A captain.'),
    );
    const { server, sessions, begin, tell } = await host(lazyModels({ fetch, clock: { now: () => Date.now() } }), {
      baseUrl: provider.url,
    });
    const session = endOf(await read(server, await tell((await begin()).id, 'Who is Orla?')));
    expect(session.messages[1]).toMatchObject({
      protocol: 'text',
      parts: [{ text: 'I look.' }, { tool: 'get_entry', state: 'done' }, { text: 'A captain.' }],
    });
    expect(await (await sessions.$get()).json()).toMatchObject({
      channel: { state: 'usable', model: 'm', protocol: 'text' },
    });
  });
});

test('a profile of SillyTavern is asked in plain text over the relay, and its answer comes at once', async () => {
  const { server, begin, tell } = await host(scriptedModels());
  await server.engine.ai.change({ channels: { librarian: { mode: 'sillytavern', connection: 'Sonnet' } } });
  const answers = ['```tool\n{"tool":"get_entry","arguments":{"entry":"Orla"}}\n```', 'A captain.'];
  const prompts: string[] = [];
  server.engine.relay.connect({
    id: 'page',
    deliver: (event) => {
      if (event.kind !== 'job') return;
      prompts.push(event.job.messages.map(({ role, text }) => `${role}: ${text}`).join('\n'));
      server.engine.relay.complete(event.job.id, {
        kind: 'answer',
        text: answers.shift() ?? '',
        usage: { input: 0, output: 0 },
      });
    },
  });
  const session = endOf(await read(server, await tell((await begin()).id, 'Who is Orla?')));
  expect(session.messages[1]).toMatchObject({
    protocol: 'text',
    parts: [{ tool: 'get_entry' }, { text: 'A captain.' }],
    spent: { estimated: true },
  });
  expect(prompts[0]).toContain('You have tools.');
  expect(prompts[1]).toMatch(/user: Result of get_entry:\n[^]*Captain Orla/);
});

test('a test of the channel that finds no tools chooses plain text', async () => {
  const model = new ScriptedModel(new ManualTime(), saying('ready'), saying('Hello.'));
  const { server, begin, tell } = await host(scriptedModels({ m: model }));
  expect((await server.engine.ai.test('librarian', new AbortController().signal)).callsTools).toBe(false);
  await read(server, await tell((await begin()).id, 'Hello'));
  expect(model.requests.map(({ tools }) => tools !== undefined)).toEqual([true, false]);
});

test('a long session: looks, drafts, a patch, a conflict, a rejection and undo; only what was accepted is written', async () => {
  const step = (tool: string, input: unknown) => calling([tool, input]);
  const script = [
    step('list_entries', {}),
    step('search_lore', { queries: 'northern pass' }),
    step('get_entry', { entry: 'Silver Keep' }),
    step('get_entry', { entry: 'Orla' }),
    step('get_links', { entry: 'Orla' }),
    step('get_backlinks', { entry: 'Silver Keep' }),
    step('get_writing_guide', {}),
    step('get_recent_chat', { count: 5 }),
    step('explain_generation', {}),
    step('explain_generation', { entry: 'Orla' }),
    step('compare_entry_to_chat', { entry: 'Silver Keep' }),
    step('list_gaps', {}),
    step('find_similar', { title: 'Bloodchain oath' }),
    step('propose_new_entry', { title: 'Bloodchain oath', text: 'It binds two houses.', keys: ['oath'] }),
    step('propose_patch', {
      entry: 'Orla',
      steps: [{ action: 'replace_text', find: 'Captain Orla', text: 'Commander Orla' }],
    }),
    step('propose_patch', {
      entry: 'Silver Keep',
      steps: [{ action: 'add_items', name: 'keys', items: ['the keep'] }],
    }),
    step('propose_patch', {
      entry: 'Silver Keep',
      steps: [{ action: 'replace_text', find: 'not in the note', text: 'x' }],
    }),
    step('flag_gap', { title: 'The ford' }),
    step('get_entry', { entry: '../../etc/passwd' }),
    saying('Three proposals wait for you.'),
    saying('I see.'),
  ];
  const { server, begin, tell } = await host(scripted(...script));
  await server.engine.generate(requestFor(chatOf('At the silver keep.', 'It is cold.'), { generationId: 'g' }), 10_000);
  const { id } = await begin({ task: { kind: 'entry', entry: 'Silver Keep' } });
  const session = endOf(await read(server, await tell(id, 'Look at everything')));
  const answer = session.messages[1];
  if (answer?.role !== 'assistant') throw new Error('no answer');
  expect([answer.state, answer.steps]).toEqual(['done', 20]);
  const states = answer.parts.flatMap((part) => (part.kind === 'tool' ? [`${part.tool} ${part.state}`] : []));
  expect(states.filter((one) => one.endsWith('refused'))).toEqual(['propose_patch refused', 'get_entry refused']);
  expect(JSON.stringify(answer.parts)).toMatch(/At the silver keep\.[^]*A key stands in the scanned text/);
  const proposals = answer.parts.flatMap((part) => (part.kind === 'proposal' ? [part.proposal] : []));
  expect(proposals).toHaveLength(3);
  const [oath = '', orla = '', keep = ''] = proposals;
  const { edits } = server.engine;
  const textOf = (path: string): string | undefined => server.engine.entryByPath(path)?.text;

  // Nothing is written before the user says so; what he wrote meanwhile is a conflict and stays.
  expect(server.engine.entryByPath('Lore/Bloodchain oath.md')).toBeUndefined();
  const mine = await edits.propose(
    {
      kind: 'change',
      path: 'Lore/Orla.md',
      operations: [{ kind: 'replace-text', find: 'Captain Orla', text: 'Queen Orla' }],
    },
    { tool: 'user' },
  );
  if (mine.kind !== 'proposal') throw new Error('not proposed');
  await edits.accept(mine.proposal.id);
  expect(await edits.accept(orla)).toMatchObject({ proposal: { status: 'conflict' } });
  await edits.reject(keep);
  await edits.accept(oath);
  expect(textOf('Lore/Orla.md')).toContain('Queen Orla');
  expect(server.engine.findEntries('Bloodchain oath')).toHaveLength(1);

  const after = endOf(await read(server, await tell(id, 'And now?')));
  expect(after.messages[1]).toMatchObject({
    parts: expect.arrayContaining([
      expect.objectContaining({ proposal: oath, status: 'accepted' }),
      expect.objectContaining({ proposal: orla, status: 'conflict' }),
      expect.objectContaining({ proposal: keep, status: 'rejected' }),
    ]) as unknown,
  });
  expect((await edits.undoAll({ session: id })).undone).toHaveLength(1);
  expect(server.engine.findEntries('Bloodchain oath')).toEqual([]);
});

describe('over REST', () => {
  test('an answer goes on without its reader, can be read along again, and is there in the conversation', async () => {
    const { server, sessions, begin, tell } = await host(scripted({ isSilent: true }, saying('Hi.')));
    const { id } = await begin();
    const left = librarianEvents(await tell(id, 'Hello'));
    expect((await left.next()).value).toMatchObject({
      kind: 'answer',
      session: id,
      message: 1,
      answer: { state: 'running' },
    });
    await left.return();
    const again = librarianEvents(await sessions[':id'].events.$get({ param: { id } }));
    expect((await again.next()).value).toMatchObject({ kind: 'answer', answer: { state: 'running' } });
    expect(await (await sessions[':id'].$get({ param: { id } })).json()).toMatchObject({
      state: 'running',
      messages: [{ text: 'Hello' }, {}],
    });
    expect(
      await problemOf(
        await server.send(`/v1/librarian/sessions/${id}/messages`, {
          body: { text: 'x' },
          token: await server.token('write'),
        }),
      ),
    ).toMatchObject({ status: 409, code: 'not_done' });
    expect(await (await sessions[':id'].stop.$post({ param: { id } })).json()).toMatchObject({ state: 'stopped' });
    expect((await again.next()).value).toMatchObject({ kind: 'done', session: { state: 'stopped' } });
    expect(endOf(await read(server, await sessions[':id'].events.$get({ param: { id } }))).state).toBe('stopped');
    expect(
      endOf(await read(server, await sessions[':id'].regenerate.$post({ param: { id } }))).messages[1],
    ).toMatchObject({ parts: [{ text: 'Hi.' }] });
  });

  test('a branch is told by its own id, a conversation renamed and forgotten', async () => {
    const { server, sessions, begin, tell } = await host(scripted(saying('One.'), saying('Other.')));
    const { id } = await begin({ title: 'Mine' });
    await read(server, await tell(id, 'First'));
    const events = await read(
      server,
      await sessions[':id'].messages[':message'].$patch({ param: { id, message: '0' }, json: { text: 'Else' } }),
    );
    const fork = endOf(events);
    expect(fork.id).not.toBe(id);
    expect(events[0]).toMatchObject({ kind: 'answer', session: fork.id });
    expect(fork).toMatchObject({ forkedFrom: { session: id, message: 0 }, title: 'Mine' });
    expect(await (await sessions[':id'].$patch({ param: { id }, json: { title: 'Old' } })).json()).toMatchObject({
      title: 'Old',
    });
    expect(await (await sessions[':id'].$delete({ param: { id } })).json()).toEqual({ deleted: true });
    expect(await (await sessions.$get()).json()).toMatchObject({ items: [{ title: 'Mine' }] });
  });

  test('a channel that is not set up says what to do, before and after it is asked', async () => {
    const server = await testServer({ notes });
    const token = await server.token('write');
    const list = await jsonOf(await server.send('/v1/librarian/sessions', { token }));
    expect(list).toMatchObject({
      items: [],
      channel: { state: 'no-connection', complaint: expect.stringContaining('Set up AI Search') as string },
      gaps: 0,
    });
    const { id } = (await jsonOf(await server.send('/v1/librarian/sessions', { token, body: {} }))) as { id: string };
    const events = await read(
      server,
      await server.send(`/v1/librarian/sessions/${id}/messages`, { token, body: { text: 'Hello' } }),
    );
    expect(events.at(-1)).toMatchObject({
      kind: 'error',
      error: 'no-connection',
      session: { state: 'failed', messages: [{ text: 'Hello' }, { parts: [{ kind: 'notice', tone: 'error' }] }] },
    });
  });
});
