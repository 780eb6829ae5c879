import { expect, test } from 'vitest';
import { testServer } from './testing/test-server';

const newer = { chats: { version: 99, chats: [] }, graph: { version: 99, places: [['a', 1, 2]] } };

test('what a newer version stored is told of in the status, the doctor and the health report', async () => {
  const { send, token } = await testServer({ documents: newer });
  const admin = await token('admin', 'read', 'write');
  await send('/v1/graph/layout', { token: admin });
  const { documents } = (await (await send('/v1/status', { token: admin })).json()) as {
    documents: { name: string }[];
  };
  expect(documents).toContainEqual({
    name: 'chats',
    kind: 'newer',
    sentence: expect.stringContaining('newer version of Lorehearth wrote the decisions made for chats') as string,
  });
  const { checks } = (await (await send('/v1/doctor', { token: admin })).json()) as { checks: { id: string }[] };
  expect(checks.find(({ id }) => id === 'documents')).toMatchObject({ state: 'warning' });
  const report = JSON.stringify(await (await send('/v1/health-report', { token: admin })).json());
  expect(report).toContain('document-newer');
});

test('changing it is refused in words, and nothing of it is lost', async () => {
  const { send, token, store } = await testServer({ documents: newer });
  const writer = await token('read', 'write');
  const before = store.text('chats');
  const answer = await send('/v1/chats/c', { method: 'PATCH', token: writer, body: { notebook: { text: 'Mine.' } } });
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({
    code: 'read_only',
    detail: expect.stringContaining('until Lorehearth is updated') as string,
  });
  expect(store.text('chats')).toBe(before);
});

test('where everything can be read, nothing is told', async () => {
  const { send, token } = await testServer();
  const status: unknown = await (await send('/v1/status', { token: await token('read') })).json();
  expect(status).not.toHaveProperty('documents');
});
