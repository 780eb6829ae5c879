import { describe, expect, it, vi } from 'vitest';
import { fillImports, planned, plannedFile } from '../../tests/browser/support/import-world';
import { adminToken, readToken, ScriptedServer } from '../../tests/browser/support/scripted-server';
import { createClient } from '../server/client';
import { ImportModel } from './import-model.svelte';

const harbor = new File(['{"entries":{}}'], 'Harbor.json');
const shopping = new File(['{}'], 'Shopping.json');

function setUp(token = adminToken) {
  const server = new ScriptedServer();
  fillImports(server);
  const client = createClient({ fetch: server.fetch, base: 'http://lore.test', token: () => token });
  return { server, model: new ImportModel(client) };
}

async function chosen(...files: readonly File[]) {
  const parts = setUp();
  await parts.model.add(files);
  return parts;
}

describe('ImportModel', () => {
  it('asks at once what would become of files, and writes nothing', async () => {
    const { model, server } = await chosen(harbor, shopping);
    expect(model.preview.value?.counts).toMatchObject({ create: 2, update: 1, conflict: 1 });
    expect(model.preview.value?.files[1]?.problems[0]).toContain('no lorebook that is known');
    expect(server.imports.last?.files).toEqual([
      { name: 'Harbor.json', base64: btoa('{"entries":{}}') },
      { name: 'Shopping.json', base64: btoa('{}') },
    ]);
    expect(server.imports.runs).toHaveLength(2);
    expect(model.hindrance).toBeUndefined();
  });

  it('previews files that are added while others are read with them', async () => {
    const { model } = setUp();
    await Promise.all([model.add([harbor]), model.add([shopping])]);
    expect(model.files.map(({ name }) => name)).toEqual(['Harbor.json', 'Shopping.json']);
    expect(model.preview.value?.files).toHaveLength(2);
  });

  it('imports, shows what was done, and makes place for the next files', async () => {
    const { model } = await chosen(harbor);
    await model.import();
    expect(model.step).toMatchObject({ kind: 'done', report: { id: 'import-3', unchanged: 1 } });
    expect([model.files, model.preview.value, model.hindrance]).toEqual([[], undefined, 'Choose a file first.']);
    expect(model.history.runs.value?.[0]).toMatchObject({ files: ['Harbor.json'], state: 'done' });
    await model.add([shopping]);
    expect(model.step.kind).toBe('choosing');
  });

  it('says why there is nothing to import, and then imports nothing', async () => {
    const { model, server } = await chosen(shopping);
    expect(model.hindrance).toContain('no entry in these files');
    await model.import();
    expect([model.step.kind, server.imports.runs.length]).toEqual(['choosing', 2]);
  });

  it('asks anew for another folder or when duplicates are left out', async () => {
    const { model, server } = await chosen(harbor);
    await model.setFolder(' Lore/In ');
    expect(server.imports.last).toMatchObject({ folder: 'Lore/In', duplicates: '' });
    await model.setSkipsDuplicates(true);
    expect(server.imports.last).toMatchObject({ folder: 'Lore/In', duplicates: 'skip' });
    await model.import();
    expect(server.imports.last).toMatchObject({ folder: 'Lore/In', duplicates: 'skip' });
  });

  it('keeps the last preview beside a refusal, and imports nothing then', async () => {
    const { model, server } = await chosen(harbor);
    server.imports.refusal = 'Write a folder of the vault.';
    await model.setFolder('../x');
    expect(model.preview.failure).toMatchObject({ status: 409, detail: 'Write a folder of the vault.' });
    expect([model.preview.value?.files.length, model.hindrance]).toEqual([1, 'There is no preview yet.']);
  });

  it('takes files out again', async () => {
    const { model } = await chosen(harbor, shopping);
    await model.remove('Shopping.json');
    expect(model.preview.value?.files.map(({ file }) => file)).toEqual(['Harbor.json']);
    model.startOver();
    expect([model.files, model.preview.phase]).toEqual([[], 'idle']);
  });

  it('can be ended; the files stay and are previewed anew', async () => {
    const { model, server } = await chosen(harbor);
    server.delayMs = 20;
    const run = model.import();
    expect([model.step.kind, model.hindrance]).toEqual(['importing', 'The import is under way.']);
    await model.cancel();
    await run;
    expect([model.step.kind, model.files.length, model.preview.phase]).toEqual(['cancelled', 1, 'ready']);
    expect(server.imports.runs).toHaveLength(2);
    expect(model.history.runs.phase).toBe('ready');
  });

  it('keeps the files when the server goes away, and can try again', async () => {
    const { model, server } = await chosen(harbor);
    server.isOffline = true;
    await model.import();
    expect(model.step).toMatchObject({ kind: 'failed', failure: { kind: 'offline' } });
    expect(model.files).toHaveLength(1);
    server.isOffline = false;
    await model.import();
    expect(model.step.kind).toBe('done');
  });

  it('knows a token that may only read by the refusal', async () => {
    const { model } = setUp(readToken);
    await model.open();
    expect([model.isReadOnly, model.history.runs.value?.length]).toEqual([false, 2]);
    await model.add([harbor]);
    expect(model.isReadOnly).toBe(true);
  });

  it('offers the folders of the vault', async () => {
    const { model } = setUp();
    await model.open();
    expect(model.folders.value).toContain('Lore');
  });

  it('forgets everything with the token, also files that are still being read', async () => {
    const { model } = await chosen(harbor);
    await model.setFolder('In');
    const late = model.add([shopping]);
    model.clear();
    await late;
    expect([model.files, model.folder, model.preview.value, model.history.runs.value]).toEqual([
      [],
      '',
      undefined,
      undefined,
    ]);
  });
});

describe('earlier imports', () => {
  it('are taken back, with what stays', async () => {
    const { model, server } = setUp();
    await model.open();
    server.imports.kept = [{ title: 'a', path: 'a.md', sentence: 'It was changed since, and stays.' }];
    const undoing = model.history.undo('b');
    expect(model.history.undoing).toBe('b');
    await undoing;
    expect(model.history.outcome).toMatchObject({ kind: 'undone', report: { kept: [{ path: 'a.md' }] } });
    expect([model.history.isUndone('b'), model.history.undoing]).toEqual([true, undefined]);
  });

  it('are undone one at a time', async () => {
    const { model, server } = setUp();
    await Promise.all([model.history.undo('b'), model.history.undo('a')]);
    expect(server.requests.filter((one) => one.startsWith('POST'))).toEqual(['POST /v1/imports/b/undo']);
  });

  it('say why they cannot be taken back', async () => {
    const { model } = setUp();
    await model.history.undo('a');
    expect(model.history.outcome).toMatchObject({ kind: 'failed', id: 'a', failure: { status: 404 } });
  });
});

it('a preview that comes after a newer one is dropped', async () => {
  const { model, server } = await chosen(harbor);
  server.imports.planned = [plannedFile('Harbor.json', [planned('Only')])];
  server.delayMs = 20;
  const first = model.setFolder('A');
  const second = model.setFolder('B');
  await Promise.all([first, second]);
  await vi.waitFor(() => expect(model.preview.isLoading).toBe(false));
  expect(server.imports.last).toMatchObject({ folder: 'B' });
});
