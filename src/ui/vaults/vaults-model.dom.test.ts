import { describe, expect, it } from 'vitest';
import { adminToken, ScriptedServer } from '../../../tests/browser/support/scripted-server';
import { fillVaults } from '../../../tests/browser/support/vault-world';
import { MOST_SCANNED_PORTS } from '../../server/contract/wire-vaults';
import { createClient } from '../../server/client';
import { MOST_PORTS } from './port-ranges';
import { newDraft } from './vault-draft';
import { VaultMarks } from './vault-marks.svelte';
import { VaultScan } from './vault-scan.svelte';
import { VaultsModel } from './vaults-model.svelte';

async function loaded() {
  const server = new ScriptedServer();
  fillVaults(server);
  const client = createClient({ fetch: server.fetch, base: 'http://lore.test', token: () => adminToken });
  const model = new VaultsModel(client);
  await model.refresh();
  const vault = (name: string) => model.list.all.find((one) => one.name === name)!;
  return { server, model, client, vault };
}

const names = (model: VaultsModel) => model.list.further.map(({ name }) => name);

describe('the list of vaults', () => {
  it('moves a vault among the further ones, and not over the ends', async () => {
    const { model, vault, server } = await loaded();
    await model.list.move(vault('Atlas'), -1);
    expect(names(model)).toEqual(['Atlas', 'Harbor notes', 'House rules', 'Old campaign']);
    expect(server.vaults.items.map(({ name }) => name).slice(0, 2)).toEqual(['demo-vault', 'Atlas']);
    const before = server.requests.length;
    await model.list.move(vault('Atlas'), -1);
    await model.list.move(vault('Old campaign'), 1);
    expect([names(model)[0], server.requests.length]).toEqual(['Atlas', before]);
  });

  it('moves step by step when the user does not wait', async () => {
    const { model, vault, server } = await loaded();
    await Promise.all([model.list.move(vault('Old campaign'), -1), model.list.move(vault('Old campaign'), -1)]);
    expect(names(model)).toEqual(['Harbor notes', 'Old campaign', 'Atlas', 'House rules']);
    expect(server.vaults.items.map(({ name }) => name).slice(1)).toEqual(names(model));
  });

  it('goes back to the order that holds when it could not be changed', async () => {
    const { model, vault, server } = await loaded();
    server.refusal = { status: 500, detail: 'The disk is full.' };
    const moved = model.list.move(vault('Atlas'), -1);
    expect(names(model)[0]).toBe('Atlas');
    await Promise.resolve();
    await moved;
    server.refusal = undefined;
    await model.list.refresh();
    expect(names(model)[0]).toBe('Harbor notes');
    expect(model.list.failureOf(vault('Atlas'))).toMatchObject({ detail: 'The disk is full.' });
  });

  it('turns a vault off and on, and says why it cannot', async () => {
    const { model, vault, server } = await loaded();
    await model.list.turn(vault('Atlas'), false);
    expect([vault('Atlas').state, model.list.said]).toEqual(['off', 'Atlas is off.']);
    server.vaults.refusal = 'It could not be kept.';
    await model.list.turn(vault('Atlas'), true);
    expect(vault('Atlas').enabled).toBe(false);
    expect(model.list.failureOf(vault('Atlas'))).toMatchObject({ detail: 'It could not be kept.' });
    server.vaults.refusal = undefined;
    await model.list.turn(vault('Atlas'), true);
    expect(model.list.failureOf(vault('Atlas'))).toBeUndefined();
  });

  it('reads a vault now, and shows what came of it', async () => {
    const { model, vault, server } = await loaded();
    server.vaults.tests = {};
    const reading = model.list.read(vault('House rules'));
    expect(model.list.isReading(vault('House rules'))).toBe(true);
    await reading;
    expect([vault('House rules').state, vault('House rules').stale]).toEqual(['ready', false]);
    expect(model.list.isReading(vault('House rules'))).toBe(false);
  });

  it('changes only what was edited, and forgets a key only when it is told to', async () => {
    const { model, vault, server } = await loaded();
    const atlas = vault('Atlas');
    await model.list.save(atlas, { ...newDraft('lorehearth', 'Atlas 2'), host: atlas.host, port: atlas.port }, '');
    expect(server.requests.at(-1)).toBe('PATCH /v1/vaults/atlas-01c2');
    expect(vault('Atlas 2')).toMatchObject({ host: atlas.host, port: atlas.port });
    await model.list.save(vault('Atlas 2'), { ...newDraft('lorehearth', 'Atlas 2'), host: atlas.host }, ' k ');
    expect(server.vaults.keys.get('atlas-01c2')).toBe('k');
    await model.list.forgetKey(vault('Atlas 2'));
    expect([server.vaults.keys.size, vault('Atlas 2').hasKey]).toEqual([0, false]);
  });

  it('sends nothing when nothing was edited', async () => {
    const { model, vault, server } = await loaded();
    const { host, port } = vault('Atlas');
    const before = server.requests.length;
    expect(await model.list.save(vault('Atlas'), { ...newDraft('lorehearth', 'Atlas'), host, port }, ' ')).toBe(true);
    expect(server.requests).toHaveLength(before);
  });

  it('removes a vault', async () => {
    const { model, vault } = await loaded();
    await model.list.remove(vault('Atlas'));
    expect(names(model)).not.toContain('Atlas');
    expect(model.list.said).toBe('Atlas was removed. Its notes were not touched.');
  });
});

