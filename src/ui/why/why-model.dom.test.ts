import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleEntries } from '../../../tests/browser/support/scripted-lore';
import { adminToken, ScriptedServer } from '../../../tests/browser/support/scripted-server';
import { turnOf } from '../../../tests/browser/support/why-world';
import { createClient } from '../../server/client';
import { WhyModel } from './why-model.svelte';

const first = turnOf(sampleEntries, 'Maren and the bell', { turn: 2 });
const second = turnOf(sampleEntries, 'The ferry road and the toll', { turn: 4 });
const other = turnOf(sampleEntries, 'A bell', { turn: 9, id: 'g-other', chat: 'other', chatName: 'Other', at: 1 });

function setUp(...traces: ScriptedServer['turns']['traces']) {
  const server = new ScriptedServer();
  server.turns.traces = traces;
  const model = new WhyModel(createClient({ fetch: server.fetch, base: 'http://lore.test', token: () => adminToken }));
  const asked = (path: string): number => server.requests.filter((request) => request.includes(path)).length;
  return { server, model, asked };
}

describe('the turn that is shown', () => {
  it('is the newest, with the turn before it', async () => {
    const { model } = setUp(second, first, other);
    await model.refresh();
    expect([model.trace.value?.id, model.previous.value?.id, model.isLive]).toEqual(['g-4', 'g-2', true]);
    expect(model.diff?.went.map(({ title }) => title)).toEqual(['Maren Tull', 'The drowned bell']);
  });

  it('follows new turns, and asks for nothing twice', async () => {
    const { model, server, asked } = setUp(first);
    await model.refresh();
    await model.refresh();
    expect([asked('/v1/generations/g-2'), asked('/v1/generations?')]).toEqual([1, 1]);
    server.turns.traces = [second, first];
    model.followEvent({ kind: 'generation-finished', data: {} });
    await vi.waitFor(() => expect(model.trace.value?.id).toBe('g-4'));
    expect(model.history.heads.value).toHaveLength(2);
  });

  it('is loaded again when the client has said what reached the prompt', async () => {
    const { model, server } = setUp(first);
    await model.refresh();
    const delivery = first.injections.map(({ key }) => ({
      key,
      outcome: 'undelivered' as const,
      place: '',
      cause: '',
    }));
    server.turns.traces = [{ ...first, delivery }];
    await model.refresh();
    expect(model.trace.value?.delivery).toHaveLength(delivery.length);
  });

  it('stays when another was chosen, until the newest is followed again', async () => {
    const { model, server } = setUp(first);
    await model.refresh();
    await model.choose('g-2');
    server.turns.traces = [second, first];
    await model.refresh();
    expect([model.trace.value?.id, model.isLive, model.place]).toEqual(['g-2', false, { generation: 'g-2' }]);
    await model.choose(undefined);
    expect(model.trace.value?.id).toBe('g-4');
  });

  it('stays while the server is away', async () => {
    const { model, server } = setUp(first);
    await model.refresh();
    server.isOffline = true;
    await model.refresh();
    expect([model.failure?.kind, model.trace.value?.id]).toEqual(['offline', 'g-2']);
    server.isOffline = false;
    await model.refresh();
    expect(model.failure).toBeUndefined();
  });

  it('is said to be gone when it is not kept any more, and keeps what was loaded', async () => {
    const { model, server } = setUp(second, first);
    await model.refresh();
    await model.choose('g-2');
    expect(model.isGone).toBe(false);
    server.turns.traces = [second];
    await model.refresh();
    expect([model.isGone, model.trace.value?.id]).toEqual([true, 'g-2']);
  });

  it('is none before the first turn', async () => {
    const { model } = setUp();
    await model.refresh();
    expect([model.history.isEmpty, model.trace.phase]).toEqual([true, 'idle']);
  });
});

describe('a chat', () => {
  it('can be chosen, and its newest turn is followed', async () => {
    const { model } = setUp(second, first, other);
    await model.refresh();
    await model.chooseChat('other');
    expect([model.trace.value?.id, model.history.heads.value?.length, model.isLive]).toEqual(['g-other', 1, true]);
    await model.chooseChat('');
    expect(model.trace.value?.id).toBe('g-4');
  });
});

describe('a link', () => {
  it('opens a turn and the entry in it, in whatever chat that is', async () => {
    const { model } = setUp(second, first, other);
    model.show({ generation: 'g-other', entry: 'id-the-drowned-bell' });
    await model.refresh();
    expect([model.trace.value?.id, model.history.chat?.id, model.view]).toEqual(['g-other', 'other', 'injected']);
    expect([...model.opened]).toEqual(['id-the-drowned-bell']);
  });

  it('points at refused entries among the refused', async () => {
    const { model } = setUp(second);
    await model.refresh();
    model.show({ entry: 'id-old-ferry-road' });
    expect([model.view, model.pointed]).toEqual(['refused', 'id-old-ferry-road']);
  });

  it('to an entry that is not in the turn asks why not', async () => {
    const { model } = setUp(second);
    await model.refresh();
    model.show({ entry: 'id-maren-tull' });
    await vi.waitFor(() => expect(model.whyNot.answer.value?.explanation.isInjected).toBe(false));
    expect(model.whyNot.picked?.title).toBe('Maren Tull');
  });

  it('to a turn that is not kept says so, and asks for it once', async () => {
    const { model, asked } = setUp(first);
    model.show({ generation: 'gone' });
    await model.refresh();
    await model.refresh();
    expect([model.isGone, model.trace.value, asked('/v1/generations/gone')]).toEqual([true, undefined, 1]);
  });

  it('asks for nothing before the panel is seen', () => {
    const { model, server } = setUp(first);
    model.show({ generation: 'g-2', entry: 'id-maren-tull' });
    expect(server.requests).toEqual([]);
  });
});

describe('watching', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('asks again and again, and stops', async () => {
    const { model, asked } = setUp(first);
    model.resume();
    await vi.advanceTimersByTimeAsync(6_000);
    const times = asked('/v1/generation-chats');
    expect(times).toBeGreaterThan(1);
    model.pause();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked('/v1/generation-chats')).toBe(times);
  });
});
