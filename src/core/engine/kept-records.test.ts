import { describe, expect, test } from 'vitest';
import { CollectingLog } from '../../adapters/memory/collecting-log';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';
import { engineHost, titlesOf } from '../../../tests/support/engine-host';
import { chatOf, lore, requestFor } from '../../../tests/support/lore-vault';
import { KeptRecords } from './kept-records';

const notes = { 'Fox.md': lore('keys: [fox]\ncooldown: 2') };

let generations = 0;

/** What a client that keeps no records gets for a chat of so many messages about the fox. */
async function asked(host: ReturnType<typeof engineHost>, messages: number, chat = 'chat', parent?: string) {
  const lines = Array.from({ length: messages }, (_, at) => (at % 2 === 0 ? 'Mara: the fox' : 'Vesk: yes'));
  const request = requestFor(chatOf(...lines), {
    leavesRecordsToHost: true,
    generationId: `generation ${String(generations++)}`,
    chat: { id: chat, parent, name: undefined, isGroup: false },
  });
  return titlesOf(await host.engine.generate(request, 10_000));
}

describe('a client without a place for records', () => {
  test('has cooldowns all the same, equal on every swipe, also after a restart', async () => {
    const store = new MemoryDocumentStore();
    const host = engineHost(notes, store);
    await host.engine.open();
    expect(await asked(host, 1)).toEqual(['Fox']);
    expect(await asked(host, 1)).toEqual(['Fox']);
    expect(await asked(host, 3)).toEqual([]);
    await host.engine.close();
    const next = engineHost(notes, store);
    await next.engine.open();
    expect(await asked(next, 5)).toEqual([]);
    expect(await asked(next, 7)).toEqual(['Fox']);
  });

  test('may take messages back: the turns after them are forgotten', async () => {
    const host = engineHost(notes);
    await host.engine.open();
    expect(await asked(host, 1)).toEqual(['Fox']);
    expect(await asked(host, 3)).toEqual([]);
    expect(await asked(host, 1)).toEqual(['Fox']);
    expect(await asked(host, 3)).toEqual([]);
    expect(await asked(host, 5)).toEqual([]);
  });

  test('may branch: the copy begins with the turns of its origin', async () => {
    const host = engineHost(notes);
    await host.engine.open();
    expect(await asked(host, 1)).toEqual(['Fox']);
    expect(await asked(host, 3, 'branch', 'chat')).toEqual([]);
    expect(await asked(host, 3, 'stranger')).toEqual(['Fox']);
  });
});

describe('the stored document', () => {
  const record = { v: 1, g: 'g', e: [] } as const;

  test('may hold anything: what is no record is left out', async () => {
    const stored = {
      chats: [null, { chat: 'a', records: [[1, { g: 'g', e: [['id', 1, 'h'], ['id'], 7] }], [-1, record], 'x'] }],
    };
    const kept = new KeptRecords(new MemoryDocumentStore({ records: stored }), new CollectingLog());
    await kept.load();
    expect(kept.of('a')).toEqual([[1, { v: 1, g: 'g', e: [['id', 1, 'h']] }]]);
  });

  test('is written once for turns that come while it is written', async () => {
    const store = new MemoryDocumentStore();
    const kept = new KeptRecords(store, new CollectingLog());
    await Promise.all(Array.from({ length: 20 }, (_, turn) => kept.add('a', undefined, turn, record)));
    expect(store.writes).toBeLessThan(4);
    expect(kept.of('a')).toHaveLength(20);
  });

  test('that cannot be written is reported, and the records hold until the host stops', async () => {
    const store = new MemoryDocumentStore();
    const log = new CollectingLog();
    store.failWriting(new Error('disk full'));
    const kept = new KeptRecords(store, log);
    await kept.add('a', undefined, 1, record);
    expect(kept.of('a')).toHaveLength(1);
    expect(log.warnings[0]?.message).toContain('could not be stored');
  });
});
