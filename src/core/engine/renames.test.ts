import { describe, expect, test } from 'vitest';
import { CollectingLog } from '../../adapters/memory/collecting-log';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';
import { engineHost, settled, titlesOf } from '../../../tests/support/engine-host';
import { chatOf, lore, requestFor } from '../../../tests/support/lore-vault';
import { Renames } from './renames';

async function opened(store = new MemoryDocumentStore(), log = new CollectingLog()): Promise<Renames> {
  const renames = new Renames(store, log);
  await renames.load();
  return renames;
}

describe('an entry’s id of today', () => {
  test('is its own until it moves, then the new one, along every move', async () => {
    const renames = await opened();
    expect(renames.current('a')).toBe('a');
    await renames.add([['a', 'b']]);
    await renames.add([['b', 'c']]);
    expect([renames.current('a'), renames.current('b'), renames.current('c')]).toEqual(['c', 'c', 'c']);
  });

  test('is the old one again when it moves back', async () => {
    const renames = await opened();
    await renames.add([['a', 'b']]);
    await renames.add([['b', 'a']]);
    expect([renames.current('a'), renames.current('b')]).toEqual(['a', 'a']);
    await renames.add([['a', 'c']]);
    expect([renames.current('a'), renames.current('b')]).toEqual(['c', 'c']);
  });

  test('ends, even in a stored circle', async () => {
    const store = new MemoryDocumentStore({
      renames: {
        version: 1,
        pairs: [
          ['a', 'b'],
          ['b', 'a'],
        ],
      },
    });
    expect(['a', 'b']).toContain((await opened(store)).current('a'));
  });

  test('is found again by the next run', async () => {
    const store = new MemoryDocumentStore();
    await (
      await opened(store)
    ).add([
      ['a', 'b'],
      ['x', 'y'],
    ]);
    const next = await opened(store);
    expect([next.current('a'), next.current('x')]).toEqual(['b', 'y']);
  });

  test('holds when it cannot be stored, with a warning', async () => {
    const log = new CollectingLog();
    const store = new MemoryDocumentStore();
    const renames = new Renames(
      {
        read: (name) => store.read(name),
        write: () => Promise.reject(new Error('full')),
        setAside: (name) => store.setAside(name),
      },
      log,
    );
    await renames.add([['a', 'b']]);
    expect(renames.current('a')).toBe('b');
    expect(log.warnings).toHaveLength(1);
  });

  test('nothing is written when nothing moved', async () => {
    const store = new MemoryDocumentStore();
    await (await opened(store)).add([]);
    expect(store.text('renames')).toBeUndefined();
  });

  test.each([7, [], { pairs: 'a' }, { pairs: [null, ['a'], ['a', 7], ['x', 'y']] }])(
    'survives a document of %j',
    async (document) => {
      const renames = await opened(new MemoryDocumentStore({ renames: document }));
      expect(renames.current('a')).toBe('a');
    },
  );
});

describe('in the engine', () => {
  test('a new note at the place of a renamed one is itself', async () => {
    const { engine, source } = engineHost({ 'Fox.md': lore('keys: [fox]') });
    await engine.open();
    const id = engine.entryByPath('Fox.md')?.id ?? '';
    source.rename('Fox.md', 'Vixen.md');
    await settled();
    expect(engine.entry(id)?.path).toBe('Vixen.md');
    source.set('Fox.md', lore('keys: [dog]'));
    await settled();
    expect(engine.entry(id)?.path).toBe('Fox.md');
    await engine.changeChat('chat', { pins: [id] });
    expect(titlesOf(await engine.generate(requestFor(chatOf('Mara: nothing')), 10_000))).toEqual(['Fox']);
  });
});
