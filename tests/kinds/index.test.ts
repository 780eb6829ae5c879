import { describe, expect, test } from 'vitest';
import type { MemoryNoteSource } from '../../src/adapters/memory/memory-note-source';
import { engineHost, generated, settled, titlesOf } from '../support/engine-host';
import { chatOf, lore, requestFor, type Notes } from '../support/lore-vault';

const alder = lore('keys: [alder]', 'The alder.');
const birch = lore('keys: [birch]', 'The birch.');

type Step = (source: MemoryNoteSource) => void;

/** The paths of the entries, and those that are injected, when one is pinned and the vault changes in steps. */
async function after(notes: Notes, pin: string, steps: readonly Step[]) {
  const { engine, source } = engineHost(notes);
  await engine.open();
  const pinned = engine.entryByPath(pin)?.id ?? 'none';
  await engine.changeChat('chat', { pins: [pinned] });
  for (const step of steps) {
    source.batch(() => step(source));
    await settled();
  }
  const result = await engine.generate(requestFor(chatOf('Mara: nothing')), 10_000);
  const pathOf = (id: string): string => engine.entry(id)?.path ?? 'none';
  return {
    entries: engine.entries({}, 0, 1_000).items.map(({ path }) => path),
    pins: engine.chat('chat').pins.map(pathOf),
    injected: result.trace.entries.filter((entry) => entry.injected).map(({ id }) => pathOf(id)),
  };
}

const one: Notes = { 'A.md': alder };
const two: Notes = { 'A.md': alder, 'B.md': birch };
const folder: Notes = { 'X/a.md': alder, 'X/b.md': alder, 'X/c.md': alder };

const move =
  (from: string, to: string): Step =>
  (source) =>
    source.rename(from, to);
const write =
  (path: string, text: string): Step =>
  (source) =>
    source.set(path, text);
const gone =
  (path: string): Step =>
  (source) =>
    source.remove(path);
const atOnce =
  (...steps: readonly Step[]): Step =>
  (source) => {
    for (const step of steps) step(source);
  };

describe('BR-146 a pin follows its note', () => {
  test.each<[string, Notes, string, readonly Step[], string]>([
    ['renamed by letter case', one, 'A.md', [move('A.md', 'a.md')], 'a.md'],
    ['gone and come in other letters', one, 'A.md', [atOnce(write('a.md', alder), gone('A.md'))], 'a.md'],
    ['renamed twice at once', one, 'A.md', [atOnce(move('A.md', 'B.md'), move('B.md', 'C.md'))], 'C.md'],
    [
      'renamed twice at once and edited',
      one,
      'A.md',
      [atOnce(move('A.md', 'B.md'), move('B.md', 'C.md'), write('C.md', birch))],
      'C.md',
    ],
    ['renamed and back at once', one, 'A.md', [atOnce(move('A.md', 'B.md'), move('B.md', 'A.md'))], 'A.md'],
    [
      'that swaps names with another, at once',
      two,
      'A.md',
      [atOnce(move('A.md', 't.md'), move('B.md', 'A.md'), move('t.md', 'B.md'))],
      'B.md',
    ],
    [
      'that swaps names with another, step by step',
      two,
      'A.md',
      [move('A.md', 't.md'), move('B.md', 'A.md'), move('t.md', 'B.md')],
      'B.md',
    ],
    ['whose old name a new note takes', one, 'A.md', [move('A.md', 'Z.md'), write('A.md', birch)], 'Z.md'],
    ['in a folder that moves', folder, 'X/b.md', [move('X', 'Y')], 'Y/b.md'],
    [
      'in a folder of equal notes that a sync program moves',
      folder,
      'X/b.md',
      [atOnce(gone('X'), write('Y/c.md', alder), write('Y/b.md', alder), write('Y/a.md', alder))],
      'Y/b.md',
    ],
    ['put away and back', { 'X/A.md': alder }, 'X/A.md', [move('X', '.trash/X'), move('.trash/X', 'X')], 'X/A.md'],
    ['deleted and made again at once', one, 'A.md', [atOnce(gone('A.md'), write('A.md', birch))], 'A.md'],
    ['that loses its tag and gets it back', one, 'A.md', [write('A.md', 'Plain.'), write('A.md', alder)], 'A.md'],
    ['that is half written for a moment', one, 'A.md', [write('A.md', '\0'), write('A.md', alder)], 'A.md'],
    [
      'saved by way of a temporary file',
      one,
      'A.md',
      [write('A.md.tmp', birch), atOnce(gone('A.md'), move('A.md.tmp', 'A.md'))],
      'A.md',
    ],
    [
      'saved by way of a temporary note',
      one,
      'A.md',
      [write('A-new.md', birch), atOnce(gone('A.md'), move('A-new.md', 'A.md'))],
      'A.md',
    ],
    [
      'whose old text a program keeps beside it',
      one,
      'A.md',
      [atOnce(move('A.md', 'A~.md'), write('A.md', birch)), gone('A~.md')],
      'A.md',
    ],
  ])('%s', async (_, notes, pin, steps, path) => {
    const { pins, injected } = await after(notes, pin, steps);
    expect(pins).toEqual([path]);
    expect(injected).toEqual([path]);
  });

  test('and does so after a restart', async () => {
    const { engine, source, store } = engineHost(two);
    await engine.open();
    await engine.changeChat('chat', { pins: [engine.entryByPath('A.md')?.id ?? ''] });
    source.batch(() => atOnce(move('A.md', 't.md'), move('B.md', 'A.md'), move('t.md', 'B.md'))(source));
    await settled();
    await engine.close();
    const next = engineHost(source, store).engine;
    await next.open();
    expect(next.chat('chat').pins).toEqual([next.entryByPath('B.md')?.id]);
  });
});

