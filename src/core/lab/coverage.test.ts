import { expect, test } from 'vitest';
import { engineHost } from '../../../tests/support/engine-host';
import { lore, type Notes } from '../../../tests/support/lore-vault';
import type { CoverageSources, CoverageStep } from '../engine/lab-coverage';

const notes: Notes = {
  'Law.md': lore('constant: true'),
  'Fox.md': lore('keys: [fox]\npriority: 10'),
  'Vixen.md': lore('keys: [fox, vixen]\npriority: 20'),
  'Owl.md': lore('keys: [owl]\npriority: 30'),
  'Moth.md': lore('keys: [owl]\npriority: 90', `Long. ${'word '.repeat(38)}`),
  'Wolf.md': lore('keys: [wolf]'),
  'Lorehearth/lore-tests.yaml':
    'tests:\n  - { text: A wolf, fires: Wolf }\n  - { text: x, fires: Nobody, settings: { scanDepth: many } }',
};

type Done = Extract<CoverageStep, { kind: 'done' }>;

async function taken(sources: Partial<CoverageSources>, signal?: AbortSignal) {
  const { engine } = engineHost(notes);
  await engine.open();
  await engine.changeSettings({ scanDepth: 1, tokenBudget: 40, template: '{{content}}' });
  const whole = { chats: [], pasted: [], kept: false, tests: false, ...sources };
  const told: string[] = [];
  let done: Done | undefined;
  for await (const step of engine.lab.coverage.take(whole, signal)) {
    if (step.kind === 'done') done = step;
    else told.push(`${String(step.done)}/${String(step.total)} ${step.what}`);
  }
  return { told, done, title: (id: string) => engine.entry(id)?.title ?? id };
}

async function covered(sources: Partial<CoverageSources>) {
  const { told, done, title } = await taken(sources);
  if (!done) throw new Error('The counting did not end.');
  return { ...done, told, title };
}

const chat = ['User: A fox.', 'Hesper: Yes.', 'User: An owl.', 'Hesper: No.', 'User: A fox and an owl.'].join('\n');

test('tells over several chats what never goes in, always does, gives way and has no room', async () => {
  const { report, told, chats } = await covered({
    pasted: [
      { name: 'a', text: chat },
      { name: 'b', text: 'User: Hm.' },
    ],
  });
  expect(
    report.items.map(({ title, forced, found, injected, collided, squeezed }) =>
      [title, forced ? 'forced' : '', found, injected, collided, squeezed].join(' '),
    ),
  ).toEqual(['Fox  2 2 0 0', 'Law forced 0 4 0 0', 'Moth  2 0 2 2', 'Owl  2 2 0 0', 'Vixen  2 2 0 0', 'Wolf  0 0 0 0']);
  expect(report.turns).toBe(4);
  expect(chats).toBe(2);
  expect(told).toEqual(['0/2 a, turn 1 of 3', '1/2 b, turn 1 of 1']);
});

test('tells which entries always go in together, and which words wake several', async () => {
  const { report, title } = await covered({ pasted: [{ name: 'a', text: chat }] });
  expect(report.together.map(({ entries, turns }) => [entries.map(title), turns])).toEqual([[['Fox', 'Vixen'], 2]]);
  expect(report.shared.map(({ words, entries, turns }) => [words, entries.map(title), turns])).toEqual([
    ['fox', ['Fox', 'Vixen'], 2],
    ['owl', ['Owl', 'Moth'], 2],
  ]);
});

test('counts the turns of lore tests, and says which could not be played', async () => {
  const { report, leftOut } = await covered({ tests: true });
  expect(report.items.filter(({ injected, forced }) => injected > 0 && !forced).map(({ title }) => title)).toEqual([
    'Wolf',
  ]);
  expect(leftOut).toEqual([
    { name: 'Test 2', sentence: expect.stringContaining('A setting is not allowed.') as string },
  ]);
});

test('says which chats could not be read, and goes on', async () => {
  const { leftOut, chats } = await covered({
    chats: ['none'],
    pasted: [
      { name: 'a', text: '{"no": "chat"}' },
      { name: 'b', text: chat },
    ],
  });
  expect(leftOut.map(({ name }) => name)).toEqual(['none', 'a']);
  expect(chats).toBe(1);
});

test('ends when it is told to', async () => {
  const { told, done } = await taken({ pasted: [{ name: 'a', text: chat }] }, AbortSignal.abort());
  expect([told, done]).toEqual([[], undefined]);
});

test('gives the host its turn on a large vault and long chats', async () => {
  let pauses = 0;
  const large = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, at) => [`N${String(at)}.md`, lore(`keys: [word${String(at)}]`)]),
  );
  const pause = () => {
    pauses++;
    return new Promise<void>((resolve) => setImmediate(resolve));
  };
  const host = engineHost(large, undefined, {}, { pause, clock: { now: () => performance.now() } });
  await host.engine.open();
  pauses = 0;
  const text = Array.from({ length: 200 }, (_, at) => `${at % 2 === 0 ? 'User' : 'Hesper'}: word${String(at)}`).join(
    '\n',
  );
  const sources = { chats: [], pasted: [{ name: 'a', text }], kept: false, tests: false };
  for await (const step of host.engine.lab.coverage.take(sources))
    if (step.kind === 'done') expect(step.report.turns).toBe(101);
  expect(pauses).toBeGreaterThan(0);
});
