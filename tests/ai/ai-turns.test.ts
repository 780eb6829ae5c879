import { describe, expect, test } from 'vitest';
import { ModelError } from '../../src/core/ai/model-error';
import { titlesOf, type EngineHost } from '../support/engine-host';
import { chatOf, lore, requestFor, type Notes } from '../support/lore-vault';
import { aiHost, BehavingModel, picking, settle, SILENCE } from './ai-host';

const notes: Notes = {
  'Fox.md': lore('keys: [fox]', 'A fox.'),
  'Hare.md': lore('keys: [hare]', 'A hare.'),
  'World.md': lore('constant: true', 'The world.'),
};
const chat = chatOf('Mara: a fox and a hare');

const play = (host: EngineHost, generationId: string, deadline = 10_000, signal?: AbortSignal) =>
  settle(host, host.engine.generate(requestFor(chat, { generationId }), deadline, signal));

describe('a turn with AI', () => {
  test('takes what the model chooses, and a swipe asks nobody', async () => {
    const model = new BehavingModel((request) => picking(request, (title) => title === 'Hare'));
    const host = await aiHost(notes, model);
    const first = await play(host, 'a');
    expect([...titlesOf(first)].sort()).toEqual(['Hare', 'World']);
    expect(first.trace.ai).toMatchObject({ outcome: 'chosen', source: 'model' });
    const swipe = await play(host, 'b');
    expect(titlesOf(swipe)).toEqual(titlesOf(first));
    expect(swipe.trace.ai).toMatchObject({ source: 'same' });
    expect(model.requests).toHaveLength(1);
    expect((await host.engine.ai.overview()).usedToday.search).toBe(110);
  });

  test('BR-184 without a connection makes no call, names the missing setting, and keywords work', async () => {
    const model = new BehavingModel(() => '[]');
    const host = await aiHost(notes, model);
    await host.engine.ai.change({ channels: { search: { connection: null } } });
    const result = await play(host, 'a');
    expect([...titlesOf(result)].sort()).toEqual(['Fox', 'Hare', 'World']);
    expect(result.trace.summary.degraded).toEqual(['ai:no-connection']);
    expect(result.trace.summary.warnings.join()).toContain('Choose a connection for AI Search');
    expect(model.requests).toEqual([]);
  });

  test('BR-182 is answered before the deadline, whatever the model does; the late answer serves the swipe', async () => {
    const answers: ((text: string) => void)[] = [];
    const model = new BehavingModel(() => SILENCE);
    model.generate = (request) => {
      model.requests.push(request);
      return new Promise((resolve) => {
        const usage = { input: 1, output: 1, cached: 0 };
        answers.push((text) => resolve({ text, toolCalls: [], usage, finish: 'stop' }));
      });
    };
    const host = await aiHost(notes, model);
    const start = host.time.now();
    const late = await play(host, 'a', 4_000);
    expect(host.time.now() - start).toBeLessThanOrEqual(3_600);
    expect([...titlesOf(late)].sort()).toEqual(['Fox', 'Hare', 'World']);
    expect(late.trace.summary.degraded).toEqual(['ai:timeout']);
    answers[0]?.('{"selected":[{"id":1,"confidence":"high","reason":""}]}');
    await settle(host, Promise.resolve());
    const swipe = await play(host, 'b', 4_000);
    expect([...titlesOf(swipe)].sort()).toEqual(['Fox', 'World']);
    expect(model.requests).toHaveLength(1);
  });

  test('is answered before the deadline where the model cannot even be made', async () => {
    const host = await aiHost(notes, new BehavingModel(() => '[]'), {}, { make: () => new Promise(() => undefined) });
    const start = host.time.now();
    const result = await play(host, 'a', 4_000);
    expect(host.time.now() - start).toBeLessThanOrEqual(3_600);
    expect([...titlesOf(result)].sort()).toEqual(['Fox', 'Hare', 'World']);
    expect(result.trace.summary.degraded).toEqual(['ai:timeout']);
  });

  test('that is stopped stops the model', async () => {
    const model = new BehavingModel(() => SILENCE);
    const host = await aiHost(notes, model);
    const stop = new AbortController();
    const turn = play(host, 'a', 60_000, stop.signal);
    await settle(host, Promise.resolve());
    for (let tick = 0; tick < 50; tick++) await Promise.resolve();
    stop.abort();
    await turn;
    expect(model.requests.map(({ signal }) => signal.aborted)).toEqual([true]);
    expect(host.engine.generations('chat', 10)).toEqual([]);
  });

  test('says how long a client should wait', async () => {
    const host = await aiHost(notes, new BehavingModel(() => '[]'));
    expect(host.engine.wants()).toMatchObject({ messages: 5, deadlineMs: 21_000 });
    await host.engine.ai.change({ channels: { search: { timeoutMs: 300_000 } } });
    expect(host.engine.wants().deadlineMs).toBe(301_000);
    await host.engine.changeSettings({ selectionMode: 'keywords' });
    expect(host.engine.wants()).toMatchObject({ messages: 4, deadlineMs: undefined });
  });
});

