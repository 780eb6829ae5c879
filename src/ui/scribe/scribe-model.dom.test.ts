import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fillScribe } from '../../../tests/browser/support/scribe-world';
import { jobOf, summaryOf } from '../../../tests/browser/support/scripted-scribe';
import { adminToken, ScriptedServer } from '../../../tests/browser/support/scripted-server';
import { createClient } from '../../server/client';
import { jobWords } from './scribe-words';
import { ScribeModel } from './scribe-model.svelte';

let server: ScriptedServer;
let model: ScribeModel;
/** Requests whose address ends so do not arrive. */
let away: string | undefined;

beforeEach(() => {
  server = new ScriptedServer();
  away = undefined;
  const fetch: typeof server.fetch = (...request) => {
    const isAway = away !== undefined && new Request(...request).url.endsWith(away);
    return isAway ? Promise.reject(new TypeError('fetch failed')) : server.fetch(...request);
  };
  model = new ScribeModel(createClient({ fetch, base: 'http://h', token: () => adminToken }));
});

const titles = () => model.items.map(({ id }) => id);
const manyScenes = (count: number) => Array.from({ length: count }, (_, at) => summaryOf(at + 1));

describe('nothing', () => {
  test('is known before it is asked for, and no chat is chosen where there is none', async () => {
    expect([model.scribe.phase, model.chat, model.items]).toEqual(['idle', undefined, []]);
    await model.refresh();
    expect([model.scribe.phase, model.chat, model.summaries.phase]).toEqual(['ready', undefined, 'idle']);
    await model.summarize();
    expect([model.outcome, server.scribe.lastFocus]).toEqual([undefined, undefined]);
  });

  test('of a chat is summed up yet: no levels, and no recap', async () => {
    server.scribe.chats = [{ id: 'c', hasSummaries: false }];
    await model.refresh();
    expect([model.level, model.items, model.hasMore, model.stale]).toEqual(['scene', [], false, 0]);
    const copy = vi.fn();
    await model.recap(copy);
    expect(model.outcome).toEqual({ kind: 'done', sentence: 'Nothing of this chat is summed up yet.' });
    expect(copy).not.toHaveBeenCalled();
  });
});

describe('the summaries of a chat', () => {
  beforeEach(async () => {
    fillScribe(server);
    await model.refresh();
  });

  test('are those of the chat that is worked on, from the highest level, the newest first', () => {
    expect([model.chat, model.level, titles()]).toEqual(['coast', 'chapter', ['chapter-1']]);
    model.level = 'scene';
    expect(titles()).toEqual(['scene-4', 'scene-3', 'scene-2', 'scene-1']);
    expect([model.count('scene'), model.count('arc')]).toEqual([4, 0]);
  });

  test('that are out of date are counted, also those of which nothing is left', async () => {
    expect(model.stale).toBe(1);
    server.scribe.told = { coast: { items: [summaryOf(1, { state: 'gone' }), summaryOf(2, { state: 'stale' })] } };
    model.followEvent({ kind: 'transcript-changed', data: { chat: 'keep' } });
    model.followEvent({ kind: 'transcript-changed', data: { chat: 'coast' } });
    await vi.waitFor(() => expect(model.stale).toBe(2));
  });

  test('are written anew one at a time, with the focus, and the sentence says so', async () => {
    model.focus = '  the letter ';
    await model.redo('scene-2');
    expect(server.scribe.redone).toEqual(['scene-2']);
    expect(model.outcome).toEqual({ kind: 'done', sentence: 'It is written anew.' });
  });

  test('never stand under the name of another chat', async () => {
    server.scribe.told = { keep: { items: [summaryOf(9)] } };
    await model.choose('keep');
    expect([model.chat, titles()]).toEqual(['keep', ['scene-9']]);
    model.level = 'arc';
    server.isOffline = true;
    await model.choose('coast');
    expect([model.chat, model.items, model.summaries.failure]).toEqual(['coast', [], { kind: 'offline' }]);
    server.isOffline = false;
    await model.choose('keep');
    // The chosen chat is gone, and nothing can be read of the one that takes its place.
    server.scribe.chats = [{ id: 'coast', hasSummaries: true }];
    server.scribe.jobs = [];
    away = '/summaries';
    model.followEvent({ kind: 'scribe-changed', data: {} });
    await vi.waitFor(() => expect(model.chat).toBe('coast'));
    await vi.waitFor(() => expect(model.summaries.failure).toEqual({ kind: 'offline' }));
    expect(model.items).toEqual([]);
  });

  test('of which there are thousands come in pieces', async () => {
    server.scribe.told = { coast: { items: manyScenes(5_000) } };
    await model.refresh();
    expect([titles().length, titles()[0], model.hasMore]).toEqual([40, 'scene-5000', true]);
    model.showMore();
    expect(titles()).toHaveLength(80);
    await model.refresh();
    expect(titles()).toHaveLength(80);
    model.level = 'scene';
    expect(titles()).toHaveLength(40);
  });
});

