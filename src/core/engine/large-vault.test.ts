import { expect, test } from 'vitest';
import { ManualTime } from '../../adapters/memory/manual-time';
import { MemoryNoteSource } from '../../adapters/memory/memory-note-source';
import { engineHost, generated, settled } from '../../../tests/support/engine-host';
import { lore, type Notes } from '../../../tests/support/lore-vault';
import { HostTurns } from './host-turns';

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
