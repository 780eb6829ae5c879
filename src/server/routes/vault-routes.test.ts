import { describe, expect, test } from 'vitest';
import { MemoryNoteSource } from '../../adapters/memory/memory-note-source';
import { MemoryVaultOpener } from '../../adapters/memory/memory-vault-opener';
import { settled } from '../../../tests/support/engine-host';
import { jsonOf, problemOf, testServer, vaultNotes, type TestServerOptions } from '../testing/test-server';

const place = { name: 'Harbor', kind: 'lorehearth', host: 'Coast', port: 27_700 };
const notes = { 'Pier.md': '---\ntags: [lorebook]\nkeys: [pier]\n---\nThe old pier.\n' };

async function serving(options: TestServerOptions = {}) {
  const opener = new MemoryVaultOpener();
  const harbor = new MemoryNoteSource(notes, 'Harbor');
  opener.put('coast:27700', harbor);
  const server = await testServer({ vaults: opener, ...options });
  const token = await server.token('admin');
  const ask = (path: string, method = 'GET', body?: unknown) =>
    server.send(path, { method, token, ...(body !== undefined && { body }) });
  return { server, opener, harbor, ask };
}

describe('further vaults over REST', () => {
  test('are added, read, told, changed, ordered and taken away', async () => {
    const { ask } = await serving();
    const added = await ask('/v1/vaults', 'POST', { ...place, key: 'secret-of-harbor' });
    expect(added.status).toBe(201);
    const { id } = await jsonOf(added);
    await settled();
    const list = await ask('/v1/vaults');
    const text = await list.clone().text();
    expect(text).not.toContain('secret-of-harbor');
    expect(await jsonOf(list)).toMatchObject({
      policy: 'all',
      canOpen: ['folder', 'lorehearth', 'local-rest-api'],
      items: [
        { id: 'own', kind: 'own', name: 'Vault', state: 'ready', reason: null },
        { id, name: 'Harbor', host: 'coast', hasKey: true, state: 'ready', stale: false, notes: 1, entries: 1 },
      ],
    });
    const entries = await jsonOf(await ask('/v1/entries?text=pier'));
    expect(entries).toMatchObject({ items: [{ title: 'Pier', vault: 'Harbor', vaultId: id, stale: false }] });
    expect(await jsonOf(await ask(`/v1/vaults/${String(id)}`, 'PATCH', { enabled: false }))).toMatchObject({
      state: 'off',
    });
    expect((await ask('/v1/vaults/order', 'PUT', { ids: [id] })).status).toBe(200);
    expect(await jsonOf(await ask(`/v1/vaults/${String(id)}`, 'DELETE'))).toMatchObject({ items: [{ id: 'own' }] });
  });

  test('are tested, one, all, and before they are added, and looked for on ports', async () => {
    const { ask, opener } = await serving();
    opener.keys.set('coast:27700', 'right');
    const one = await jsonOf(await ask('/v1/vaults/test', 'POST', { place, key: 'wrong' }));
    expect(one).toMatchObject({ items: [{ id: null, name: 'Harbor', result: 'refused', notes: null }] });
    const { id } = await jsonOf(await ask('/v1/vaults', 'POST', { ...place, key: 'right' }));
    const tested = { id, result: 'ok', vault: 'Harbor', notes: 1, version: '1.0.0', reason: '' };
    expect(await jsonOf(await ask(`/v1/vaults/${String(id)}/test`, 'POST'))).toMatchObject(tested);
    expect(await jsonOf(await ask('/v1/vaults/test', 'POST', {}))).toMatchObject({ items: [tested] });
    const scan = { host: 'coast', from: 27_690, to: 27_710 };
    expect(await jsonOf(await ask('/v1/vaults/scan', 'POST', scan))).toMatchObject({
      asked: 21,
      found: [{ port: 27_700 }],
    });
  });

  test.each([
    ['no host', { ...place, host: '' }, 'host'],
    ['no port', { name: 'A', kind: 'lorehearth', host: 'coast' }, 'port'],
    ['no folder', { name: 'A', kind: 'folder' }, 'folder'],
    ['an address', { ...place, host: 'http://coast' }, 'host'],
    ['the name of the own vault', { ...place, name: 'vault' }, 'name'],
  ])('with %s are refused with the field', async (_, body, field) => {
    const { ask } = await serving();
    const problem = await problemOf(await ask('/v1/vaults', 'POST', body));
    expect(problem).toMatchObject({ status: 400, fields: [{ path: field }] });
  });

  test('are refused in words by a host that can open none', async () => {
    const server = await testServer();
    const token = await server.token('admin');
    const problem = await problemOf(await server.send('/v1/vaults', { token, body: place }));
    expect(problem).toMatchObject({ status: 409, detail: 'This host cannot read further vaults.' });
  });

  test('are told as changed on the stream, with a report of the index', async () => {
    const { ask, server, harbor } = await serving();
    const { id } = await jsonOf(await ask('/v1/vaults', 'POST', place));
    await settled();
    harbor.set('Tower.md', notes['Pier.md']);
    expect(await jsonOf(await ask(`/v1/vaults/${String(id)}/read`, 'POST'))).toMatchObject({ entries: 2 });
    const { items } = await jsonOf(await ask('/v1/index-reports?limit=1'));
    expect(items).toMatchObject([{ vault: id, vaultName: 'Harbor', added: 1, entries: [{ what: 'added' }] }]);
    expect(server.log.warnings).toEqual([]);
  });
});

describe('notes for another Lorehearth', () => {
  test('are the lore notes of the own vault alone, as they stand in their files', async () => {
    const text = '\ufeff---\r\ntags: [lorebook]\r\nkeys: [keep]\r\n---\r\nText.\r\n';
    const { ask } = await serving({ notes: { ...vaultNotes, 'In/100% é.md': text } });
    await ask('/v1/vaults', 'POST', place);
    await settled();
    const { items } = await jsonOf(await ask('/v1/notes'));
    const paths = (items as { path: string }[]).map(({ path }) => path);
    expect([...paths].sort()).toEqual(
      [...Object.keys(vaultNotes), 'In/100% é.md'].filter((path) => path !== 'Diary.md').sort(),
    );
    const note = await ask(`/v1/notes/${encodeURIComponent('In/100% é.md')}`);
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await note.arrayBuffer())).toBe(text);
    expect((await ask('/v1/notes/Diary.md')).status).toBe(404);
    const further = await jsonOf(await ask('/v1/entries?text=pier'));
    const [{ path }] = further['items'] as [{ path: string }];
    expect((await ask(`/v1/notes/${encodeURIComponent(path)}`)).status).toBe(404);
  });

  test('are not told as gone while the vault cannot be read', async () => {
    const { ask, server } = await serving();
    server.source.failListing('The drive is gone.');
    await server.engine.refresh();
    expect((await ask('/v1/notes')).status).toBe(503);
    server.source.failReading('Lore/Silver Keep.md', 'busy');
    expect((await ask('/v1/notes/Lore%2FSilver%20Keep.md')).status).toBe(503);
  });
});
