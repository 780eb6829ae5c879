import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { commandStage, type CommandStage } from './testing/command-stage';

let stage: CommandStage;

beforeEach(async () => {
  stage = await commandStage({});
});
afterEach(() => {
  vi.restoreAllMocks();
  stage.stop();
});

test('the story of the open chat is handed on as it is, and shown in a window unless it is quiet', async () => {
  const text = 'Mara left.\n\nShe came back: "late", she said | {{user}} waits.';
  const recap = vi.spyOn(stage.server.engine.scribe, 'recap').mockResolvedValue({ text, parts: [], untold: 2 });
  expect(await stage.run('lorehearth-recap', '', { quiet: 'true' })).toBe(text);
  expect(recap).toHaveBeenCalledWith((stage.tavern.chatMetadata['lorehearth'] as { id: string }).id);
  expect(stage.toasts).toEqual([]);
});

test('a text that the command before handed on changes nothing', async () => {
  vi.spyOn(stage.server.engine.scribe, 'recap').mockResolvedValue({ text: 'Mara left.', parts: [], untold: 0 });
  expect(await stage.run('lorehearth-recap', '', { quiet: 'true' }, 'Something else')).toBe('Mara left.');
});

test('where nothing is summed up it says what to do and hands nothing on', async () => {
  expect(await stage.run('lorehearth-recap')).toBe('');
  expect(stage.said()).toBe('Nothing of this chat is summed up yet. Let the Scribe do it: /lorehearth-scribe');
});

test('the chat is told of before, where it is shared, so that what is not summed up is counted', async () => {
  await stage.run('lorehearth-recap');
  const id = (stage.tavern.chatMetadata['lorehearth'] as { id: string }).id;
  expect(stage.requests.slice(-2)).toEqual([`PUT /v1/chats/${id}/transcript`, `GET /v1/chats/${id}/recap`]);
});

test('a chat that is not shared is asked for all the same, and nothing of it is sent', async () => {
  stage.bridge.settings.change({ shareChat: false });
  stage.requests.length = 0;
  await stage.run('lorehearth-recap');
  expect(stage.requests).toEqual([expect.stringMatching(/^GET .*\/recap$/)]);
});

test('a failure of the server is told', async () => {
  vi.spyOn(stage.server.engine.scribe, 'recap').mockRejectedValue(new Error('disk'));
  expect(await stage.run('lorehearth-recap')).toBe('');
  expect(stage.said()).toMatch(/^warning: \S/);
  expect(stage.said()).not.toContain('disk');
});
