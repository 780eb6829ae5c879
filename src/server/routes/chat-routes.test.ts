import { expect, test } from 'vitest';
import { testServer } from '../testing/test-server';

test('the notebook of a chat has the place that the chat gives it, and that of the settings once this is taken back', async () => {
  const server = await testServer();
  const token = await server.token('write', 'generate');
  const change = async (notebook: object): Promise<unknown> => {
    const reply = await server.send('/v1/chats/c', { method: 'PATCH', token, body: { notebook } });
    return ((await reply.json()) as { notebook: unknown }).notebook;
  };
  const place = async (): Promise<unknown> => {
    const body = { chat: { id: 'c' }, messages: [] };
    const reply = await server.send('/v1/generations', { token, body });
    return ((await reply.json()) as { injections: unknown }).injections;
  };
  expect(await change({ text: 'The storm is near.' })).toEqual({ text: 'The storm is near.' });
  const usual = { key: 'lorehearth/notebook', position: 'in_chat', depth: 4, role: 'system' };
  const words = { text: 'The storm is near.', tokens: 5, entries: [] };
  expect(await place()).toEqual([{ ...usual, ...words }]);
  expect(await change({ position: 'before', depth: 1 })).toEqual({
    text: 'The storm is near.',
    position: 'before',
    depth: 1,
  });
  expect(await place()).toEqual([{ key: 'lorehearth/notebook', position: 'before', ...words }]);
  expect(await change({ position: null })).toEqual({ text: 'The storm is near.', depth: 1 });
  expect(await place()).toEqual([{ ...usual, depth: 1, ...words }]);
});
