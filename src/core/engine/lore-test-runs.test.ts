import { expect, test } from 'vitest';
import { engineHost, settled } from '../../../tests/support/engine-host';
import { lore } from '../../../tests/support/lore-vault';
import type { EngineEvent } from './engine-event';

const fox = (key: string): string =>
  lore(`keys: [${key}]`, 'A fox.\n\n```lore-test\nname: The fox comes\ntext: A fox!\n```');

async function testing(settings: Readonly<Record<string, unknown>> = { testOnSave: true }) {
  const host = engineHost({ 'Fox.md': fox('fox'), 'Owl.md': lore('keys: [owl]') });
  const told: Extract<EngineEvent, { kind: 'lore-tests-finished' }>[] = [];
  host.engine.on((event) => {
    if (event.kind === 'lore-tests-finished') told.push(event);
  });
  await host.engine.open();
  await host.engine.changeSettings(settings);
  const save = async (path: string, text: string): Promise<void> => {
    host.source.set(path, text);
    await host.engine.refresh();
    await settled();
    host.time.advance(3_000);
    await settled();
  };
  return { ...host, told, save };
}

test('a test that turns red after a change is told once, and told again when it is green', async () => {
  const { told, save, engine } = await testing();
  await save('Owl.md', lore('keys: [owls]'));
  expect(told.at(-1)).toMatchObject({ passed: 1, failed: 0, turnedRed: [], turnedGreen: [], byThemselves: true });
  await save('Fox.md', fox('wolf'));
  expect(told.at(-1)).toMatchObject({ passed: 0, failed: 1, turnedRed: ['The fox comes'], turnedGreen: [] });
  expect(engine.lab.tests.lamp?.red).toEqual([{ name: 'The fox comes', path: 'Fox.md', line: 8 }]);
  await save('Owl.md', lore('keys: [owl]'));
  expect(told.at(-1)).toMatchObject({ failed: 1, turnedRed: [] });
  await save('Fox.md', fox('fox'));
  expect(told.at(-1)).toMatchObject({ failed: 0, turnedRed: [], turnedGreen: ['The fox comes'] });
});

test('tests do not run by themselves unless the settings want it', async () => {
  const { told, save } = await testing({});
  await save('Fox.md', fox('wolf'));
  expect(told).toEqual([]);
});

test('a run tells each result with how far it is, and ends when it is left', async () => {
  const { engine, told } = await testing({});
  const steps = engine.lab.tests.steps();
  expect((await steps.next()).value).toMatchObject({ kind: 'result', done: 1, total: 1, result: { state: 'passed' } });
  await steps.return();
  expect(told).toEqual([]);
  expect(engine.lab.tests.lamp).toBeUndefined();
  await engine.lab.tests.run();
  expect(told).toMatchObject([{ passed: 1, byThemselves: false }]);
});

test('the tests of one note alone do not change what is known of all', async () => {
  const { engine } = await testing({});
  await engine.lab.tests.run({ path: 'Fox.md' });
  expect(engine.lab.tests.lamp).toBeUndefined();
});

test.each([
  ['refused: { Owl: cooldown }', 'failed'],
  ['refused: { Owl: blocked_by_mood }', 'Write one of these reasons'],
  ['settings: { newChatThreshold: 0 }\nrefused: { Gate: context }', 'passed'],
])('a promised refusal holds only for its reason: %s', async (yaml, outcome) => {
  const { engine } = engineHost({ 'Owl.md': lore('keys: [owl]'), 'Gate.md': lore('keys: [owl]\nscene_type: [trial]') });
  await engine.open();
  const fields = yaml.includes('Gate') ? 'fields: { scene_type: feast }\n' : '';
  const { results, problems } = await engine.lab.tests.runSource(`text: An owl.\n${fields}${yaml}`, undefined);
  expect([...results.map(({ state }) => state), ...problems.map(({ message }) => message)].join()).toContain(outcome);
});
