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
