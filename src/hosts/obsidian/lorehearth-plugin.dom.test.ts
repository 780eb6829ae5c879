import type { App } from 'obsidian-test-mocks/obsidian';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { countListeners, createMockApp, fileAt, folderAt } from '../../../tests/support/obsidian-app';
import { ask, freePort } from '../../../tests/support/obsidian-http';
import { createPlugin, loadPlugin, serving, type LoadedPlugin } from '../../../tests/support/obsidian-plugin';
import { until } from '../../../tests/support/obsidian-until';
import { panels } from '../../ui/panels';

vi.setConfig({ testTimeout: 20_000 });
// The first load compiles the whole server.
beforeAll(() => import('./composition'), 120_000);

const notes = {
  'Places/North/Mill.md': '---\ntags: [lorebook]\n---\nMira keeps the mill.',
  'Places/Keep.md': '---\nkeys: [silver keep]\n---\n#lorebook\nThe Silver Keep has no gate.',
  'Diary.md': 'Not lore at all: the silver keep.',
  'Broken.md': '---\ntags: [lorebook\nkeys: {\n---\nThe properties of this note are broken.',
};

let app: App;
let loaded: LoadedPlugin | undefined;

beforeEach(() => {
  app = createMockApp(notes, 'Eldoria');
});
afterEach(() => {
  loaded?.plugin.unload();
  loaded = undefined;
  vi.restoreAllMocks();
});

const entries = (): number => loaded?.plugin.api.status()?.entries ?? -1;

describe('loading', () => {
  it('registers at once and reads nothing before the layout is ready', () => {
    const read = vi.spyOn(app.vault, 'cachedRead');
    const list = vi.spyOn(app.vault, 'getMarkdownFiles');
    loaded = createPlugin(app);
    loaded.plugin.load();
    expect([...loaded.mock.commands__.keys()].sort()).toEqual(
      [
        ...panels.map(({ name }) => `open-${name}`),
        'ask-librarian',
        'attach-books',
        'block-note',
        'check-connection',
        'connect-sillytavern',
        'copy-address',
        'copy-diagnostics',
        'export',
        'health-check',
        'insert-properties',
        'new-entries',
        'open-console',
        'optimize-keys',
        'pair',
        'pin-note',
        'refresh-index',
        'run-lore-tests',
        'set-context',
        'summarize-chat',
        'summarize-missing',
        'test-note',
        'toggle-serving',
        'why-not',
      ].sort(),
    );
    expect(loaded.mock.settingTabs__).toHaveLength(1);
    // The server, and the lore note that is open.
    expect(loaded.mock.statusBarItems__).toHaveLength(2);
    expect(read).not.toHaveBeenCalled();
    expect(list).not.toHaveBeenCalled();
    expect(loaded.plugin.api.status()).toBeUndefined();
  });

  it('indexes the lore notes once the layout is ready, with a broken note among them', async () => {
    loaded = await loadPlugin(app);
    expect(loaded.plugin.api.status()).toMatchObject({ vault: 'Eldoria', index: { kind: 'ready' }, entries: 2 });
  });

  it('indexes every note while the metadata cache knows nothing', async () => {
    vi.spyOn(app.metadataCache, 'getFileCache').mockReturnValue(null);
    vi.spyOn(app.metadataCache, 'getCache').mockReturnValue(null);
    loaded = await loadPlugin(app);
    expect(entries()).toBe(2);
  });

  it('stays quiet on the network until serving is switched on', async () => {
    loaded = await loadPlugin(app);
    expect(loaded.plugin.api.address()).toBeUndefined();
  });

  it('gives no command a keyboard shortcut', () => {
    loaded = createPlugin(app);
    loaded.plugin.load();
    expect([...loaded.mock.commands__.values()].every((command) => command.hotkeys === undefined)).toBe(true);
  });
});

describe('a change in the vault', () => {
  async function readsDuring(act: () => Promise<unknown>, settled: () => boolean): Promise<readonly string[]> {
    loaded = await loadPlugin(app);
    const read = vi.spyOn(app.vault, 'cachedRead');
    await act();
    await until(settled, 'the changed index');
    return read.mock.calls.map(([file]) => file.path);
  }

  const isEntry = (path: string): boolean => loaded?.host()?.engine.entryByPath(path) !== undefined;

  it('reads only the edited note again', async () => {
    const text = '---\ntags: [lorebook]\n---\nMira sold the mill.';
    const reads = await readsDuring(
      () => app.vault.modify(fileAt(app, 'Places/North/Mill.md'), text),
      () => loaded?.host()?.engine.entryByPath('Places/North/Mill.md')?.text.includes('sold') === true,
    );
    expect(reads).toEqual(['Places/North/Mill.md']);
  });

  it('follows a renamed note', async () => {
    const reads = await readsDuring(
      () => app.vault.rename(fileAt(app, 'Places/North/Mill.md'), 'Places/North/Old mill.md'),
      () => isEntry('Places/North/Old mill.md'),
    );
    expect(reads).toEqual(['Places/North/Old mill.md']);
    expect(isEntry('Places/North/Mill.md')).toBe(false);
    expect(entries()).toBe(2);
  });

  it('follows a renamed folder', async () => {
    await readsDuring(
      () => app.vault.rename(folderAt(app, 'Places'), 'Lands'),
      () => isEntry('Lands/North/Mill.md'),
    );
    expect(isEntry('Lands/Keep.md')).toBe(true);
    expect(entries()).toBe(2);
  });

  it('drops a deleted note', async () => {
    await readsDuring(
      () => app.fileManager.trashFile(fileAt(app, 'Places/Keep.md')),
      () => entries() === 1,
    );
    expect(isEntry('Places/Keep.md')).toBe(false);
  });

  it('drops a note that lost its tag', async () => {
    await readsDuring(
      () => app.vault.modify(fileAt(app, 'Places/Keep.md'), 'The Silver Keep has no gate.'),
      () => entries() === 1,
    );
    expect(isEntry('Places/Keep.md')).toBe(false);
  });

  it('takes a note that got the tag', async () => {
    await readsDuring(
      () => app.vault.create('New.md', '#lorebook brand new'),
      () => entries() === 3,
    );
    expect(isEntry('New.md')).toBe(true);
  });
});

