import { Plugin, type App } from 'obsidian-test-mocks/obsidian';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMockApp } from '../../../tests/support/obsidian-app';
import { PluginDocumentStore } from './plugin-document-store';

const FOLDER = '.obsidian/plugins/lorehearth';

class AnyPlugin extends Plugin {}

let app: App;
let plugin: Plugin;
let store: PluginDocumentStore;

beforeEach(() => {
  app = createMockApp();
  plugin = new AnyPlugin(app, {
    id: 'lorehearth',
    name: 'Lorehearth',
    version: '0.1.0',
    author: '',
    description: '',
    minAppVersion: '1.13.0',
    dir: FOLDER,
  });
  plugin.data__ = null;
  store = new PluginDocumentStore(plugin.asOriginalType2__());
});

const filesThere = async (): Promise<readonly string[]> => (await app.vault.adapter.list(FOLDER)).files.sort();

describe('the document data', () => {
  it('is absent before it was written', async () => {
    expect(await store.read('data')).toEqual({ kind: 'absent' });
  });

  it('is what the app loads and saves for the plugin', async () => {
    await store.write('data', { vaultId: 'a' });
    expect(plugin.data__).toEqual({ vaultId: 'a' });
    expect(await store.read('data')).toEqual({ kind: 'found', value: { vaultId: 'a' } });
  });

  it('is set aside when it is broken, though the app answers null for it', async () => {
    await app.vault.adapter.write(`${FOLDER}/data.json`, '{"vaultId":');
    expect(await store.read('data')).toMatchObject({ kind: 'unreadable' });
    expect(await filesThere()).toEqual([`${FOLDER}/data.broken-1.json`]);
    expect(await app.vault.adapter.read(`${FOLDER}/data.broken-1.json`)).toBe('{"vaultId":');
  });

  it('is found when only the app’s reader fails', async () => {
    await app.vault.adapter.write(`${FOLDER}/data.json`, '{"vaultId":"a"}');
    plugin.loadData = () => Promise.reject(new Error('out of order'));
    expect(await store.read('data')).toEqual({ kind: 'found', value: { vaultId: 'a' } });
  });
});

describe('other documents', () => {
  it('are absent while the folder is missing', async () => {
    expect(await store.read('tokens')).toEqual({ kind: 'absent' });
  });

  it('make the folder when they are written', async () => {
    await store.write('tokens', [1, 2]);
    expect(await store.read('tokens')).toEqual({ kind: 'found', value: [1, 2] });
    expect(await filesThere()).toEqual([`${FOLDER}/tokens.json`]);
  });

  it('are replaced', async () => {
    await store.write('tokens', [1]);
    await store.write('tokens', [2]);
    expect(await store.read('tokens')).toEqual({ kind: 'found', value: [2] });
    expect(await filesThere()).toEqual([`${FOLDER}/tokens.json`]);
  });

  it('end with the last of many writes under way', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, at) => store.write('tokens', at)));
    expect(await store.read('tokens')).toEqual({ kind: 'found', value: 19 });
    expect(await filesThere()).toEqual([`${FOLDER}/tokens.json`]);
  });

  it('come from the fresh copy when a write ended between its last two steps', async () => {
    await app.vault.adapter.write(`${FOLDER}/tokens.json.new`, '["new"]');
    expect(await store.read('tokens')).toEqual({ kind: 'found', value: ['new'] });
  });

  it('stay the old ones when a write ended before the fresh copy was whole', async () => {
    await store.write('tokens', ['old']);
    await app.vault.adapter.write(`${FOLDER}/tokens.json.new`, '["ne');
    expect(await store.read('tokens')).toEqual({ kind: 'found', value: ['old'] });
  });

  it('are set aside under a free name when they are broken', async () => {
    await app.vault.adapter.write(`${FOLDER}/tokens.broken-1.json`, 'older');
    await app.vault.adapter.write(`${FOLDER}/tokens.json`, 'not json');
    expect(await store.read('tokens')).toMatchObject({ kind: 'unreadable' });
    expect(await app.vault.adapter.read(`${FOLDER}/tokens.broken-2.json`)).toBe('not json');
    await store.write('tokens', []);
    expect(await store.read('tokens')).toEqual({ kind: 'found', value: [] });
  });

  it('are never overwritten when they are broken and cannot be set aside', async () => {
    await app.vault.adapter.write(`${FOLDER}/tokens.json`, 'not json');
    app.vault.adapter.rename = () => Promise.reject(new Error('EPERM'));
    expect(await store.read('tokens')).toMatchObject({ kind: 'unreadable' });
    await expect(store.write('tokens', [])).rejects.toThrow('could not be set aside: EPERM');
    expect(await app.vault.adapter.read(`${FOLDER}/tokens.json`)).toBe('not json');
  });

  it('are unreadable, and left alone, while the disk fails', async () => {
    await store.write('tokens', [1]);
    const { adapter } = app.vault;
    const exists = adapter.exists.bind(adapter);
    adapter.exists = () => Promise.reject(new Error('EIO'));
    expect(await store.read('tokens')).toMatchObject({ kind: 'unreadable' });
    adapter.exists = exists;
    expect(await adapter.read(`${FOLDER}/tokens.json`)).toBe('[1]');
  });

  it('refuse a name that leaves the folder', async () => {
    await expect(store.read('../../app')).rejects.toThrow('is not a document name');
  });

  it('go on after a write that failed', async () => {
    const write = app.vault.adapter.write.bind(app.vault.adapter);
    app.vault.adapter.write = () => Promise.reject(new Error('ENOSPC'));
    await expect(store.write('tokens', [1])).rejects.toThrow('ENOSPC');
    app.vault.adapter.write = write;
    await store.write('tokens', [2]);
    expect(await store.read('tokens')).toEqual({ kind: 'found', value: [2] });
  });
});