describe('a new vault', () => {
  it('begins with the usual address of a kind that the host can open', async () => {
    const { model, server } = await loaded();
    server.vaults.canOpen = ['local-rest-api'];
    await model.refresh();
    model.begin();
    expect(model.draft).toMatchObject({ kind: 'local-rest-api', port: 27_124, https: true, selfSigned: true });
    expect([model.kinds, model.missingKinds]).toEqual([['local-rest-api'], ['folder', 'lorehearth']]);
  });

  it('is not begun where the host can open none', async () => {
    const { model, server } = await loaded();
    server.vaults.canOpen = [];
    await model.refresh();
    model.begin();
    expect([model.draft, model.canScan]).toEqual([undefined, false]);
  });

  it('is tested before it is added, without leaving anything behind', async () => {
    const { model, server } = await loaded();
    model.begin();
    server.vaults.tests = { Pier: { result: 'refused', reason: 'The token is not accepted.' } };
    await model.testDraft(newDraft('lorehearth', 'Pier'), 'x');
    expect(model.tests.draft.step).toMatchObject({ kind: 'done', test: { result: 'refused' } });
    expect(server.vaults.items).toHaveLength(5);
    model.stop();
    expect(model.tests.draft.step.kind).toBe('none');
  });

  it('is added with its key, and stays a draft when it cannot be', async () => {
    const { model, server } = await loaded();
    model.begin();
    server.vaults.refusal = 'This vault is read already.';
    await model.add(newDraft('lorehearth', 'Pier'), 'x');
    expect([model.draft?.kind, model.list.problemsOf('').sentence]).toEqual(['folder', 'This vault is read already.']);
    server.vaults.refusal = undefined;
    await model.add(newDraft('lorehearth', ' Pier '), ' x ');
    expect([model.draft, names(model).at(-1), [...server.vaults.keys.values()]]).toEqual([undefined, 'Pier', ['x']]);
  });
});

describe('tests of vaults', () => {
  it('test all that are on with one request', async () => {
    const { model, vault, server } = await loaded();
    await model.tests.testAll(model.list.further.filter(({ enabled }) => enabled));
    expect(server.requests.filter((one) => one.startsWith('POST'))).toEqual(['POST /v1/vaults/test']);
    expect(model.tests.of(vault('Atlas')).step).toMatchObject({ kind: 'done', test: { result: 'ok' } });
    expect(model.tests.of(vault('House rules')).step).toMatchObject({ test: { result: 'unreachable' } });
    expect(model.tests.isTestingAll).toBe(false);
  });

  it('can be stopped', async () => {
    const { model, vault, server } = await loaded();
    server.delayMs = 50;
    const testing = model.tests.testAll([vault('Atlas')]);
    expect(model.tests.of(vault('Atlas')).isRunning).toBe(true);
    model.tests.cancelAll();
    await testing;
    expect(model.tests.of(vault('Atlas')).step.kind).toBe('canceled');
    expect(model.tests.isTestingAll).toBe(false);
  });

  it('say of a vault that was switched off meanwhile that it was not tested', async () => {
    const { model, vault } = await loaded();
    await model.tests.testAll([vault('Old campaign')]);
    expect(model.tests.of(vault('Old campaign')).step).toMatchObject({ test: { result: 'not-possible' } });
  });
});

