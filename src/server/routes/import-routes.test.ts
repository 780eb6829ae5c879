import { describe, expect, test } from 'vitest';
import { jsonOf, problemOf, testServer } from '../testing/test-server';

const tavern = JSON.stringify({
  entries: { 0: { uid: 0, key: ['fox'], keysecondary: [], comment: 'Fox', content: 'Red.' } },
});
const files = [{ name: 'Forest.json', text: tavern }];

describe('imports over REST', () => {
  test('are told in a dry run, made, listed and taken back', async () => {
    const server = await testServer();
    const token = await server.token('read', 'write');
    const dry = await jsonOf(await server.send('/v1/imports', { token, body: { files, dryRun: true } }));
    expect(dry).toMatchObject({
      counts: { create: 1, unchanged: 0 },
      files: [
        {
          file: 'Forest.json',
          format: 'sillytavern',
          entries: 1,
          mapped: 1,
          books: [{ notes: [{ action: 'create' }] }],
        },
      ],
    });
    expect(dry['report']).toBeUndefined();
    const made = await jsonOf(await server.send('/v1/imports', { token, body: { files, folder: 'In' } }));
    expect(made).toMatchObject({ report: { created: ['In/Forest/Fox.md'], isCancelled: false } });
    expect(await jsonOf(await server.send('/v1/entries?text=fox', { token }))).toMatchObject({ total: 1 });
    const list = await jsonOf(await server.send('/v1/imports', { token }));
    expect(list).toMatchObject({ items: [{ files: ['Forest.json'], created: 1, state: 'done' }] });
    const { id } = made['report'] as { id: string };
    const undone = await server.send(`/v1/imports/${id}/undo`, { token, method: 'POST' });
    expect(await jsonOf(undone)).toMatchObject({ id, removed: ['In/Forest/Fox.md'], kept: [] });
    expect((await server.send(`/v1/imports/${id}/undo`, { token, method: 'POST' })).status).toBe(404);
    expect(await jsonOf(await server.send('/v1/entries?text=fox', { token }))).toMatchObject({ total: 0 });
  });

  test('take files as base64', async () => {
    const server = await testServer();
    const body = { files: [{ name: 'Forest.json', base64: btoa(tavern) }], dryRun: true };
    const answer = await jsonOf(await server.send('/v1/imports', { token: await server.token('write'), body }));
    expect(answer).toMatchObject({ files: [{ format: 'sillytavern', entries: 1 }] });
  });

  test('end when their client goes away; what was written then stays and can be undone', async () => {
    const server = await testServer();
    const entries = Object.fromEntries(
      Array.from({ length: 300 }, (_, uid) => [
        uid,
        { uid, key: [`k${String(uid)}`], comment: `E${String(uid)}`, content: 'x' },
      ]),
    );
    const leaving = new AbortController();
    server.engine.on(({ kind }) => kind === 'import-progress' && leaving.abort());
    const body = JSON.stringify({ files: [{ name: 'Large.json', text: JSON.stringify({ entries }) }] });
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', body, headers, signal: leaving.signal };
    await server.app.inProcess('http://lore.test/v1/imports', init).catch(() => undefined);
    const [run] = await server.engine.imports.list();
    expect(run?.state).toBe('done');
    expect(run?.created).toBeLessThan(300);
    expect((await server.engine.imports.undo(run?.id ?? ''))?.removed.length).toBe(run?.created);
  });

  test.each([
    ['/v1/imports', 'POST', 'lorehearth import FILE'],
    ['/v1/watched-books', 'PUT', 'lorebook is too large to be watched'],
    ['/v1/generations', 'POST', 'Send fewer messages'],
  ])('that are too large for %s are told what to do instead', async (path, method, remedy) => {
    const server = await testServer();
    const body = JSON.stringify({ files: [{ name: 'a.json', text: 'x'.repeat(8 * 1024 * 1024) }] });
    const problem = await problemOf(await server.send(path, { token: await server.token('admin'), method, body }));
    expect(problem).toMatchObject({ status: 413, code: 'body_too_large' });
    expect(problem['detail']).toContain(remedy);
  });

  test('tell listeners how far they are and when they are made', async () => {
    const server = await testServer();
    const kinds: string[] = [];
    server.engine.on(({ kind }) => kinds.push(kind));
    await server.send('/v1/imports', { token: await server.token('write'), body: { files } });
    expect(kinds.filter((kind) => kind.startsWith('import'))).toEqual(['import-progress', 'imported']);
  });

  test.each([
    ['neither text nor base64', { files: [{ name: 'a' }] }],
    ['both', { files: [{ name: 'a', text: '', base64: '' }] }],
    ['no base64', { files: [{ name: 'a', base64: '§' }] }],
    ['no file', { files: [] }],
  ])('are refused with %s', async (_, body) => {
    const server = await testServer();
    const response = await server.send('/v1/imports', { token: await server.token('write'), body });
    expect(await problemOf(response)).toMatchObject({ status: 400, code: 'malformed_request' });
  });

  test('are refused into a folder outside of the vault, with a sentence', async () => {
    const server = await testServer();
    const body = { files, folder: '../x' };
    const response = await server.send('/v1/imports', { token: await server.token('write'), body });
    expect(await problemOf(response)).toMatchObject({ status: 409, code: 'not_imported' });
  });

  test('tell why a file cannot be read', async () => {
    const server = await testServer();
    const body = { files: [{ name: 'a.json', text: '{"a":' }], dryRun: true };
    const answer = await jsonOf(await server.send('/v1/imports', { token: await server.token('write'), body }));
    expect(answer).toMatchObject({ files: [{ entries: 0, problems: [expect.stringMatching(/\S.*\./)] }] });
    expect((answer['files'] as readonly object[])[0]).not.toHaveProperty('format');
  });
});

describe('exports over REST', () => {
  test('are the lorebook and what it does not say', async () => {
    const server = await testServer();
    const token = await server.token('read');
    const whole = await jsonOf(await server.send('/v1/exports/sillytavern', { token }));
    expect(whole).toMatchObject({ format: 'sillytavern', entries: 4, problems: [], file: { entries: {} } });
    const some = await jsonOf(await server.send('/v1/exports/sillytavern?folder=Orte', { token }));
    expect(some).toMatchObject({ entries: 1 });
  });

  test('are not found in a format that is not written', async () => {
    const server = await testServer();
    const response = await server.send('/v1/exports/paper', { token: await server.token('read') });
    expect(await problemOf(response)).toMatchObject({
      status: 404,
      detail: expect.stringContaining('sillytavern') as string,
    });
  });
});