describe('a preview', () => {
  test('asks the model only when it is told to, shows the prompt, and explains without asking again', async () => {
    const model = new BehavingModel((request) => picking(request, (title) => title === 'Hare'));
    const host = await aiHost(notes, model);
    const request = requestFor(chat);
    const quiet = await settle(host, host.engine.preview(request, { prompt: true }));
    expect(quiet.result.trace.ai?.outcome).toBe('skipped');
    expect(quiet.prompt?.[1]?.text).toContain('2 entries to choose from');
    expect(model.requests).toEqual([]);
    const fox = host.engine.entryByPath('Fox.md')?.id ?? '';
    const asked = await settle(host, host.engine.preview(request, { ai: true, explain: [fox] }));
    expect(titlesOf(asked.result)).toContain('Hare');
    expect(asked.explanations[0]).toMatchObject({
      reason: 'ai_not_chosen',
      change: { name: 'aiPolicy', value: 'merge' },
    });
    expect(model.requests).toHaveLength(1);
    const remembered = await settle(host, host.engine.preview(request, {}));
    expect(remembered.result.trace.ai).toMatchObject({ outcome: 'chosen', source: 'same' });
  });
});

describe('preparing ahead', () => {
  test('asks before the turn comes, so that the turn finds the answer', async () => {
    const model = new BehavingModel((request) => picking(request, (title) => title === 'Fox'));
    const host = await aiHost(notes, model, { prepareAhead: true });
    const before = chatOf('Mara: a fox and a hare', 'Vesk: They run.');
    expect(host.engine.prepare(requestFor(before))).toBe(true);
    for (let turn = 0; turn < 10; turn++) await settle(host, Promise.resolve());
    expect(model.requests).toHaveLength(1);
    const after = requestFor(chatOf('Mara: a fox and a hare', 'Vesk: They run.', 'Mara: And then?'), {
      generationId: 'n',
    });
    const turn = await settle(host, host.engine.generate(after, 10_000));
    expect(turn.trace.ai).toMatchObject({ source: 'slid' });
    expect(model.requests).toHaveLength(1);
    expect(host.engine.generations('chat', 10)).toHaveLength(1);
  });

  test('is not done when the settings do not want it', async () => {
    const model = new BehavingModel(() => '[]');
    const host = await aiHost(notes, model);
    expect(host.engine.prepare(requestFor(chat))).toBe(false);
    expect(model.requests).toEqual([]);
  });

  test('that is not ready in time is told as late', async () => {
    const host = await aiHost(notes, new BehavingModel(() => SILENCE), { prepareAhead: true });
    host.engine.prepare(requestFor(chat));
    for (let tick = 0; tick < 200; tick++) await Promise.resolve();
    const turn = await play(host, 'a', 2_000);
    expect(turn.trace.summary.degraded).toEqual(['ai:late']);
  });
});

describe('1,000 turns in a row', () => {
  const failures: Readonly<Record<string, () => ReturnType<BehavingModel['behavior']>>> = {
    dead: () => new ModelError('network', 'Nobody answers.'),
    failing: () => new ModelError('server', 'Broken.', { status: 500 }),
    slow: () => SILENCE,
    lying: () => 'The entries you need are in your heart.',
    refusing: () => new ModelError('rate-limit', 'Too many.', { status: 429, retryAfter: 2_000 }),
    'without a key': () => new ModelError('auth', 'No.', { status: 401 }),
  };

  test.each(Object.keys(failures))('with a model that is %s each have their keyword lore in time', async (kind) => {
    const model = new BehavingModel(failures[kind] ?? (() => '[]'));
    const host = await aiHost(notes, model, { generationsKept: 5 });
    const begun = host.time.now();
    for (let turn = 0; turn < 1_000; turn++) {
      const messages = chatOf(`Mara: a fox and a hare, ${String(turn)}`);
      const start = host.time.now();
      const request = requestFor(messages, { generationId: `g${String(turn)}` });
      const result = await settle(host, host.engine.generate(request, 2_000), 500);
      expect(host.time.now() - start).toBeLessThanOrEqual(2_000);
      expect([...titlesOf(result)].sort()).toEqual(['Fox', 'Hare', 'World']);
      expect(result.trace.summary.degraded.join()).toMatch(/^ai:/);
    }
    if (kind === 'dead' || kind === 'failing' || kind === 'lying') {
      // Two failures open the breaker; then one question in half a minute tries again.
      expect(model.requests.length).toBeLessThanOrEqual(3 + (host.time.now() - begun) / 30_000);
      expect((await host.engine.ai.overview()).states[0]).toMatchObject({ state: 'open' });
    }
    expect(host.engine.generations('chat', 100)).toHaveLength(5);
    await host.engine.close();
    expect(host.time.waiting).toBeLessThan(5);
  });

  test('a model that comes back is asked again after half a minute', async () => {
    const model = new BehavingModel(() => new ModelError('server', 'Broken.'));
    const host = await aiHost(notes, model);
    for (const id of ['a', 'b', 'c'])
      await settle(host, host.engine.generate(requestFor(chatOf(`Mara: fox ${id}`), { generationId: id }), 2_000));
    expect(model.requests).toHaveLength(2);
    model.behavior = (request) => picking(request, (title) => title === 'Fox');
    host.time.advance(30_000);
    const back = await play(host, 'd');
    expect(back.trace.ai).toMatchObject({ outcome: 'chosen' });
  });
});
