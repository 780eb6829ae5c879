import { describe, expect, it, vi } from 'vitest';
import { fillAi } from '../../tests/browser/support/ai-world';
import { adminToken, ScriptedServer } from '../../tests/browser/support/scripted-server';
import { createClient } from '../server/client';
import { TryTextModel } from './try-text-model.svelte';

function setUp() {
  const server = new ScriptedServer();
  const client = createClient({ fetch: server.fetch, base: 'http://lore.test', token: () => adminToken });
  return { server, model: new TryTextModel(client) };
}

async function tried(text: string) {
  const both = setUp();
  both.model.text = text;
  await both.model.run();
  return both;
}

const marked = (model: TryTextModel): readonly string[] =>
  model.marks.map(({ start, end }) => model.text.slice(start, end));

describe('TryTextModel', () => {
  it('asks for the text after a pause, once', async () => {
    const { model, server } = setUp();
    for (const text of ['A', 'A b', 'A bell']) model.text = text;
    expect(model.isStale).toBe(true);
    await vi.waitFor(() => expect(model.isStale).toBe(false));
    expect(server.requests).toEqual(['POST /v1/preview']);
    expect(marked(model)).toEqual(['bell']);
  });

  it('moves the marks along while the answer to an edit is awaited', async () => {
    const { model } = await tried('A bell rang.');
    model.text = 'Then a bell rang.';
    expect(model.isStale).toBe(true);
    expect(marked(model)).toEqual(['bell']);
    model.text = 'A belt rang.';
    expect(marked(model)).toEqual([]);
  });

  it('points at the entries that answer to the word at the cursor', async () => {
    const { model } = await tried('A bell rang.');
    model.pointAt(4);
    expect(model.pointed).toEqual(['id-the-drowned-bell']);
    model.pointAt(11);
    expect(model.pointed).toEqual([]);
  });

  it('asks the AI only when it is told to, and only where it has a say', async () => {
    const { model, server } = await tried('A bell rang.');
    expect([model.isAiMode, server.lastPreview]).toEqual([false, { text: 'A bell rang.' }]);
    fillAi(server);
    await model.run();
    expect([model.isAiMode, model.preview?.answer.summary.ai?.outcome]).toEqual([true, 'skipped']);
    model.asksAi = true;
    await vi.waitFor(() => expect(model.preview?.answer.summary.ai?.outcome).toBe('chosen'));
    expect(server.lastPreview).toEqual({ text: 'A bell rang.', ai: true });
  });

  it('asks the AI about an edit only after a longer pause', async () => {
    const { model, server } = await tried('A bell rang.');
    fillAi(server);
    model.asksAi = true;
    await vi.waitFor(() => expect(model.isLoading).toBe(false));
    vi.useFakeTimers();
    const before = server.requests.length;
    model.text = 'A bell rang twice.';
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.requests.length).toBe(before);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.requests.length).toBe(before + 1);
    vi.useRealTimers();
  });

  it('forgets everything with the text', async () => {
    const { model } = await tried('A bell rang.');
    model.text = '  ';
    expect([model.isEmpty, model.view, model.phase]).toEqual([true, undefined, 'idle']);
  });

  it('keeps the last answer when the next one fails', async () => {
    const { model, server } = await tried('A bell rang.');
    server.refusal = { status: 500, detail: 'Out of order.' };
    await model.run();
    expect(model.failure).toMatchObject({ detail: 'Out of order.' });
    expect(model.view?.groups.length).toBeGreaterThan(0);
  });

  it('writes an example that wakes something', async () => {
    const { model } = setUp();
    await model.useExample();
    await vi.waitFor(() => expect(model.view).toBeDefined());
    expect(model.marks.length).toBeGreaterThan(0);
  });

  it('writes no example when there is no lore', async () => {
    const { model, server } = setUp();
    server.entries = [];
    await model.useExample();
    expect(model.isEmpty).toBe(true);
  });
});