describe('BR-148 what is no lore any more is not injected', () => {
  test.each<[string, Notes, string, readonly Step[], readonly string[]]>([
    ['a deleted folder', folder, 'X/a.md', [gone('X')], []],
    ['a folder in the bin', folder, 'X/a.md', [move('X', '.trash/X')], []],
    ['an emptied note', one, 'A.md', [write('A.md', '')], []],
    ['a note that became binary', one, 'A.md', [write('A.md', '\0')], []],
    ['a note that became too large', one, 'A.md', [write('A.md', alder + 'x'.repeat(4_200_000))], []],
    ['a note of another ending', one, 'A.md', [move('A.md', 'A.txt')], []],
    ['the file that a sync program writes first', one, 'A.md', [write('A.md.tmp', alder)], ['A.md']],
    ['a placeholder of a cloud', one, 'A.md', [atOnce(write('.A.md.icloud', 'x'), gone('A.md'))], []],
  ])('%s', async (_, notes, pin, steps, entries) => {
    expect(await after(notes, pin, steps)).toMatchObject({ entries });
  });
});

describe('BR-144 changes while the vault is read', () => {
  test('are all in the first index', async () => {
    const { engine, source } = engineHost(two);
    let go = (): void => undefined;
    source.delay = new Promise((resolve) => (go = resolve));
    const opening = engine.open();
    await settled();
    source.rename('A.md', 'C.md');
    source.remove('B.md');
    source.set('D.md', birch);
    go();
    await opening;
    await settled();
    expect(engine.entries({}, 0, 10).items.map(({ path }) => path)).toEqual(['C.md', 'D.md']);
  });

  test('reach a turn that waits for the index', async () => {
    const { engine, source } = engineHost(one);
    let go = (): void => undefined;
    source.delay = new Promise((resolve) => (go = resolve));
    const opening = engine.open();
    const titles = generated(engine, ['Mara: the alder']);
    await settled();
    go();
    await opening;
    expect(await titles).toEqual(['A']);
  });
});

describe('BR-146 two notes that swap texts', () => {
  test('are told apart at once', async () => {
    const { engine, source } = engineHost(two);
    await engine.open();
    source.batch(() => atOnce(write('A.md', birch), write('B.md', alder))(source));
    await settled();
    expect(titlesOf(await engine.generate(requestFor(chatOf('Mara: the alder')), 10_000))).toEqual(['B']);
  });
});
