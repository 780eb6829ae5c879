import { afterEach, beforeEach, expect, test } from 'vitest';
import { isChatEnabled } from '../chat-identity';
import { commandStage, type CommandStage } from './testing/command-stage';

const notes = { 'Keep.md': '---\ntags: [lorebook]\nkeys: [keep]\n---\nThe keep is silver.\n' };

let stage: CommandStage;

beforeEach(async () => {
  stage = await commandStage(notes);
});
afterEach(() => stage.stop());

test('the status names server, vault, entries and the last reply', async () => {
  const before = await stage.run('lorehearth');
  expect(before).toBe(
    'Connected to http://127.0.0.1:27673. Vault Vault: 1 entry. Lore is on for this chat. There is no reply yet.',
  );
  await stage.tavern.send('Where is the keep?');
  expect(await stage.run('lorehearth')).toMatch(/The last reply got 1 entry, \d+ tokens\.$/);
  expect(stage.said()).toContain('1 entry');
});

test('lore is switched off and on for the chat', async () => {
  expect(await stage.run('lorehearth', 'off')).toBe('off');
  expect(stage.said()).toContain('Undo: /lorehearth on');
  expect(isChatEnabled(stage.tavern.context())).toBe(false);
  await stage.tavern.send('Where is the keep?');
  expect(stage.tavern.prompts.at(-1)).not.toContain('silver');
  expect(await stage.run('lorehearth')).toContain('Lore is off for this chat.');
  expect(await stage.run('lorehearth', 'ON')).toBe('on');
  await stage.tavern.send('Where is the keep?');
  expect(stage.tavern.prompts.at(-1)).toContain('silver');
  expect(stage.switches()).toBe(2);
});

test('anything else is refused, but what another command hands on', async () => {
  expect(await stage.run('lorehearth', 'maybe')).toBe('');
  expect(stage.said()).toContain('“maybe” is neither on nor off.');
  expect(await stage.run('lorehearth', '', {}, 'Silver Keep')).toContain('Connected to');
});
