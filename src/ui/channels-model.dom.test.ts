import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fillAi } from '../../tests/browser/support/ai-world';
import { adminToken, readToken, ScriptedServer } from '../../tests/browser/support/scripted-server';
import { createClient } from '../server/client';
import type { Channel } from './ai/ai-types';
import { ChannelsModel } from './channels-model.svelte';

function setUp(token = adminToken) {
  const server = new ScriptedServer();
  fillAi(server);
  const client = createClient({ fetch: server.fetch, base: 'http://lore.test', token: () => token });
  const model = new ChannelsModel(client, { triedText: () => '', lastChat: () => undefined });
  const channel = (id: string): Channel => model.overview.value!.channels.find((one) => one.id === id)!;
  return { server, model, channel };
}

async function loaded() {
  const parts = setUp();
  await parts.model.refresh();
  return parts;
}

describe('ChannelsModel', () => {
  it('shows what the server knows of channels, connections and states', async () => {
    const { model, channel } = await loaded();
    expect(model.connections.all.map(({ id, hasKey }) => [id, hasKey])).toEqual([
      ['openrouter', true],
      ['lm-studio', false],
    ]);
    expect(channel('scribe').origins['model']).toBe('search');
    expect(channel('librarian').complaint).toContain('Choose a model');
  });

  it('says that a token may not see it', async () => {
    const { model } = setUp(readToken);
    await model.refresh();
    expect(model.overview.loaded.failure).toMatchObject({ kind: 'refused', status: 403 });
  });

  it('sets a value at once, and unsets it', async () => {
    const { model, channel, server } = await loaded();
    await model.set(channel('scribe'), 'maxTokens', 300);
    expect([channel('scribe').maxTokens, server.ai.settings.channels.scribe]).toEqual([300, { maxTokens: 300 }]);
    await model.set(channel('scribe'), 'maxTokens', null);
    expect(server.ai.settings.channels.scribe).toEqual({});
  });

  it('takes no connection for a profile when the mode changes, and keeps it while the channel is off', async () => {
    const { model, channel, server } = await loaded();
    await model.setMode(channel('search'), 'off');
    expect(server.ai.settings.channels.search).toMatchObject({ mode: 'off', connection: 'openrouter' });
    await model.setMode(channel('search'), 'sillytavern');
    expect(server.ai.settings.channels.search).toEqual({ mode: 'sillytavern', dailyTokens: 200_000 });
    expect(channel('search').complaint).toContain('Choose a connection profile');
  });

  it('keeps what is wrong beside its setting until that is corrected', async () => {
    const { model, channel } = await loaded();
    await model.set(channel('search'), 'temperature', 9);
    expect(model.problemOf(channel('search'), 'temperature')).toBe('The temperature is a number from 0 to 2.');
    expect(model.problemOf(channel('scribe'), 'temperature')).toBeUndefined();
    await model.set(channel('search'), 'temperature', 0.7);
    expect(model.problemOf(channel('search'), 'temperature')).toBeUndefined();
  });

  it('sends two changes one after the other, and loses neither', async () => {
    const { model, channel, server } = await loaded();
    server.delayMs = 5;
    const both = [model.set(channel('keys'), 'mode', 'inherit'), model.set(channel('keys'), 'maxTokens', 99)];
    await model.overview.refresh();
    await Promise.all(both);
    expect(channel('keys').own).toEqual({ mode: 'inherit', maxTokens: 99 });
    expect(server.requests.slice(-2)).toEqual(['PATCH /v1/channels', 'PATCH /v1/channels']);
  });

  it('keeps what it showed when the server goes away', async () => {
    const { model, channel, server } = await loaded();
    server.isOffline = true;
    await model.overview.refresh();
    expect([model.overview.loaded.failure?.kind, channel('search').label]).toEqual(['offline', 'AI Search']);
    await model.set(channel('search'), 'model', 'other');
    expect(model.problemOf(channel('search'), 'model')).toContain('Check that Lorehearth is running');
  });

  it('forgets everything with the token', async () => {
    const { model } = await loaded();
    model.selection.write('Mine', '');
    model.clear();
    expect([model.overview.value, model.selection.rows, model.selection.draft]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  describe('while somebody looks', () => {
    beforeEach(() => vi.useFakeTimers());
    afterEach(() => vi.useRealTimers());

    it('asks again and again', async () => {
      const { model, server } = setUp();
      model.resume();
      await vi.advanceTimersByTimeAsync(11_000);
      model.pause();
      await vi.advanceTimersByTimeAsync(20_000);
      expect(server.requests.filter((one) => one === 'GET /v1/channels')).toHaveLength(3);
      expect(server.requests.filter((one) => one === 'GET /v1/settings')).toHaveLength(1);
    });
  });
});

describe('the test of a channel', () => {
  it('says how it went, and brings new states', async () => {
    const { model, server } = await loaded();
    const test = model.testOf('search');
    await test.run();
    expect(test.step).toEqual({ kind: 'done', isOk: true, sentence: 'The model answers.', milliseconds: 840 });
    await vi.waitFor(() => expect(server.requests.at(-1)).toBe('GET /v1/channels'));
  });

  it('counts its seconds and can be stopped', async () => {
    const { model, server } = await loaded();
    vi.useFakeTimers();
    server.ai.testMs = 10_000;
    const test = model.testOf('search');
    const run = test.run();
    await vi.advanceTimersByTimeAsync(3_100);
    expect([test.step.kind, test.seconds]).toEqual(['running', 3]);
    test.cancel();
    await vi.advanceTimersByTimeAsync(20_000);
    await run;
    expect([test.step.kind, test.seconds]).toEqual(['cancelled', 3]);
    vi.useRealTimers();
  });

  it('passes a refusal on', async () => {
    const { model, server } = await loaded();
    server.refusal = { status: 500, detail: 'Out of order.' };
    const test = model.testOf('keys');
    await test.run();
    expect(test.step).toMatchObject({ kind: 'failed', failure: { detail: 'Out of order.' } });
  });
});
