import { describe, expect, test } from 'vitest';
import { jsonOf, problemOf, testServer, type TestServer } from '../testing/test-server';

const fox = { uid: 0, comment: 'Fox', key: ['fox'], keysecondary: [], content: 'Red.' };
const den = { uid: 1, comment: 'Den', key: ['den'], keysecondary: [], content: 'Under the oak.' };
const data = { entries: { 0: fox, 1: den } };
const PATH = '/v1/watched-books';

async function watching() {
  const server = await testServer();
  const token = await server.token('read', 'write');
  const mirror = (body: object) =>
    server.send(PATH, { token, method: 'PUT', body: { book: 'Coast', data, digest: '1', ...body } });
  return { server, token, mirror };
}

async function bookOf(server: TestServer, token: string): Promise<{ id: string; state: string }> {
  const { items } = (await jsonOf(await server.send(PATH, { token }))) as { items: { id: string; state: string }[] };
  return items[0] ?? { id: '', state: '' };
}

describe('watched books over REST', () => {
  test('are mirrored, listed, told as gone and watched no longer', async () => {
    const { server, token, mirror } = await watching();
    const made = await jsonOf(await mirror({ writeBack: true }));
    expect(made).toMatchObject({
      book: {
        source: { kind: 'sillytavern', book: 'Coast' },
        folder: 'Lorebooks/Coast',
        entries: 2,
        digest: '1',
        state: 'mirrored',
        writeBack: true,
      },
      report: { created: 2, updated: 0, unchanged: 0, conflicts: 0, missing: 0, failed: [] },
    });
    expect(await jsonOf(await mirror({}))).toMatchObject({
      report: { created: 0, unchanged: 2 },
      book: { writeBack: true },
    });
    expect(await jsonOf(await server.send('/v1/entries?text=fox', { token }))).toMatchObject({ total: 1 });
    const { id } = await bookOf(server, token);
    expect(encodeURIComponent(id)).toBe(id);
    expect(await jsonOf(await server.send(`${PATH}/${id}/gone`, { token, method: 'POST' }))).toMatchObject({
      state: 'gone',
    });
    const stopped = await server.send(`${PATH}/${id}`, { token, method: 'DELETE' });
    expect(await jsonOf(stopped)).toEqual({ id, notes: 2 });
    expect(await jsonOf(await server.send(PATH, { token }))).toEqual({ items: [] });
    expect((await server.send(`${PATH}/${id}`, { token, method: 'DELETE' })).status).toBe(404);
  });

  test('name every entry and the note that it is in', async () => {
    const { server, token, mirror } = await watching();
    await mirror({});
    const { id } = await bookOf(server, token);
    const { items } = (await jsonOf(await server.send(`${PATH}/${id}/entries`, { token }))) as {
      items: { source: string }[];
    };
    expect(items).toMatchObject([
      { uid: '0', title: 'Fox', state: 'mirrored', path: 'Lorebooks/Coast/Fox.md' },
      { uid: '1', title: 'Den', state: 'mirrored' },
    ]);
    const entries = (await jsonOf(await server.send('/v1/entries?text=fox', { token }))) as { items: { id: string }[] };
    const entry = await jsonOf(await server.send(`/v1/entries/${entries.items[0]?.id ?? ''}`, { token }));
    expect(JSON.stringify(entry)).toContain(items[0]?.source);
  });

  test('show conflicts and settle them', async () => {
    const { server, token, mirror } = await watching();
    await mirror({});
    const path = 'Lorebooks/Coast/Fox.md';
    server.source.set(path, (server.source.text(path) ?? '').replace('Red.', 'Mine.'));
    await server.engine.refresh();
    const again = await jsonOf(
      await mirror({ digest: '2', data: { entries: { 0: { ...fox, content: 'Theirs.' }, 1: den } } }),
    );
    expect(again).toMatchObject({ book: { state: 'conflicts', counts: { conflicts: 1 } }, report: { conflicts: 1 } });
    const { id } = await bookOf(server, token);
    const changes = await jsonOf(await server.send(`${PATH}/${id}/changes`, { token }));
    expect(changes).toMatchObject({
      digest: '2',
      items: [
        {
          uid: '0',
          at: '0',
          kind: 'conflict',
          fields: [{ field: 'body', mine: 'Mine.\n', theirs: 'Theirs.\n' }],
          entry: { uid: 0, content: 'Mine.' },
        },
      ],
    });
    const resolve = (body: object) => server.send(`${PATH}/${id}/resolve`, { token, body });
    expect(await jsonOf(await resolve({ uid: '0', keep: 'theirs' }))).toMatchObject({ book: { state: 'mirrored' } });
    expect(await problemOf(await resolve({ uid: '0', keep: 'theirs' }))).toMatchObject({ code: 'not_found' });
  });

  test('are one line of the list of imports, which undoes them', async () => {
    const { server, token, mirror } = await watching();
    await mirror({});
    await mirror({ digest: '2', data: { entries: { 0: { ...fox, content: 'New.' }, 1: den } } });
    const { id } = await bookOf(server, token);
    const list = await jsonOf(await server.send('/v1/imports', { token }));
    expect(list).toMatchObject({ items: [{ id, files: ['Coast'], watched: id, state: 'done', updated: 1 }] });
    const undo = () => server.send(`/v1/imports/${id}/undo`, { token, method: 'POST' });
    expect(await jsonOf(await undo())).toMatchObject({ restored: ['Lorebooks/Coast/Fox.md'], removed: [] });
    expect(((await jsonOf(await undo()))['removed'] as unknown[]).length).toBe(2);
    expect((await undo()).status).toBe(404);
  });

  test('tell listeners when they change', async () => {
    const { server, token, mirror } = await watching();
    const events: string[] = [];
    server.engine.on((event) => event.kind === 'watched-changed' && events.push(event.book));
    await mirror({});
    const { id } = await bookOf(server, token);
    await server.send(`${PATH}/${id}/gone`, { token, method: 'POST' });
    expect(events).toEqual([id, id]);
  });

  test.each([
    ['a list', [], 'data', 'Here is a list'],
    ['entries of another kind', { entries: 3 }, 'data.entries', 'Here is a number'],
    ['nothing', null, 'data', 'Here is nothing'],
  ])('are refused with %s, with the place and what was expected', async (_, wrong, path, sentence) => {
    const { mirror } = await watching();
    const problem = await problemOf(await mirror({ data: wrong }));
    expect(problem).toMatchObject({ status: 400, code: 'malformed_request', fields: [{ path }] });
    expect(problem['detail']).toContain(sentence);
    expect(problem['detail']).toContain('expected');
  });

  test('are refused into a folder outside of the vault', async () => {
    const { mirror } = await watching();
    expect(await problemOf(await mirror({ folder: '../x' }))).toMatchObject({ status: 409, code: 'not_imported' });
  });
});
