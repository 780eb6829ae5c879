import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandStage, type CommandStage } from './testing/command-stage';

const lore = '---\ntags: [lorebook]\n---\nText.\n';

let stage: CommandStage;

beforeEach(async () => {
  stage = await commandStage({ 'Places/North Coast/Keep.md': lore, 'People/Ilse.md': lore });
});
afterEach(() => stage.stop());

const run = (text = '') => stage.run('lorehearth-books', text);

test('a folder is attached as the vault writes it, and taken off', async () => {
  expect(await run('attach "places/north coast/"')).toBe('Places/North Coast');
  expect(stage.said()).toBe(
    '“Places/North Coast” is attached. This chat uses only what lies in “Places/North Coast”. Undo: /lorehearth-books detach Places/North Coast',
  );
  expect(await run('attach People')).toBe('Places/North Coast\nPeople');
  expect(stage.decisions().books).toEqual(['Places/North Coast', 'People']);
  expect(await run('detach places/north coast')).toBe('People');
  expect(await run('clear')).toBe('');
  expect(stage.said()).toContain('may use every entry');
});

test('the vault is a book by its name', async () => {
  expect(await run('attach vault')).toBe('Vault');
});

test('a folder without entries is refused with near ones', async () => {
  expect(await run('attach Place')).toBe('');
  expect(stage.said()).toMatch(/^warning: No entry lies in “Place”\. Did you mean “Places”, “Places\/North Coast”/);
  await run('attach');
  expect(stage.said()).toBe('warning: Say which folder to attach.');
  await run('People');
  expect(stage.said()).toBe('warning: Write /lorehearth-books attach, detach or clear before “People”.');
  expect(stage.decisions().books).toEqual([]);
});

test('attaching twice changes nothing, and only what is attached is taken off', async () => {
  await run('attach People');
  expect(await run('attach people')).toBe('People');
  expect(stage.said()).toContain('attached already');
  expect(await run('detach Places')).toBe('');
  expect(stage.said()).toBe(
    'warning: “Places” is not attached to this chat. This chat uses only what lies in “People”.',
  );
});

test('without anything the books are listed', async () => {
  expect(await run()).toBe('');
  expect(stage.said()).toBe('This chat has no books and may use every entry.');
});

test('folders are offered for attaching, books for taking off', async () => {
  await run('attach People');
  const offered = stage.offered('lorehearth-books').map(({ value }) => value);
  expect(offered).toEqual(['attach Vault', 'attach Places', 'attach Places/North Coast', 'detach People', 'clear']);
});
