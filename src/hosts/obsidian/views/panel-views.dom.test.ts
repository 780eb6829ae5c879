import type { App } from 'obsidian-test-mocks/obsidian';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { countListeners, createMockApp, fileAt } from '../../../../tests/support/obsidian-app';
import { createPlugin, loadPlugin, type LoadedPlugin } from '../../../../tests/support/obsidian-plugin';
import { until } from '../../../../tests/support/obsidian-until';
import {
  hostViews,
  leavesOf,
  moveTo,
  openAndClose,
  restoreLeaf,
  shownText,
} from '../../../../tests/support/obsidian-views';
import { panels } from '../../../ui/panels';
import { openPanel } from './open-panel';

let app: App;
let loaded: LoadedPlugin | undefined;

// The first evaluation compiles every panel and the whole server.
beforeAll(async () => {
  await Promise.all([import('./mounted-panel'), import('../composition')]);
}, 120_000);
beforeEach(() => {
  app = createMockApp({
    'Places/Keep.md': '---\nkeys: [silver keep]\n---\n#lorebook\nThe Silver Keep has no gate.',
    'Mill.md': '#lorebook Mira keeps the mill.',
    'Broken.md': '---\ntags: [lorebook\nkeys: {\n---\nBroken.',
  });
  hostViews(app);
});
afterEach(() => {
  loaded?.plugin.unload();
  loaded = undefined;
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const open = (panel: (typeof panels)[number]['name'], more = {}): Promise<void> =>
  openPanel(app.asOriginalType__(), { panel, ...more });

describe('each panel', () => {
  it.each(panels.map(({ name }) => name))('%s is drawn by its view and taken away again', async (name) => {
    loaded = await loadPlugin(app);
    await open(name);
    await until(() => document.querySelector('.lh-view .lorehearth') !== null, `the panel ${name}`);
    for (const leaf of leavesOf(app, name)) leaf.detach();
    expect(document.querySelector('.lorehearth')).toBeNull();
  });
});

describe('a view', () => {
  it('shows the vault without a server', async () => {
    loaded = await loadPlugin(app);
    await open('browse');
    await until(() => shownText(app, 'browse').includes('2 entries'), 'the list of entries');
    expect(loaded.plugin.api.address()).toBeUndefined();
  });

  it('is revealed again instead of opened twice', async () => {
    loaded = await loadPlugin(app);
    await open('browse');
    await open('browse');
    expect(leavesOf(app, 'browse')).toHaveLength(1);
  });

  it('waits for the host and goes on by itself', async () => {
    loaded = createPlugin(app);
    loaded.plugin.load();
    await open('home');
    await until(() => shownText(app, 'home') === 'Lorehearth starts.', 'the word that it starts');
    app.workspace.setLayoutReady__();
    await until(() => shownText(app, 'home').includes('Test vault'), 'the name of the vault');
  });

  it('that a stored workspace brings back is made when it is seen, with what it showed', async () => {
    loaded = await loadPlugin(app);
    const entry = loaded.host()?.engine.entryByPath('Mill.md')?.id ?? '';
    const leaf = await restoreLeaf(app, 'browse', { entry });
    expect(leaf.view).toBeNull();
    await leaf.loadIfDeferred();
    await until(() => shownText(app, 'browse').includes('Mira keeps the mill.'), 'the open entry');
    expect(leaf.view?.getState()).toEqual({ entry });
  });

  it('remembers what it shows now', async () => {
    loaded = await loadPlugin(app);
    await open('browse');
    const entry = loaded.host()?.engine.entryByPath('Places/Keep.md')?.id ?? '';
    await open('browse', { entry });
    await until(() => shownText(app, 'browse').includes('no gate'), 'the open entry');
    expect(leavesOf(app, 'browse')[0]?.view?.getState()).toEqual({ entry });
  });

  it('that is closed before its panel is loaded draws nothing', async () => {
    loaded = await loadPlugin(app);
    const leaf = await restoreLeaf(app, 'lab', {});
    await leaf.loadIfDeferred();
    await openAndClose(leaf);
    expect(document.querySelector('.lorehearth')).toBeNull();
  });

  it('is drawn anew in the window that it is moved to, and keeps what was typed', async () => {
    loaded = await loadPlugin(app);
    await open('lab');
    const leaf = leavesOf(app, 'lab')[0];
    const element = leaf?.view?.containerEl ?? document.body;
    await until(() => element.querySelector('textarea') !== null, 'the field');
    const field = element.querySelector('textarea')!;
    field.value = 'To the silver keep';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    const other = document.implementation.createHTMLDocument();
    moveTo(other, element);
    await until(() => element.querySelector('textarea')?.value === 'To the silver keep', 'the field again');
    expect(element.querySelector('textarea')).not.toBe(field);
    expect(element.querySelector('textarea')?.ownerDocument).toBe(other);
  });
});

describe('while panels are open', () => {
  it('renamed and deleted notes leave the list', async () => {
    loaded = await loadPlugin(app);
    await open('browse');
    await until(() => shownText(app, 'browse').includes('2 entries'), 'the list of entries');
    await app.vault.rename(fileAt(app, 'Mill.md'), 'Old mill.md');
    await until(() => loaded?.host()?.engine.entryByPath('Old mill.md') !== undefined, 'the new path');
    await app.fileManager.trashFile(fileAt(app, 'Places/Keep.md'));
    await until(() => shownText(app, 'browse').includes('1 entry'), 'the shorter list');
  });

  it('settings that Sync wrote change what is shown', async () => {
    loaded = await loadPlugin(app);
    await open('browse');
    await until(() => shownText(app, 'browse').includes('2 entries'), 'the list of entries');
    loaded.mock.data__ = { version: 1, vaultId: 'test-vault-id', settings: { loreTag: 'canon' } };
    loaded.plugin.onExternalSettingsChange();
    await until(() => !shownText(app, 'browse').includes('2 entries'), 'an index by the new tag');
  });
});

describe('loading and unloading', () => {
  it('leaves nothing of open views, twenty times over', async () => {
    const listenersBefore = countListeners(app);
    const timersBefore = timers();
    const added = vi.spyOn(document, 'addEventListener');
    const removed = vi.spyOn(document, 'removeEventListener');
    for (let round = 0; round < 20; round += 1) {
      const { plugin } = await loadPlugin(app);
      await open('home');
      await open('ai');
      await until(() => document.querySelectorAll('.lorehearth').length === 2, 'two panels');
      plugin.unload();
      expect(app.workspace.getLeavesOfType('lorehearth-home')).toHaveLength(0);
      expect(document.body.childElementCount).toBe(0);
      expect(countListeners(app)).toBe(listenersBefore);
    }
    await until(() => timers() <= timersBefore, 'the end of every timer');
    const visibility = (calls: readonly (readonly unknown[])[]): number =>
      calls.filter(([type]) => type === 'visibilitychange').length;
    expect(visibility(added.mock.calls)).toBeGreaterThan(0);
    expect(visibility(removed.mock.calls)).toBe(visibility(added.mock.calls));
  }, 60_000);
});

function timers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
}