describe('work', () => {
  beforeEach(async () => {
    fillScribe(server);
    await model.refresh();
  });

  test('is followed while it goes on', async () => {
    const told = () => model.scribe.value?.jobs.map((job) => jobWords(job, 0));
    expect(told()?.[0]).toContain('3 of 5');
    server.scribe.jobs = [jobOf('coast', { state: 'running', done: 4, total: 5 })];
    model.followEvent({ kind: 'scribe-changed', data: { chat: 'coast' } });
    await vi.waitFor(() => expect(told()?.[0]).toContain('4 of 5'));
    server.scribe.jobs = [];
    model.followEvent({ kind: 'scribe-changed', data: { chat: 'coast' } });
    await vi.waitFor(() => expect(told()).toEqual([]));
  });

  test('is begun once with its focus, which is not kept for the next', async () => {
    model.focus = ' the siege ';
    await Promise.all([model.summarize(), model.summarize()]);
    expect([server.scribe.lastFocus, model.focus, model.isWorking]).toEqual(['the siege', '', false]);
    expect(model.scribe.value?.jobs.filter(({ chat }) => chat === 'coast')).toHaveLength(2);
    expect(model.outcome).toMatchObject({ kind: 'done', sentence: expect.stringContaining('at work') as string });
  });

  test('is stopped, also that of another chat, and what was done already is told', async () => {
    await model.cancel('keep');
    expect(model.outcome).toEqual({ kind: 'done', sentence: 'Stopped. What is written stays.' });
    expect(model.scribe.value?.jobs.map(({ chat }) => chat)).toEqual(['coast']);
    await model.cancel('keep');
    expect(model.outcome).toEqual({ kind: 'done', sentence: 'It was done already.' });
  });

  test('that is refused keeps the focus and says why', async () => {
    server.scribe.refusal = 'Everything in this chat is summed up already.';
    model.focus = 'the siege';
    await model.summarize();
    expect(model.outcome).toMatchObject({
      kind: 'failed',
      failure: { detail: 'Everything in this chat is summed up already.' },
    });
    expect(model.focus).toBe('the siege');
  });

  test('of a model that fails shows why, and that no model can be asked shows with the channel', async () => {
    expect(model.scribe.value?.jobs[1]).toMatchObject({ state: 'failed', tries: 5 });
    expect(model.scribe.value?.channel.complaint).toBeUndefined();
    server.scribe.channel = { state: 'no-connection', complaint: 'Choose a model.' };
    model.followEvent({ kind: 'channels-changed', data: {} });
    await vi.waitFor(() => expect(model.scribe.value?.channel.complaint).toBe('Choose a model.'));
  });

  test('cannot be begun without a connection, and what is shown stays', async () => {
    server.isOffline = true;
    await model.summarize();
    expect(model.outcome).toEqual({ kind: 'failed', failure: { kind: 'offline' } });
    expect([model.isWorking, titles(), model.scribe.phase]).toEqual([false, ['chapter-1'], 'ready']);
    expect(model.scribe.failure).toEqual({ kind: 'offline' });
    server.isOffline = false;
    await model.refresh();
    expect(model.scribe.failure).toBeUndefined();
  });
});

describe('a new chat', () => {
  beforeEach(async () => {
    fillScribe(server);
    await model.refresh();
  });

  test('begins with the recap, and it is said of what it does not tell', async () => {
    const copy = vi.fn();
    await model.recap(copy);
    expect(copy).toHaveBeenCalledWith(expect.stringContaining('Mara reached the quay'));
    expect(model.outcome).toBeUndefined();
  });

  test('begins with the decisions of this one, unless it has some of its own', async () => {
    await model.copyTo('keep');
    expect(server.scribe.copied).toEqual(['keep']);
    server.scribe.refusal = 'Something was decided for that chat already.';
    await model.copyTo('keep');
    expect(model.outcome).toMatchObject({ kind: 'failed' });
    expect(server.scribe.copied).toEqual(['keep']);
  });
});

test('after it is cleared nothing of before is left', async () => {
  fillScribe(server);
  await model.refresh();
  model.focus = 'x';
  model.level = 'scene';
  await model.summarize();
  model.clear();
  expect([model.chat, model.items, model.focus, model.outcome, model.scribe.phase, model.summaries.phase]).toEqual([
    ...[undefined, [], '', undefined, 'idle', 'idle'],
  ]);
});
