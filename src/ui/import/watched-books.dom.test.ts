import { describe, expect, it, vi } from 'vitest';
import { fillImports } from '../../../tests/browser/support/import-world';
import { adminToken, readToken, ScriptedServer } from '../../../tests/browser/support/scripted-server';
import { createClient } from '../../server/client';
import { ImportModel } from '../import-model.svelte';

async function setUp(token = adminToken) {
  const server = new ScriptedServer();
  fillImports(server);
  const client = createClient({ fetch: server.fetch, base: 'http://lore.test', token: () => token });
  const model = new ImportModel(client);
  await model.open();
  return { server, model, watched: model.watched };
}

describe('watched lorebooks', () => {
  it('are listed, and show what differs in one at a time', async () => {
    const { watched } = await setUp();
    expect(watched.books.value?.map(({ state }) => state)).toEqual(['conflicts', 'gone']);
    await watched.toggle('st-harbor');
    expect(watched.changes.value?.map(({ kind }) => kind)).toEqual([
      'conflict',
      'changed',
      'missing',
      'removed',
      'new',
    ]);
    await watched.toggle('st-harbor');
    expect([watched.opened, watched.changes.phase]).toEqual([undefined, 'idle']);
  });

  it('are settled entry by entry, one wish at a time', async () => {
    const { watched, server } = await setUp();
    await watched.toggle('st-harbor');
    const both = [watched.resolve('st-harbor', '4', 'theirs'), watched.resolve('st-harbor', '6', 'mine')];
    expect(watched.working).toBe('st-harbor');
    await Promise.all(both);
    expect(server.watch.settled).toEqual([{ uid: '4', keep: 'theirs' }]);
    expect(watched.books.value?.[0]).toMatchObject({ state: 'mirrored', counts: { conflicts: 0 } });
    expect(watched.changes.value?.map(({ uid }) => uid)).toEqual(['5', '6', '7', '9']);
  });

  it('say why nothing was settled, and to whom it is not allowed', async () => {
    const { watched, server } = await setUp();
    server.watch.refusal = 'The note is locked.';
    await watched.resolve('st-harbor', '4', 'theirs');
    expect(watched.outcome).toMatchObject({ book: 'st-harbor', failure: { detail: 'The note is locked.' } });
    const reader = await setUp(readToken);
    await reader.watched.stop('st-harbor');
    expect(reader.watched.outcome?.failure).toMatchObject({ status: 403 });
  });

  it('go from the list when they are not watched any more', async () => {
    const { watched } = await setUp();
    await watched.toggle('st-harbor');
    await watched.stop('st-harbor');
    expect(watched.books.value?.map(({ id }) => id)).toEqual(['st-guilds']);
    expect(watched.opened).toBeUndefined();
  });

  it('are loaded again when the server tells that they changed', async () => {
    const { watched, model, server } = await setUp();
    server.watch.books = [];
    model.followEvent({ kind: 'watched-changed', data: { book: 'st-harbor' } });
    await vi.waitFor(() => expect(watched.books.value).toEqual([]));
    model.clear();
    expect(watched.books.value).toBeUndefined();
  });
});

describe('progress of an import', () => {
  it('is shown while the import runs, and not before or after', async () => {
    const { model, server } = await setUp();
    const tell = (done: unknown) => model.followEvent({ kind: 'import-progress', data: { done, total: 4 } });
    tell(1);
    expect(model.progress).toBeUndefined();
    await model.add([new File(['{"entries":{}}'], 'Harbor.json')]);
    server.delayMs = 10;
    const run = model.import();
    tell(2);
    expect(model.progress).toEqual({ done: 2, total: 4 });
    tell('wrong');
    expect(model.progress).toBeUndefined();
    await run;
    tell(3);
    expect(model.progress).toBeUndefined();
  });
});