describe('the search for vaults', () => {
  it('asks for a few ports at a time, tells how far it is, and lists each vault once', async () => {
    const { model, server } = await loaded();
    await model.scan.run('127.0.0.1', [{ from: 1, to: 45 }]);
    expect(server.requests.filter((one) => one.endsWith('/scan'))).toHaveLength(3);
    expect([model.scan.asked, model.scan.total, model.scan.found.length, model.scan.step.kind]).toEqual([
      ...[45, 45, 2],
      'done',
    ]);
  });

  it('can be stopped, and keeps what was found', async () => {
    const { server } = await loaded();
    let asked = 0;
    // The first piece is answered, the second never is.
    const fetch: typeof server.fetch = (input, init) => {
      asked += 1;
      server.isStuck = asked > 1;
      return server.fetch(input, init);
    };
    const scan = new VaultScan(createClient({ fetch, base: 'http://lore.test', token: () => adminToken }));
    void scan.run('127.0.0.1', [{ from: 1, to: 400 }]);
    await expect.poll(() => asked).toBe(2);
    scan.cancel();
    expect([scan.step.kind, scan.asked, scan.found.length]).toEqual(['canceled', 20, 2]);
  });

  it('looks at as many ports as the server allows for one search', () => {
    expect(MOST_PORTS).toBe(MOST_SCANNED_PORTS);
  });
});

describe('reports and settings', () => {
  it('find the entry of a path, and say when it is gone', async () => {
    const { model } = await loaded();
    expect(await model.reports.entryAt('harbor-7f3a:/Places/Old Pier.md')).toBe('id-old-pier');
    expect(await model.reports.entryAt('harbor-7f3a:/Ferry song.md')).toBeUndefined();
    expect(model.reports.gone).toBe('harbor-7f3a:/Ferry song.md');
  });

  it('come again when the server tells of changes, once they were shown', async () => {
    const { model, server } = await loaded();
    server.vaults.reports = [];
    model.followEvent({ kind: 'index-report', data: {} });
    await expect.poll(() => model.reports.loaded.value).toEqual([]);
  });

  it('change what becomes of equal titles', async () => {
    const { model, server } = await loaded();
    await model.settings.set(model.settings.policy!, 'merge');
    expect([server.settings.sameTitlePolicy, model.settings.policy?.value]).toEqual(['merge', 'merge']);
    const interval = model.settings.others.find(({ name }) => name === 'remoteVaultInterval')!;
    await model.settings.set(interval, -1);
    expect(model.settings.problemOf(interval)).toBeDefined();
    expect(server.settings.remoteVaultInterval).toBe(60);
  });
});

describe('marks of entries', () => {
  it('ask for nothing before an entry of a further vault is shown', async () => {
    const { client, server } = await loaded();
    const before = server.requests.length;
    const marks = new VaultMarks(client);
    expect(marks.of('Lore/Lantern Quay.md')).toBeUndefined();
    marks.refresh();
    expect(server.requests).toHaveLength(before);
    expect(marks.of('rules-99ab:/Lore/Quiet hours.md')).toEqual({ name: 'rules-99ab', isStale: false, reason: '' });
    marks.ensure();
    await expect
      .poll(() => marks.of('rules-99ab:/Lore/Quiet hours.md'))
      .toMatchObject({ name: 'House rules', isStale: true });
    expect([
      marks.folderWords('rules-99ab:'),
      marks.folderWords('rules-99ab:/Lore'),
      marks.folderWords('Lore'),
    ]).toEqual([...['House rules', 'House rules / Lore', 'Lore']]);
  });
});