describe('serving', () => {
  it('answers a preview over a real socket', async () => {
    loaded = await loadPlugin(app, serving(await freePort()));
    const answer = await ask(`${loaded.plugin.api.address() ?? ''}/v1/preview`, {
      body: { text: 'They reached the silver keep.' },
      headers: { authorization: `Bearer ${loaded.consoleToken()}` },
    });
    expect(answer.status).toBe(200);
    const { answer: lore } = JSON.parse(answer.text) as { answer: { entries: { path: string }[] } };
    expect(lore.entries.map((entry) => entry.path)).toEqual(['Places/Keep.md']);
  });

  it('names the vault in its health answer', async () => {
    loaded = await loadPlugin(app, serving(await freePort()));
    const answer = await ask(`${loaded.plugin.api.address() ?? ''}/health`);
    expect(JSON.parse(answer.text)).toMatchObject({ name: 'lorehearth', vault: 'Eldoria', entries: 2 });
  });

  it('starts and stops with the command', async () => {
    loaded = await loadPlugin(app, { port: await freePort() });
    loaded.run('toggle-serving');
    await until(() => loaded?.plugin.api.address() !== undefined, 'a server');
    const address = loaded.plugin.api.address() ?? '';
    expect((await ask(`${address}/health`)).status).toBe(200);
    loaded.run('toggle-serving');
    await until(() => loaded?.plugin.api.address() === undefined, 'the end of the server');
    await until(() => loaded?.host()?.server.kind === 'off', 'a server that is off');
    await expect(ask(`${address}/health`)).rejects.toThrow();
  });

  it('keeps the console’s token in the keychain and nowhere else', async () => {
    loaded = await loadPlugin(app, serving(await freePort()));
    const token = loaded.consoleToken();
    expect(token.length).toBeGreaterThan(30);
    expect(JSON.stringify(loaded.mock.data__)).not.toContain(token);
    const { files } = await app.vault.adapter.list('.obsidian/plugins/lorehearth');
    for (const file of files) expect(await app.vault.adapter.read(file)).not.toContain(token);
  });
});

describe('settings that changed outside', () => {
  it('are read again', async () => {
    loaded = await loadPlugin(app);
    loaded.mock.data__ = { version: 1, vaultId: 'test-vault-id', settings: { loreTag: 'canon' } };
    loaded.plugin.onExternalSettingsChange();
    await until(() => entries() === 0, 'an index by the new tag');
  });
});

describe('unloading', () => {
  it('leaves nothing, twenty times over', async () => {
    const port = await freePort();
    const listenersBefore = countListeners(app);
    const intervals = vi.spyOn(window, 'setInterval');
    const handlesBefore = handles();
    for (let round = 0; round < 20; round += 1) {
      const { plugin } = await loadPlugin(app, serving(port));
      expect((await ask(`http://127.0.0.1:${String(port)}/health`)).status).toBe(200);
      plugin.unload();
      expect(countListeners(app)).toBe(listenersBefore);
    }
    await until(() => handles() <= handlesBefore, 'the end of every timer and socket');
    expect(intervals).not.toHaveBeenCalled();
    await expect(ask(`http://127.0.0.1:${String(port)}/health`)).rejects.toThrow();
  }, 60_000);

  it('leaves nothing when it comes before the start is over', async () => {
    const listenersBefore = countListeners(app);
    const port = await freePort();
    const handlesBefore = handles();
    const { plugin } = createPlugin(app, serving(port));
    plugin.load();
    app.workspace.setLayoutReady__();
    plugin.unload();
    // Long enough for the start to go on, were it not over.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await until(() => handles() <= handlesBefore, 'the end of every timer and socket');
    expect(plugin.host).toBeUndefined();
    expect(countListeners(app)).toBe(listenersBefore);
    await expect(ask(`http://127.0.0.1:${String(port)}/health`)).rejects.toThrow();
  });
});

/** Timers, sockets and servers that keep the process busy. */
function handles(): number {
  const ours = ['Timeout', 'TCPServerWrap', 'TCPSocketWrap', 'FSEvent', 'StatWatcher'];
  return process.getActiveResourcesInfo().filter((kind) => ours.includes(kind)).length;
}
