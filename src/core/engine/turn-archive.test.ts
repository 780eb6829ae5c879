import { describe, expect, test } from 'vitest';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';
import { seal } from './sealed-document';
import { engineHost, settled, type EngineHost } from '../../../tests/support/engine-host';
import { chatOf, lore, requestFor } from '../../../tests/support/lore-vault';

const notes = { 'Fox.md': lore('keys: [fox]'), 'Bell.md': lore('keys: [bell]\nenabled: false') };

/** Plays one turn of a chat. */
async function play({ engine }: EngineHost, id: string, chat = 'chat', text = 'the fox and the bell'): Promise<void> {
  const request = requestFor(chatOf(`Mara: ${text}`), {
    generationId: id,
    chat: { id: chat, parent: undefined, name: `Name of ${chat}`, isGroup: false },
  });
  await engine.generate(request, 10_000);
}

/** Another run on the same documents, once the turns are back. */
async function restarted(
  store: MemoryDocumentStore,
  vault: Readonly<Record<string, string>> = notes,
): Promise<EngineHost> {
  const host = engineHost(vault, store);
  await host.engine.open();
  await settled();
  return host;
}

describe('turns after a restart', () => {
  test('are as they were, with what the client said of their delivery', async () => {
    const store = new MemoryDocumentStore();
    const first = await restarted(store);
    await play(first, 'a');
    first.time.advance(1_000);
    await play(first, 'b', 'other');
    const key = first.engine.generation('a')?.injections[0]?.key ?? '';
    first.engine.reportDelivery('a', [{ key, outcome: 'undelivered', place: 'Main prompt', cause: 'It is gone.' }]);
    const before = first.engine.generation('a');
    await first.engine.close();
    const { engine } = await restarted(store);
    expect(JSON.stringify(engine.generation('a'))).toBe(JSON.stringify(before));
    expect(engine.generationChats().map(({ id, name, turns }) => [id, name, turns])).toEqual([
      ['other', 'Name of other', 1],
      ['chat', 'Name of chat', 1],
    ]);
    expect(engine.status().lastTurn?.id).toBe('b');
  });

  test('tell of the last one as soon as somebody asks, even while they are being read', async () => {
    const store = new MemoryDocumentStore();
    const first = await restarted(store);
    await play(first, 'a');
    await first.engine.close();

    const { engine } = engineHost(notes, store);
    const asked = engine.lastTurn();
    expect(engine.status().lastTurn).toBeUndefined();
    expect((await asked)?.id).toBe('a');
  });

  test('are written a while after the turn, all that came meanwhile together, and no turn waits', async () => {
    const host = await restarted(new MemoryDocumentStore());
    for (const id of ['a', 'b', 'c']) await play(host, id);
    expect(host.store.names.filter((name) => name.startsWith('generations'))).toEqual([]);
    const writes = host.store.writes;
    host.time.advance(5_000);
    await settled();
    expect(host.store.names).toContain('generations-0');
    expect(host.store.writes).toBe(writes + 2);
  });

  test('are those that the setting keeps, also when they come after newer ones', async () => {
    const store = new MemoryDocumentStore();
    const first = await restarted(store);
    for (let turn = 0; turn < 6; turn++) await play(first, `old ${String(turn)}`);
    await first.engine.changeSettings({ generationsKept: 4 });
    await first.engine.close();
    const second = engineHost(notes, store);
    await second.engine.open();
    await play(second, 'new');
    await settled();
    expect(second.engine.generations('chat', 10).map(({ id }) => id)).toEqual(['new', 'old 5', 'old 4', 'old 3']);
  });

  test('stay bounded: large ones take the place of the oldest, over many restarts', async () => {
    const store = new MemoryDocumentStore();
    const words = 'word '.repeat(40_000);
    const vault = { 'Long.md': lore('keys: [fox]', words) };
    for (let run = 0; run < 3; run++) {
      const host = await restarted(store, vault);
      await host.engine.changeSettings({ budgetKind: 'unlimited', generationsKept: 1_000 });
      for (let turn = 0; turn < 24; turn++) {
        await play(host, `${String(run)}-${String(turn)}`);
        host.time.advance(5_000);
        await settled();
      }
      await host.engine.close();
    }
    const parts = store.names.filter((name) => name.startsWith('generations-'));
    expect(parts.length).toBeLessThanOrEqual(7);
    const size = parts.reduce((sum, name) => sum + (store.text(name)?.length ?? 0), 0);
    expect(size).toBeLessThan(7 * 1_500_000);
    const { engine } = await restarted(store, vault);
    expect(engine.generation('2-23')).toBeDefined();
    expect(engine.generation('0-0')).toBeUndefined();
  });

  test('of a quiet chat stay, however busy another one is', async () => {
    const store = new MemoryDocumentStore();
    const words = 'word '.repeat(40_000);
    const host = await restarted(store, { 'Long.md': lore('keys: [fox]', words) });
    await host.engine.changeSettings({ budgetKind: 'unlimited', generationsKept: 1_000 });
    await play(host, 'quiet', 'quiet');
    for (let turn = 0; turn < 60; turn++) {
      await play(host, `busy ${String(turn)}`, 'busy');
      host.time.advance(5_000);
      await settled();
    }
    await host.engine.close();
    const { engine } = await restarted(store);
    expect(engine.generation('quiet')).toBeDefined();
    expect(engine.generation('busy 59')).toBeDefined();
    expect(engine.generation('busy 0')).toBeUndefined();
  });

  test('that were stored together are taken over, once, and emptied', async () => {
    const store = new MemoryDocumentStore();
    const first = await restarted(store);
    await play(first, 'a');
    await play(first, 'b', 'other');
    const [a, b] = ['a', 'b'].map((id) => first.engine.generation(id));
    if (!a || !b) throw new Error('Nothing was played.');
    const turns = [a, b].map((trace) => ({ trace }));
    const together = { version: 1, ...seal('turns-1', { number: 5, turns }) };
    const older = new MemoryDocumentStore({ data: JSON.parse(store.text('data') ?? ''), 'turns-5': together });
    const second = await restarted(older);
    expect(second.engine.generation('a')).toEqual(a);
    await play(second, 'c', 'other');
    await second.engine.close();
    expect(older.text('turns-5')).not.toContain('Mara');
    const third = await restarted(older);
    expect(third.engine.generations('other', 9).map(({ id }) => id)).toEqual(['c', 'b']);
    expect(third.engine.generation('a')).toEqual(a);
    expect(older.names.filter((name) => name.startsWith('generations-'))).toHaveLength(2);
  });

  test('are many small ones over many restarts: a run goes on where the last one stopped', async () => {
    const store = new MemoryDocumentStore();
    for (let run = 0; run < 20; run++) {
      const host = await restarted(store);
      await play(host, `run ${String(run)}`);
      await host.engine.close();
    }
    const { engine } = await restarted(store);
    expect(engine.generations('chat', 50)).toHaveLength(20);
    expect(store.names.filter((name) => name.startsWith('generations-'))).toEqual(['generations-0']);
  });

  test('lack refused entries beyond the first hundreds, and say how many', async () => {
    const store = new MemoryDocumentStore();
    const vault = Object.fromEntries(
      Array.from({ length: 450 }, (_, at) => [`${String(at)}.md`, lore('keys: [bell]\nenabled: false')]),
    );
    const first = await restarted(store, vault);
    await play(first, 'a');
    expect(first.engine.generation('a')).toMatchObject({ entries: { length: 450 } });
    await first.engine.close();
    const { engine } = await restarted(store, vault);
    expect(engine.generation('a')).toMatchObject({ entries: { length: 400 }, leftOut: 50 });
  });
});

