import { beforeEach, describe, expect, test } from 'vitest';
import { fillGrowth } from '../../../tests/browser/support/grow-world';
import { jobOf } from '../../../tests/browser/support/scripted-growth';
import { adminToken, ScriptedServer } from '../../../tests/browser/support/scripted-server';
import { createClient } from '../../server/client';
import { GrowModel } from './grow-model.svelte';
import { estimateWords, outcomeWords } from './grow-words';

let server: ScriptedServer;
let model: GrowModel;

beforeEach(() => {
  server = new ScriptedServer();
  fillGrowth(server);
  model = new GrowModel(createClient({ fetch: server.fetch, base: 'http://h', token: () => adminToken }));
});

describe('a tool', () => {
  test('begins with the chat that changed last', async () => {
    await model.open();
    expect(model.form('new-lore').chat).toBe('c');
  });

  test('is reckoned first, and the estimate is forgotten when something else is asked', async () => {
    await model.open();
    const form = model.form('review');
    await form.reckon();
    expect(form.estimate.value).toMatchObject({ requests: 8 });
    form.question = 'Do the years agree?';
    expect(form.estimate.value).toBeUndefined();
    await form.reckon();
    expect(server.growth.lastRequest).toEqual({ tool: 'review', scope: {}, question: 'Do the years agree?' });
  });

  test.each([
    ['folder', 'Lore', { folder: 'Lore' }],
    ['type', 'place', { type: 'place' }],
    ['tag', 'npc', { tag: 'npc' }],
  ] as const)('looks at the entries of a %s', async (scope, name, body) => {
    const form = model.form('keys');
    form.scope = scope;
    expect(form.lacks).toBeDefined();
    await form.reckon();
    expect(server.growth.lastRequest).toBeUndefined();
    form.name = name;
    await form.start();
    expect(server.growth.lastRequest).toEqual({ tool: 'keys', scope: body });
  });

  test('looks at chosen entries, each once', async () => {
    const form = model.form('keys');
    form.scope = 'chosen';
    for (const id of ['a', 'b', 'a']) form.choose({ id, title: id });
    form.drop('b');
    await form.start();
    expect(server.growth.lastRequest).toEqual({ tool: 'keys', scope: { entries: ['a'] } });
  });

  test('says why it was not begun, and keeps what was asked', async () => {
    await model.open();
    server.growth.refusal = 'There are no new messages since the last time.';
    await model.form('new-lore').start();
    expect(model.form('new-lore').failure).toMatchObject({ kind: 'refused', detail: server.growth.refusal });
    expect(model.form('new-lore').chat).toBe('c');
    expect(model.jobs).toHaveLength(4);
  });

  test('is opened by a link, with its entry and its estimate; nothing is begun', async () => {
    const [entry] = server.entries;
    model.show({ panel: 'grow', tool: 'keys', entry: entry?.id ?? '' });
    expect(server.requests).toEqual([]);
    await model.open();
    expect(model.pointed).toBe('keys');
    expect(model.form('keys').chosen).toEqual([expect.objectContaining({ id: entry?.id, title: entry?.title })]);
    expect(model.form('keys').estimate.value).toBeDefined();
    expect(server.growth.jobs).toHaveLength(4);
    model.show({ panel: 'grow', tool: 'dance' });
    expect(model.pointed).toBe('keys');
  });
});

describe('a job', () => {
  test('appears when it is begun, and follows the server', async () => {
    await model.open();
    await model.form('summaries').start();
    await model.refresh();
    const [job] = model.jobs;
    expect(job?.head).toMatchObject({ tool: 'summaries', state: 'running', done: 1 });
    server.growth.jobs = server.growth.jobs.map((one, at) => (at === 0 ? { ...one, done: 3, changed: 2 } : one));
    model.followEvent({ kind: 'growth-changed', data: {} });
    await expect.poll(() => model.jobs[0]?.head.done).toBe(3);
    expect(model.jobs[0]).toBe(job);
  });

  test('is paused, resumed, canceled and removed', async () => {
    await model.open();
    const [job] = model.jobs;
    await job?.pause();
    expect(job?.head.state).toBe('paused');
    await job?.resume();
    expect(job?.head.state).toBe('running');
    await job?.cancel();
    expect(job?.head.state).toBe('canceled');
    await job?.forget();
    await model.refresh();
    expect(model.jobs).not.toContain(job);
    await job?.resume();
    expect(job?.failure).toMatchObject({ kind: 'refused', status: 404 });
  });

  test('shows its proposals with what is said about them, and accepts them all', async () => {
    await model.open();
    const job = model.jobs.find(({ head }) => head.id === 'keys');
    await job?.toggle();
    expect(job?.cards.map(({ result }) => [result.title, result.hits?.lost])).toEqual([['Silver Keep', 40]]);
    await job?.acceptAll();
    expect(server.edits.proposals.map(({ id, status }) => [id, status])).toEqual([
      ['keys', 'accepted'],
      ['new', 'open'],
      ['report', 'open'],
    ]);
  });

  test('makes a proposal of a hint', async () => {
    await model.open();
    const job = model.jobs.find(({ head }) => head.id === 'new');
    await job?.toggle();
    const hint = job?.detail.value?.results.find((one) => one.kind === 'update');
    if (hint?.kind !== 'update') throw new Error('No hint.');
    await job?.proposeHint(hint);
    expect(server.edits.proposals[0]).toMatchObject({
      path: 'People/Orla.md',
      origin: { tool: 'auto-lorebook', session: 'new' },
    });
    expect(job?.proposalOfHint(hint)?.id).toBe(server.edits.proposals[0]?.id);
  });

  test('is forgotten with everything else when the token is', async () => {
    await model.open();
    model.clear();
    expect([model.jobs, model.overview.value, model.form('new-lore').chat]).toEqual([[], undefined, '']);
  });
});

test('figures promise no more than they hold', () => {
  expect(estimateWords({ title: '', entries: 0, requests: 1, input: 12_345, output: 678, warnings: [] })).toBe(
    '1 question · about 13,100 tokens · no price is set for the model',
  );
  expect(outcomeWords(jobOf({ id: 'a', tool: 'keys', cost: 0.004 }))).toBe(
    '4,580 tokens · less than 0.01 at your prices',
  );
});
