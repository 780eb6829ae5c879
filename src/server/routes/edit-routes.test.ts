import { describe, expect, test } from 'vitest';
import { jsonOf, problemOf, testServer, type TestServer } from '../testing/test-server';

const PATH = 'Lore/Silver Keep.md';
const addKey = (key: string) => ({
  kind: 'change',
  path: PATH,
  operations: [{ kind: 'add-items', name: 'keys', items: [key] }],
});

async function opened(): Promise<{
  server: TestServer;
  call: (path: string, body?: unknown, method?: string) => Promise<Response>;
}> {
  const server = await testServer();
  const token = await server.token('read', 'write');
  const call = (path: string, body?: unknown, method?: string): Promise<Response> =>
    server.send(path, { token, ...(body !== undefined && { body }), ...(method !== undefined && { method }) });
  return { server, call };
}

describe('a proposal over REST', () => {
  test('comes back with its diff, is listed, accepted and taken back', async () => {
    const { server, call } = await opened();
    const made = await jsonOf(
      await call('/v1/proposals', { patch: addKey('the keep'), origin: { tool: 'why', session: 's' } }),
    );
    expect(made).toMatchObject({
      status: 'open',
      kind: 'change',
      title: 'Silver Keep',
      added: 1,
      removed: 1,
      remarks: [],
    });
    expect(made).toHaveProperty('diff.hunks.0.lines.2.words');
    expect(await jsonOf(await call('/v1/proposals?status=waiting&origin=why'))).toMatchObject({
      items: [{ id: made['id'] }],
      open: 1,
    });
    expect(await jsonOf(await call('/v1/proposals?origin=scribe'))).toMatchObject({ items: [], open: 1 });
    const done = await jsonOf(await call(`/v1/proposals/${String(made['id'])}/accept`, {}));
    expect(done).toMatchObject({ status: 'accepted', change: expect.any(String) as string });
    expect(server.engine.entryByPath(PATH)?.keys.map((key) => key.text)).toEqual(['silver keep', 'the keep']);
    expect(await jsonOf(await call('/v1/changes'))).toMatchObject({
      items: [{ id: done['change'], state: 'applied', added: 1 }],
      total: 1,
    });
    expect(await jsonOf(await call(`/v1/changes/${String(done['change'])}`))).toMatchObject({ diff: { added: 1 } });
    expect(await jsonOf(await call('/v1/changes/undo', { session: 's' }))).toEqual({
      undone: [done['change']],
      kept: [],
    });
    expect(server.engine.entryByPath(PATH)?.keys.map((key) => key.text)).toEqual(['silver keep']);
    const redo = () => call(`/v1/changes/${String(done['change'])}/redo`, undefined, 'POST');
    const again = await jsonOf(await redo());
    expect(again).toMatchObject({ state: 'applied', proposal: made['id'], diff: { added: 1 } });
    expect(server.engine.entryByPath(PATH)?.keys.map((key) => key.text)).toEqual(['silver keep', 'the keep']);
    expect(await jsonOf(await call('/v1/changes'))).toMatchObject({
      items: [{ id: again['id'] }, { id: done['change'], state: 'undone', redone: again['id'] }],
    });
    expect(await problemOf(await redo())).toMatchObject({ code: 'not_changed' });
  });

  test('that is not possible is refused in words', async () => {
    const { call } = await opened();
    const outside = { kind: 'create', folder: 'Diary', title: 'x', body: '' };
    const refused = await call('/v1/proposals', { patch: outside });
    expect(refused.status).toBe(409);
    expect(await problemOf(refused)).toMatchObject({
      code: 'not_changed',
      detail: expect.stringMatching(/folders with lore/) as string,
    });
    const made = await jsonOf(await call('/v1/proposals', { patch: addKey('x') }));
    expect((await call(`/v1/proposals/${String(made['id'])}/reject`, undefined, 'POST')).status).toBe(200);
    expect((await call(`/v1/proposals/${String(made['id'])}/accept`, {})).status).toBe(409);
  });

  test.each(['../N.md', '/etc/hosts', 'C:/x.md', 'a/../b.md'])('BR-120 with the path %s is malformed', async (path) => {
    const { call } = await opened();
    const change = { kind: 'change', path, operations: [{ kind: 'append-text', text: 'x' }] };
    for (const patch of [change, { kind: 'move', path: PATH, to: path }])
      expect((await call('/v1/proposals', { patch })).status).toBe(400);
  });

  test('in conflict tells both versions and the fingerprint to settle it with', async () => {
    const { server, call } = await opened();
    const first = await jsonOf(
      await call('/v1/proposals', {
        patch: { ...addKey('x'), operations: [{ kind: 'replace-text', find: 'guards', text: 'holds' }] },
      }),
    );
    const other = await server.engine.edits.propose(
      { kind: 'change', path: PATH, operations: [{ kind: 'replace-text', find: 'guards', text: 'watches' }] },
      { tool: 'user' },
    );
    await server.engine.edits.accept(other.kind === 'proposal' ? other.proposal.id : '');
    const conflict = await jsonOf(await call(`/v1/proposals/${String(first['id'])}/accept`, {}));
    expect(conflict).toMatchObject({
      status: 'conflict',
      conflict: {
        mine: expect.stringContaining('watches') as string,
        theirs: expect.stringContaining('holds') as string,
      },
    });
    const text = String(Reflect.get(Object(conflict['conflict']), 'theirs'));
    expect(
      await jsonOf(await call(`/v1/proposals/${String(first['id'])}/accept`, { text, base: conflict['base'] })),
    ).toMatchObject({ status: 'accepted' });
  });

  test('several are accepted in one request', async () => {
    const { call } = await opened();
    const ids: unknown[] = [];
    for (const key of ['a', 'b']) ids.push((await jsonOf(await call('/v1/proposals', { patch: addKey(key) })))['id']);
    const answer = await jsonOf(await call('/v1/proposals/accept', { ids: [...ids, 'unknown'] }));
    expect(answer).toMatchObject({ items: [{ id: ids[0], status: 'accepted' }, { id: ids[1] }] });
  });
});
