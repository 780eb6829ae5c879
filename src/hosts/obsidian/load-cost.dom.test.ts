import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMockApp } from '../../../tests/support/obsidian-app';
import { createPlugin, type LoadedPlugin } from '../../../tests/support/obsidian-plugin';

/** What a plugin can ask of a vault, and what each costs with the number of its notes. */
const vaultReads = ['getFiles', 'getMarkdownFiles', 'getAllLoadedFiles', 'read', 'cachedRead', 'readBinary'] as const;
const cacheReads = ['getFileCache', 'getCache', 'getFirstLinkpathDest'] as const;

let loaded: LoadedPlugin | undefined;
afterEach(() => {
  loaded?.plugin.unload();
  loaded = undefined;
  vi.restoreAllMocks();
});

describe('loading the plugin', () => {
  it.each([1, 300])('looks at none of %i notes before the layout is ready', (count) => {
    const note = '---\ntags: [lorebook]\nkeys: [keep]\n---\nThe keep.';
    const notes = Object.fromEntries(Array.from({ length: count }, (_, at) => [`Lore/Note ${String(at)}.md`, note]));
    const app = createMockApp(notes);
    const { vault, metadataCache } = app;
    const spies = [
      ...vaultReads.map((name) => vi.spyOn(vault, name)),
      ...cacheReads.map((name) => vi.spyOn(metadataCache, name)),
    ];
    loaded = createPlugin(app);
    loaded.plugin.load();
    expect(spies.filter(({ mock }) => mock.calls.length > 0).map((spy) => spy.getMockName())).toEqual([]);
    expect(loaded.host()).toBeUndefined();
  });
});
