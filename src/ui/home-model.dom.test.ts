import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleEntries } from '../../tests/browser/support/scripted-lore';
import { scriptedPreview } from '../../tests/browser/support/scripted-preview';
import { adminToken, readToken, ScriptedServer } from '../../tests/browser/support/scripted-server';
import { createClient } from '../server/client';
import { HomeModel } from './home-model.svelte';

function setUp(token = adminToken) {
  const server = new ScriptedServer();
  const model = new HomeModel(createClient({ fetch: server.fetch, base: 'http://lore.test', token: () => token }));
  return { server, model };
}

describe('HomeModel', () => {
  it('has the state of the server after a refresh', async () => {
    const { model } = setUp();
    expect(model.status.phase).toBe('idle');
    await model.refresh();
    expect(model.status.value?.entries).toBe(sampleEntries.length);
  });

  it('keeps the last state while the server is away, and says so', async () => {
    const { model, server } = setUp();
    await model.refresh();
    server.isOffline = true;
    await model.refresh();
    expect(model.isOffline).toBe(true);
    expect(model.status.value?.vault).toBe('demo-vault');
  });

  it('loads the trace of the last turn once', async () => {
    const { model, server } = setUp();
    server.lastTurn = { ...scriptedPreview(sampleEntries, 'A bell').trace, id: 'g1' };
    await model.refresh();
    await model.refresh();
    expect(model.lastTurn.value?.id).toBe('g1');
    expect(server.requests.filter((request) => request.includes('/v1/generations/'))).toHaveLength(1);
  });

  it('marks a change of the index and nothing else', async () => {
    const { model, server } = setUp();
    await model.refresh();
    const before = model.indexMark;
    server.status = { clients: [{ name: 'SillyTavern', scopes: ['read'] }] };
    await model.refresh();
    expect(model.indexMark).toBe(before);
    server.entries = sampleEntries.slice(1);
    await model.refresh();
    expect(model.indexMark).not.toBe(before);
  });

  it('approves a waiting pairing and takes it off the list', async () => {
    const { model, server } = setUp();
    server.pairings = [{ id: 'p', code: '731904', client: 'SillyTavern', expiresAt: 1 }];
    await model.refresh();
    const [waiting] = model.pairings.waiting;
    await model.pairings.decide(waiting!, 'approve');
    expect(server.pairings[0]?.decision).toBe('approve');
    expect(model.pairings.waiting).toEqual([]);
    expect(model.pairings.outcome).toBe('SillyTavern may connect.');
  });

  it('stops asking for pairings when the token is no admin token', async () => {
    const { model, server } = setUp(readToken);
    await model.refresh();
    await model.refresh();
    expect(model.pairings.isAllowed).toBe(false);
    expect(server.requests.filter((request) => request.includes('/v1/pairings'))).toHaveLength(1);
  });

  describe('watching', () => {
    beforeEach(() => vi.useFakeTimers());
    afterEach(() => vi.useRealTimers());

    it('asks again and again until it is paused', async () => {
      const { model, server } = setUp();
      const asked = (): number => server.requests.filter((request) => request.endsWith('/v1/status')).length;
      model.resume();
      await vi.advanceTimersByTimeAsync(100);
      expect(asked()).toBe(1);
      await vi.advanceTimersByTimeAsync(8_000);
      expect(asked()).toBe(3);
      model.pause();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(asked()).toBe(3);
    });
  });
});
