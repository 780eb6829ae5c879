import { expect, test } from 'vitest';
import { jsonOf, testServer } from '../testing/test-server';

test('a refresh answers when the vault is read, with what it holds', async () => {
  let isRead = false;
  const refresh = async (): Promise<void> => {
    await Promise.resolve();
    isRead = true;
  };
  const server = await testServer({ engine: { refresh } });
  const response = await server.send('/v1/refresh', { method: 'POST', token: await server.token('write') });
  expect(isRead).toBe(true);
  expect(await jsonOf(response)).toEqual({
    vault: 'Vault',
    index: { kind: 'ready' },
    entries: 4,
    quarantined: 0,
    skipped: 1,
    problems: { error: 0, warning: 0, info: expect.any(Number) as number },
  });
});

test.each([
  ['keywords', false],
  ['two-stage', true],
])('with %s the status says how long the next request should wait: %s', async (selectionMode, waits) => {
  const server = await testServer({ settings: { selectionMode } });
  const status = (await jsonOf(await server.send('/v1/status', { token: await server.token('read') }))) as {
    wants: { messages: number; deadlineMs?: number };
  };
  expect(status.wants.messages).toBeGreaterThan(0);
  expect(status.wants.deadlineMs).toBe(waits ? 21_000 : undefined);
});
