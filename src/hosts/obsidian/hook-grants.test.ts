import { describe, expect, test } from 'vitest';
import { CollectingLog } from '../../adapters/memory/collecting-log';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';
import { HookGrants } from './hook-grants';

const dice = { id: 'dice', name: 'Dice' };

describe('permissions of plugins', () => {
  test('are none for a plugin that is not known', async () => {
    const grants = await HookGrants.open(new MemoryDocumentStore(), new CollectingLog());
    expect(grants.allowed('dice')).toEqual([]);
    expect(grants.notAsked('dice', ['read-chat'])).toEqual(['read-chat']);
    expect(grants.list()).toEqual([]);
  });

  test('are given and taken one by one, and found again by the next run', async () => {
    const store = new MemoryDocumentStore();
    const grants = await HookGrants.open(store, new CollectingLog());
    await grants.decide(dice, ['change-text', 'read-chat'], true);
    await grants.decide(dice, ['change-text'], false);
    const next = await HookGrants.open(store, new CollectingLog());
    expect(next.allowed('dice')).toEqual(['read-chat']);
    expect(next.notAsked('dice', ['read-chat', 'change-text', 'read-lore'])).toEqual(['read-lore']);
    expect(next.list()).toEqual([{ ...dice, asked: ['read-chat', 'change-text'], allowed: ['read-chat'] }]);
  });

  test('tell of every decision at once', async () => {
    const grants = await HookGrants.open(new MemoryDocumentStore(), new CollectingLog());
    const seen: number[] = [];
    const stop = grants.onChange(() => seen.push(grants.allowed('dice').length));
    const done = grants.decide(dice, ['read-chat'], true);
    expect(seen).toEqual([1]);
    await done;
    stop();
    await grants.decide(dice, ['read-chat'], false);
    expect(seen).toEqual([1]);
  });

  test.each([
    ['nonsense', 7],
    ['an old list', [1, 2]],
    ['plugins of wrong shapes', { version: 1, plugins: [null, 'dice', { name: 'No id' }, { id: 'dice', allowed: 7 }] }],
    ['unknown permissions', { version: 1, plugins: [{ id: 'dice', name: 'Dice', allowed: ['everything'] }] }],
  ])('of %s allow nothing', async (_, document) => {
    const store = new MemoryDocumentStore({ 'plugin-grants': document });
    const grants = await HookGrants.open(store, new CollectingLog());
    expect(grants.allowed('dice')).toEqual([]);
  });

  test('of a newer version allow nothing and are not written over', async () => {
    const store = new MemoryDocumentStore({
      'plugin-grants': { version: 99, plugins: [{ id: 'dice', allowed: ['read-chat'] }] },
    });
    const log = new CollectingLog();
    const grants = await HookGrants.open(store, log);
    const before = store.text('plugin-grants');
    expect(grants.allowed('dice')).toEqual([]);
    await grants.decide(dice, ['read-lore'], true);
    expect(grants.allowed('dice')).toEqual(['read-lore']);
    expect(store.text('plugin-grants')).toBe(before);
    expect(log.warnings).toHaveLength(1);
  });

  test('that cannot be stored hold until the app closes, with a warning', async () => {
    const log = new CollectingLog();
    const store = new MemoryDocumentStore();
    const grants = await HookGrants.open(
      {
        read: (name) => store.read(name),
        write: () => Promise.reject(new Error('full')),
        setAside: (name) => store.setAside(name),
      },
      log,
    );
    await grants.decide(dice, ['read-lore'], true);
    expect(grants.allowed('dice')).toEqual(['read-lore']);
    expect(log.warnings).toHaveLength(1);
  });

  test('that cannot be read allow nothing, with a warning', async () => {
    const store = new MemoryDocumentStore();
    const document = 'plugin-grants';
    store.setText(document, '{ "plugins": ');
    const log = new CollectingLog();
    const grants = await HookGrants.open(store, log);
    expect(grants.allowed('dice')).toEqual([]);
    expect(log.warnings).toHaveLength(1);
  });
});
