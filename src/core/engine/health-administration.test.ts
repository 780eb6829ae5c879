import { expect, test } from 'vitest';
import { engineHost, settled } from '../../../tests/support/engine-host';
import { lore } from '../../../tests/support/lore-vault';
import { played, scribeHost, summarize, tell } from '../../../tests/support/scribe-host';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';
import { ModelError } from '../ai/model-error';

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

test('what searches missed again and again is told until it is filled or put away', async () => {
  const { engine } = engineHost({});
  await engine.open();
  const miss = () =>
    engine.gaps.note({
      ...{
        chat: 'c',
        kind: 'missing',
        title: 'Salt Guild',
        reason: '',
        urgency: 'low',
        origin: 'search',
        evidence: [],
      },
    });
  const asked = async () => (await engine.health.report()).filter(({ code }) => code === 'lore-asked-for');
  await miss();
  await miss();
  expect(await asked()).toEqual([]);
  const flag = await miss();
  expect(await asked()).toMatchObject([{ text: 'Salt Guild', severity: 'info', path: '' }]);
  await engine.gaps.decide([flag.gap.id], { status: 'dismissed' });
  expect(await asked()).toEqual([]);
});

test('a Scribe that fails, and one whose connection was deleted, are told, and not when they are mended', async () => {
  const script = [{ error: new ModelError('auth', 'No key.') }, { answer: { text: 'Mara left.' } }];
  const host = await scribeHost({ settings: { scribeEvery: 0, scribeInject: 'last' }, script });
  const ofScribe = async () =>
    (await host.engine.health.report()).flatMap(({ code, message }) =>
      code.startsWith('scribe') ? [`${code} ${message}`] : [],
    );
  expect(await ofScribe()).toEqual([]);
  await tell(host, played(1));
  await summarize(host);
  expect(await ofScribe()).toEqual([expect.stringMatching(/^scribe-failed The chat "Tale of c" .* No key\./)]);
  await summarize(host);
  expect(await ofScribe()).toEqual([]);
  await host.engine.ai.change({ connections: [] });
  expect(await ofScribe()).toEqual([expect.stringMatching(/^scribe-without-model .*does not exist/)]);
  await host.engine.ai.change({ channels: { scribe: { mode: 'off' } } });
  expect(await ofScribe()).toEqual([]);
});

test('a host that is set up no further than it is delivered has no complaint about models', async () => {
  const { engine } = engineHost({ 'B.md': lore('keys: [b c]') });
  await engine.open();
  expect(await engine.health.report()).toEqual([]);
});
