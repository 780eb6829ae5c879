import { expect, test } from 'vitest';
import { engineHost, settled } from '../../../tests/support/engine-host';
import { lore } from '../../../tests/support/lore-vault';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';

const notes = {
  'A.md': lore('requires: Nobody\nkeys:\n  - river\n  - slow river'),
  'B.md': lore('keys: [b c]\nprobability: 0', 'Text.'),
  'C.md': lore('keys: [c d]', 'Line.\n\nLook {{setvar::a::1}}.'),
};

const told = (problems: readonly { path: string; line: number; code: string }[]): readonly string[] =>
  problems.map(({ path, line, code }) => `${path}:${String(line)} ${code}`);

test('a report is one list of what reading notes and what checks found, each with its line', async () => {
  const { engine } = engineHost(notes);
  await engine.open();
  expect(told(await engine.health.report())).toEqual([
    'A.md:3 link-target-missing',
    'A.md:6 key-swallowed',
    'B.md:4 probability-zero',
    'C.md:7 macro-writes-state',
  ]);
});

test('the state of the engine counts what is known, and looks for nothing itself', async () => {
  const { engine } = engineHost(notes);
  await engine.open();
  expect(engine.status().problems).toEqual({ error: 0, warning: 1, info: 0 });
  await engine.health.report();
  expect(engine.status().problems).toEqual({ error: 0, warning: 3, info: 1 });
});

test('a problem that an edit mends is not known any more, before the next check too', async () => {
  const host = engineHost(notes);
  await host.engine.open();
  await host.engine.health.report();
  host.source.set('B.md', lore('keys: [b c]'));
  await settled();
  expect(told(host.engine.health.known())).not.toContain('B.md:4 probability-zero');
  expect(told(await host.engine.health.report())).toHaveLength(3);
});

test('what the user puts aside is told as ignored, counts no more, and comes back', async () => {
  const store = new MemoryDocumentStore();
  const { engine } = engineHost(notes, store);
  await engine.open();
  await engine.health.report();
  await engine.health.ignore({ code: 'probability-zero', path: 'B.md' }, true);
  await engine.health.ignore({ code: 'key-swallowed', path: undefined }, true);
  expect(told(engine.health.known())).toEqual(['A.md:3 link-target-missing', 'C.md:7 macro-writes-state']);
  const again = engineHost(notes, store).engine;
  await again.open();
  const ignored = (await again.health.report()).map(({ code, ignored: by }) => `${code} ${by ?? 'told'}`);
  expect(ignored.sort()).toEqual([
    'key-swallowed kind',
    'link-target-missing told',
    'macro-writes-state told',
    'probability-zero note',
  ]);
  await again.health.ignore({ code: 'key-swallowed', path: undefined }, false);
  expect(again.health.ignored).toEqual([{ code: 'probability-zero', path: 'B.md' }]);
});

test('a host that can be given turns is checked in the background once its index rests', async () => {
  const host = engineHost(notes, new MemoryDocumentStore(), {}, { pause: () => Promise.resolve() });
  const events: string[] = [];
  host.engine.on(({ kind }) => events.push(kind));
  await host.engine.open();
  host.time.advance(5_000);
  await settled();
  expect(events).toContain('health-changed');
  expect(host.engine.status().problems).toEqual({ error: 0, warning: 3, info: 1 });
  await host.engine.close();
});

test('two that ask at once get one check', async () => {
  const { engine, source } = engineHost(notes);
  await engine.open();
  let reads = 0;
  const read = source.read.bind(source);
  source.read = (path) => {
    reads++;
    return read(path);
  };
  const [a, b] = await Promise.all([engine.health.report(), engine.health.report()]);
  expect(a).toEqual(b);
  expect(reads).toBe(3);
});
