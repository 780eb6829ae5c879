import { expect, test } from 'vitest';
import { ManualTime } from '../../adapters/memory/manual-time';
import { MemoryNoteSource } from '../../adapters/memory/memory-note-source';
import { engineHost, generated, settled } from '../../../tests/support/engine-host';
import { lore, type Notes } from '../../../tests/support/lore-vault';
import { HostTurns } from './host-turns';

const encoder = new TextEncoder();
/** What reading one note takes, in milliseconds of the test's clock. */
const READ = 1;
const BLOCK = 100;

/** Every fourth note is an entry. */
const notes: Notes = Object.fromEntries(
  Array.from({ length: 4_000 }, (_, at) => {
    const text = `Text ${String(at)}. `.repeat(40);
    const path = `Notes/${String(at % 50)}/Note ${String(at)}.md`;
    return [path, at % 4 === 0 ? lore(`keys: [key ${String(at)}]`, text) : text];
  }),
);

test('BR-149 a large vault never holds its host up for long, and an edited note is read alone', async () => {
  const time = new ManualTime();
  const source = new MemoryNoteSource(notes);
  const read = source.read.bind(source);
  let reads = 0;
  source.read = (path) => {
    // The files of definitions are looked for too.
    if (path.startsWith('Notes/')) reads++;
    time.advance(READ);
    return read(path);
  };
  const runs: number[] = [];
  let began = time.now();
  const pause = (): Promise<void> => {
    runs.push(time.now() - began);
    began = time.now();
    return Promise.resolve();
  };
  const { engine } = engineHost(source, undefined, {}, { clock: time, pause });
  await engine.open();
  expect(engine.status()).toMatchObject({ entries: 1_000, skipped: 3_000, index: { kind: 'ready' } });
  expect(reads).toBe(4_000);
  expect(Math.max(...runs)).toBeLessThanOrEqual(BLOCK);
  expect(runs.length).toBeGreaterThanOrEqual((4_000 * READ) / BLOCK);

  source.set('Notes/0/Note 0.md', lore('keys: [another key]', 'New.'));
  await settled();
  expect(reads).toBe(4_001);
  expect(await generated(engine, ['Mara: another key and key 4'])).toEqual(['Note 0', 'Note 4']);
});

test('the host has its turn after every 16 milliseconds of work, and not before', async () => {
  const time = new ManualTime();
  let pauses = 0;
  const turns = new HostTurns(time, () => {
    pauses++;
    return Promise.resolve();
  });
  for (let work = 0; work < 100; work++) {
    time.advance(4);
    await turns.give();
  }
  expect(pauses).toBe(25);
});

test('what is reported while the index works is taken in at once, however many reports it were', async () => {
  const source = new MemoryNoteSource({});
  const { engine } = engineHost(source);
  await engine.open();
  let news = 0;
  engine.on((event) => {
    if (event.kind === 'index-changed') news++;
  });
  for (let at = 0; at < 500; at++) source.set(`Lore/${String(at)}.md`, lore(`keys: [key ${String(at)}]`, 'Text.'));
  source.remove('Lore/499.md');
  await settled();
  expect(engine.status()).toMatchObject({ entries: 499, index: { kind: 'ready' } });
  expect(news).toBeLessThan(5);
  expect(await generated(engine, ['Mara: key 498 and key 499'])).toEqual(['498']);
});

test('an import is known when it is answered, and reads what it wrote alone', async () => {
  const source = new MemoryNoteSource(notes);
  const { engine } = engineHost(source);
  await engine.open();
  const read = source.read.bind(source);
  const reads: string[] = [];
  source.read = (path) => {
    reads.push(path);
    return read(path);
  };
  const book = { entries: { 0: { uid: 0, comment: 'Gate', key: ['gate'], content: 'Iron.' } } };
  const result = await engine.imports.plan([{ name: 'Forest.json', bytes: encoder.encode(JSON.stringify(book)) }]);
  if (result.kind !== 'plan') throw new Error(result.sentence);
  await engine.imports.apply(result.plan);
  expect(await generated(engine, ['Mara: the gate'])).toEqual(['Gate']);
  expect(reads.filter((path) => path.startsWith('Notes/'))).toEqual([]);
});
