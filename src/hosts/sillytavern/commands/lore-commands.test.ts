import { afterEach, describe, expect, test } from 'vitest';
import { commandStage, type CommandStage } from './testing/command-stage';

const notes = { 'Keep.md': '---\ntags: [lorebook]\nkeys: [keep]\n---\nThe keep is silver.\n' };

let stage: CommandStage;

afterEach(() => stage.stop());

const asking: readonly (readonly [name: string, text: string])[] = [
  ['lorehearth-pin', 'Keep'],
  ['lorehearth-unpin', 'Keep'],
  ['lorehearth-block', 'Keep'],
  ['lorehearth-unblock', 'Keep'],
  ['lorehearth-context', 'era=past'],
  ['lorehearth-books', 'attach People'],
  ['lorehearth-notebook', 'Text.'],
  ['lorehearth-gap', 'Salt Guild'],
  ['lorehearth-scribe', 'the siege'],
  ['lorehearth-recap', ''],
  ['lorehearth-refresh', ''],
  ['lorehearth', ''],
  ['lorehearth-why', 'Keep'],
];
const ofChats = asking.filter(([name]) => !['lorehearth', 'lorehearth-refresh'].includes(name));

describe('every command', () => {
  test.each(asking)('/%s says when no server is there', async (name, text) => {
    stage = await commandStage(notes);
    stage.goOffline();
    expect(await stage.run(name, text)).toBe('');
    expect(stage.said()).toMatch(/^warning: Not reachable\. Nothing answers at .* Open Obsidian with Lorehearth/);
  });

  test.each(asking)('/%s says when the page is not paired', async (name, text) => {
    stage = await commandStage(notes, { token: '' });
    expect(await stage.run(name, text)).toBe('');
    expect(stage.said()).toMatch(/^warning: Not paired\. .* press Pair\.$/);
  });

  test.each(asking)('/%s says when the token is not accepted', async (name, text) => {
    stage = await commandStage(notes, { token: 'old' });
    expect(await stage.run(name, text)).toBe('');
    expect(stage.said()).toMatch(/^warning: Token not accepted\. .* Pair again\.$/);
  });

  test.each(ofChats)('/%s says when no chat is open', async (name, text) => {
    stage = await commandStage(notes);
    stage.tavern.chatId = undefined;
    expect(await stage.run(name, text)).toBe('');
    expect(stage.said()).toBe('warning: No chat is open. Open one and try again.');
    expect(stage.tavern.chatMetadata).toEqual({});
  });
});

test('the token’s lack of a scope is told', async () => {
  stage = await commandStage(notes);
  stage.tavern.extensionSettings['lorehearth'] = { token: await stage.server.token('generate', 'read') };
  await stage.run('lorehearth-pin', 'Keep');
  expect(stage.said()).toBe('warning: This page’s token does not allow that. Pair again in the Lorehearth settings.');
});

test('a failure of the server is told', async () => {
  stage = await commandStage(notes);
  Object.assign(stage.server.engine, { changeChat: () => Promise.reject(new Error('disk')) });
  await stage.run('lorehearth-pin', 'Keep');
  expect(stage.said()).toMatch(/^warning: \S/);
  expect(stage.said()).not.toContain('disk');
});

test('the vault is read again on demand', async () => {
  stage = await commandStage(notes);
  expect(await stage.run('lorehearth-refresh')).toBe('1');
  expect(stage.said()).toBe('Vault was read again: 1 entry.');
});

test('help is markup only where it is ours', async () => {
  stage = await commandStage(notes);
  const help = stage.commands['lorehearth-context']?.helpString ?? '';
  expect(help).toContain('<code>/lorehearth-context location=&#34;Silver Keep, North Gate&#34;</code>');
});

test('the names are asked once when the server is found, and again only when they are old', async () => {
  stage = await commandStage(notes);
  await stage.bridge.link.search();
  stage.offered('lorehearth-pin', 'k');
  stage.offered('lorehearth-pin', 'ke');
  expect(stage.requests.filter((request) => request.includes('entry-names'))).toHaveLength(1);
});

test('the commands go when the extension does, but not those of others', async () => {
  stage = await commandStage(notes);
  expect(Object.keys(stage.commands)).toHaveLength(14);
  const others = { ...stage.commands['lorehearth']! };
  stage.commands['lorehearth'] = others;
  stage.stop();
  expect(stage.commands).toEqual({ lorehearth: others });
});
