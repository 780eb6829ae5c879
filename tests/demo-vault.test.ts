import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { engineHost } from './support/engine-host';
import type { Notes } from './support/lore-vault';

const folder = fileURLToPath(new URL('../demo-vault/', import.meta.url));
const read = (path: string): string => readFileSync(folder + path, 'utf8');

function demoNotes(): Notes {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  return Object.fromEntries(paths.filter((path) => /\.(md|yaml|jsonl)$/.test(path)).map((path) => [path, read(path)]));
}

async function demoEngine(): Promise<ReturnType<typeof engineHost>['engine']> {
  const { engine } = engineHost(demoNotes());
  await engine.open();
  return engine;
}

const deliberate = [
  'Dangling requires:4 link-target-missing The Salt Tower',
  'Duplicate key:4 property-duplicate keys',
  'Invalid regex key:3 key-regex-invalid /third (stair|step/i',
  'Near-miss property:3 property-near-miss kesy',
  'Priority soon:4 value-not-understood soon',
  'Tab indentation:4 tab-indentation - toll goose',
  'Unclosed bracket:3 frontmatter-broken keys: [sluice bell, bell of the east bank',
  'Contradictory gates:6 requires-and-excludes Places/Isk',
  'Swallowed key:3 key-swallowed lamp oil seller',
  'Macro that writes:10 macro-writes-state {{setvar::hour::dusk}}',
];

test('the demo vault has its deliberate problems and no other', async () => {
  const problems = await (await demoEngine()).health.report();
  const told = problems.map(({ path, line, code, text }) => `${path}:${String(line)} ${code} ${text}`);
  expect([...told].sort()).toEqual(
    deliberate.map((problem) => `Deliberate problems/${problem.replace(':', '.md:')}`).sort(),
  );
});

test('its README lists each of them', () => {
  const [, table = ''] = read('README.md').split('## Deliberate problems');
  const names = [...table.matchAll(/^\| (\S.*?) +\|/gm)].map(([, name]) => name);
  expect(names.slice(2).sort()).toEqual(deliberate.map((problem) => problem.split(':')[0]).sort());
});

test('its field definitions hold', async () => {
  const tolerances = (await demoEngine()).contextFields().map(({ name, tolerance }) => `${name} ${tolerance ?? ''}`);
  expect(tolerances).toEqual(['era moderate', 'location lenient', 'scene_type strict', 'character_present moderate']);
});

test('its lore tests pass', async () => {
  const { results, problems } = await (await demoEngine()).lab.tests.run();
  expect(problems).toEqual([]);
  expect(
    results.flatMap(({ test: { name }, state, sentence, checks }) =>
      state === 'passed' ? [] : [{ name, sentence, checks }],
    ),
  ).toEqual([]);
  expect(results).toHaveLength(14);
});

test('its lore tests cover keys, gates, budget, refusals, timers and places', async () => {
  const { tests } = await (await demoEngine()).lab.tests.all();
  const reasons = new Set(tests.flatMap(({ refused }) => refused.map(([, reason]) => reason)));
  expect([...reasons].sort()).toEqual(['context', 'cooldown', 'disabled', 'over_budget', 'secondary_keys_not_met']);
  expect(tests.some(({ at }) => at.length > 0)).toBe(true);
  expect(tests.some(({ fires, scene }) => fires.length > 0 && scene.kind === 'text')).toBe(true);
});