describe('documents of turns that cannot be used', () => {
  test.each([
    ['is no JSON', '{"version":1', 'no JSON'],
    [
      'was damaged',
      '{"version":1,"key":"[\\"other\\",0]","value":{"reading":"turns-1","hash":"x","body":"{}"}}',
      'damaged',
    ],
    ['is of another version', '{"version":99}', 'newer version'],
  ])('one that %s costs its turns alone, and the log says so', async (_, text, reason) => {
    const store = new MemoryDocumentStore();
    const first = await restarted(store);
    await play(first, 'a');
    await play(first, 'b', 'other');
    await first.engine.close();
    const document = 'generations-1';
    store.setText(document, text);
    const { engine, log } = await restarted(store);
    expect(engine.generation('a')).toBeDefined();
    expect(engine.generation('b')).toBeUndefined();
    const told = [
      ...log.warnings.map(({ message }) => message),
      ...engine.documents.notices.map((one) => one.sentence),
    ];
    expect(told.join()).toContain(reason);
  });

  test('a disk that refuses costs nothing but the turns after a restart', async () => {
    const host = await restarted(new MemoryDocumentStore());
    await play(host, 'a');
    host.store.failWriting(new Error('The disk is full.'));
    await host.engine.close();
    expect(host.engine.generation('a')).toBeDefined();
    expect(JSON.stringify(host.log.warnings)).toContain('could not be stored (the last turns of chats)');
  });
});

describe('a turn that is played again', () => {
  test('is chosen from the lore as it is now, also after a restart, and nothing is recorded', async () => {
    const store = new MemoryDocumentStore();
    const first = await restarted(store);
    await play(first, 'a');
    const id = first.engine.entryByPath('Bell.md')?.id ?? '';
    const before = await first.engine.replay('a', { explain: [id] });
    expect(before?.explanations).toMatchObject([{ reason: 'disabled', change: { where: 'note', name: 'enabled' } }]);
    await first.engine.close();
    const { engine } = await restarted(store, { ...notes, 'Bell.md': lore('keys: [bell]') });
    const after = await engine.replay('a', { explain: [id] });
    expect(after?.explanations).toMatchObject([{ isInjected: true }]);
    expect(engine.generations(undefined, 10)).toHaveLength(1);
  });

  test('has to be one of the newest of its chat', async () => {
    const host = await restarted(new MemoryDocumentStore());
    for (let turn = 0; turn < 12; turn++) await play(host, `turn ${String(turn)}`);
    expect(await host.engine.replay('turn 11', {})).toBeDefined();
    expect(await host.engine.replay('turn 0', {})).toBeUndefined();
    expect(await host.engine.replay('unknown', {})).toBeUndefined();
  });
});
