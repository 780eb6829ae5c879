import { describe, expect, test } from 'vitest';
import { BehavingModel } from '../../../tests/ai/ai-host';
import { scriptedModels } from '../../adapters/memory/scripted-models';
import { jsonOf, problemOf, testServer } from '../testing/test-server';

const summaries = JSON.stringify({ summaries: [1, 2, 3, 4].map((id) => ({ id, summary: `Summary ${String(id)}.` })) });

async function growing(answer = summaries) {
  const model = new BehavingModel(() => answer);
  const server = await testServer({ models: scriptedModels({ m: model }) });
  await server.engine.ai.change({
    channels: { search: { mode: 'direct', connection: 'test', model: 'm' } },
    connections: [{ id: 'test', name: 'Test', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9' }],
  });
  const token = await server.token('read', 'write', 'generate');
  const send = (path: string, body?: unknown, method?: string) =>
    server.send(`/v1/growth${path}`, {
      token,
      ...(body !== undefined && { body }),
      ...(method !== undefined && { method }),
    });
  const rested = async (id: string): Promise<Record<string, unknown>> => {
    for (let turn = 0; turn < 500; turn += 1) {
      const job = await jsonOf(await send(`/jobs/${id}`));
      if (job['state'] !== 'running' && job['state'] !== 'waiting') return job;
      server.time.advance(500);
      await new Promise((resolve) => setImmediate(resolve));
    }
    throw new Error('The job did not come to rest.');
  };
  return { server, token, send, rested };
}

describe('work on the lore over REST', () => {
  test('is estimated, begun, followed and linked to its proposals', async () => {
    const { server, token, send, rested } = await growing();
    expect(await jsonOf(await send(''))).toMatchObject({
      entries: 4,
      withoutSummary: 4,
      chats: [],
      every: 0,
      tools: [
        { tool: 'new-lore', channel: 'suggest', state: 'usable', model: 'm' },
        { tool: 'keys', channel: 'keys' },
        { tool: 'summaries', channel: 'scribe' },
        { tool: 'review', channel: 'librarian' },
      ],
    });
    expect(await jsonOf(await send('/estimate', { tool: 'summaries' }))).toMatchObject({
      entries: 4,
      requests: 1,
      warnings: [],
    });
    const begun = await send('/jobs', { tool: 'summaries', scope: { folder: 'Lore' } });
    expect(begun.status).toBe(202);
    const { id } = (await jsonOf(begun)) as { id: string };
    const job = await rested(id);
    expect(job).toMatchObject({ state: 'done', steps: 1, done: 1, proposals: 3, failed: 0, input: 100, output: 10 });
    const [result] = job['results'] as { kind: string; proposal: string }[];
    expect(await jsonOf(await server.send(`/v1/proposals/${result?.proposal ?? ''}`, { token }))).toMatchObject({
      status: 'open',
      origin: { tool: 'summarize', session: id },
    });
    expect(await jsonOf(await send('/jobs'))).toMatchObject({ items: [{ id, tool: 'summaries' }] });
    expect(await jsonOf(await send(`/jobs/${id}`, undefined, 'DELETE'))).toEqual({ id });
    expect((await send(`/jobs/${id}`)).status).toBe(404);
  });

  test('that comes to nothing is refused with a sentence', async () => {
    const { send } = await growing();
    for (const path of ['/estimate', '/jobs']) {
      const refused = await send(path, { tool: 'new-lore', chat: 'unknown' });
      expect(refused.status).toBe(409);
      expect(await problemOf(refused)).toMatchObject({
        code: 'not_done',
        detail: expect.stringContaining('Nothing of this chat is kept') as string,
      });
    }
  });

  test('that cannot be read is paused, resumed and canceled', async () => {
    const { server, send, rested } = await growing('{"summaries":[]}');
    await server.engine.ai.change({ channels: { scribe: { dailyTokens: 1 } } });
    const { id } = (await jsonOf(await send('/jobs', { tool: 'summaries' }))) as { id: string };
    expect(await rested(id)).toMatchObject({
      state: 'paused',
      sentence: expect.stringContaining('daily limit') as string,
    });
    await send(`/jobs/${id}/resume`, undefined, 'POST');
    expect(await rested(id)).toMatchObject({ state: 'paused' });
    expect(await jsonOf(await send(`/jobs/${id}/cancel`, undefined, 'POST'))).toMatchObject({
      state: 'canceled',
      results: [],
    });
    expect((await send('/jobs/unknown/pause', undefined, 'POST')).status).toBe(404);
  });

  test.each([
    [{ tool: 'dance' }],
    [{ tool: 'new-lore' }],
    [{ tool: 'keys', scope: { entries: 'all' } }],
    [{ tool: 'review', question: 'x'.repeat(5_000) }],
  ])('refuses %j as malformed', async (body) => {
    const { send } = await growing();
    expect((await send('/jobs', body)).status).toBe(400);
  });

  test('tells clients of each step', async () => {
    const { server, token, send, rested } = await growing();
    const first = (await jsonOf(await server.send('/v1/stream?client=panel&wait=0', { token }))) as { next: number };
    const { id } = (await jsonOf(await send('/jobs', { tool: 'summaries' }))) as { id: string };
    await rested(id);
    const { events } = (await jsonOf(
      await server.send(`/v1/stream?client=panel&wait=0&since=${String(first.next)}`, { token }),
    )) as {
      events: { kind: string; data: unknown }[];
    };
    expect(events).toContainEqual(expect.objectContaining({ kind: 'growth-changed', data: { job: id } }));
  });
});
