import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandStage, type CommandStage } from './testing/command-stage';

let stage: CommandStage;

beforeEach(async () => {
  stage = await commandStage({});
});
afterEach(() => stage.stop());

const run = (text = '', values = {}) => stage.run('lorehearth-gap', text, values);

test('a gap is noted and listed', async () => {
  expect(await run()).toBe('');
  expect(stage.said()).toBe('No lore gap is open in this chat. Note one: /lorehearth-gap text');
  expect(await run('"The salt guild"', { kind: 'outdated', urgency: 'high', reason: '"It moved"' })).toBe(
    'The salt guild',
  );
  expect(stage.said()).toBe('“The salt guild” is noted among the lore gaps.');
  expect(await run('The salt guild', { kind: 'outdated' })).toBe('The salt guild');
  expect(stage.said()).toBe('“The salt guild” was among the lore gaps already; it is counted once more.');
  expect(await run('', { quiet: 'true' })).toBe('The salt guild');
});

test.each([
  [{ kind: 'odd' }, '“odd” is no kind. There are: missing, outdated, contradiction.'],
  [{ urgency: 'now' }, '“now” is no urgency. There are: low, medium, high.'],
])('%j is refused and nothing is noted', async (values, sentence) => {
  expect(await run('The salt guild', values)).toBe('');
  expect(stage.said()).toBe(`warning: ${sentence}`);
  expect(await run('', { quiet: 'true' })).toBe('');
});
