import { expect, it, vi } from 'vitest';
import { testServer } from '../server/testing/test-server';
import { createClient } from '../server/client';
import type { PanelEvent } from './panel-model';
import { followServer } from './server-events';

it('tells what happens on the server until it is ended, and takes no jobs', async () => {
  const server = await testServer();
  const client = createClient({ fetch: server.app.inProcess, base: 'http://lore.test', token: () => '' });
  const ending = new AbortController();
  const events: PanelEvent[] = [];
  const following = followServer(client, (event) => events.push(event), ending.signal);
  await vi.waitFor(async () => {
    await server.engine.refresh();
    expect(events).toContainEqual({ kind: 'index-changed', data: {} });
  });
  expect(server.engine.relay.clients).toBe(0);
  ending.abort();
  await following;
});

it('gives up where the token does not allow it', async () => {
  let asked = 0;
  const fetch = () => Promise.resolve(new Response('{}', { status: (asked += 1) > 0 ? 403 : 200 }));
  const client = createClient({ fetch, base: 'http://lore.test', token: () => '' });
  await followServer(client, () => undefined, new AbortController().signal);
  expect(asked).toBe(1);
});
