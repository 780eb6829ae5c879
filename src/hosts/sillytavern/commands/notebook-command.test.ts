import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandStage, type CommandStage } from './testing/command-stage';

let stage: CommandStage;

beforeEach(async () => {
  stage = await commandStage({});
});
afterEach(() => stage.stop());

const run = (text = '', values = {}) => stage.run('lorehearth-notebook', text, values);

test('the notebook is written and given', async () => {
  expect(await run('', { quiet: 'true' })).toBe('');
  expect(await run('"Run!" he said.')).toBe('"Run!" he said.');
  expect(await run('', { quiet: 'true' })).toBe('"Run!" he said.');
  expect(stage.said()).toBe('The notebook of this chat (where the settings say): "Run!" he said.');
});

test('its place is changed alone or with the text', async () => {
  await run('Ilse lies.', { depth: '2', role: 'user' });
  expect(await run('', { position: 'before' })).toBe('Ilse lies.');
  expect(stage.decisions().notebook).toEqual({ text: 'Ilse lies.', position: 'before', depth: 2, role: 'user' });
  expect(stage.said()).toBe('The notebook of this chat (before, depth 2, as user): Ilse lies.');
  await run('', { position: 'default', depth: 'default' });
  expect(stage.decisions().notebook).toMatchObject({ position: undefined, depth: undefined, role: 'user' });
});

test('it is emptied on demand', async () => {
  await run('Ilse lies.', { depth: '2' });
  expect(await run('', { clear: 'true' })).toBe('');
  expect(stage.decisions().notebook).toMatchObject({ text: '', depth: 2 });
});

test.each([
  [{ position: 'nowhere' }, '“nowhere” is no position. There are: before, after, in_chat, default.'],
  [{ role: 'king' }, '“king” is no role. There are: system, user, assistant, default.'],
  [{ depth: '-1' }, '“-1” is no depth. Write a whole number from 0 on.'],
  [{ depth: '' }, '“” is no depth. Write a whole number from 0 on.'],
])('%j is refused and nothing is written', async (values, sentence) => {
  await run('Before.');
  expect(await run('After.', values)).toBe('');
  expect(stage.said()).toBe(`warning: ${sentence}`);
  expect(stage.decisions().notebook.text).toBe('Before.');
});
