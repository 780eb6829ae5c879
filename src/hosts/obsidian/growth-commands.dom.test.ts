import type { App } from 'obsidian-test-mocks/obsidian';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createMockApp, fileAt } from '../../../tests/support/obsidian-app';
import { loadPlugin, type LoadedPlugin } from '../../../tests/support/obsidian-plugin';
import { until } from '../../../tests/support/obsidian-until';
import { hostViews, leavesOf, shownText } from '../../../tests/support/obsidian-views';

beforeAll(async () => {
  await Promise.all([import('./views/mounted-panel'), import('./composition')]);
}, 120_000);

let app: App;
let loaded: LoadedPlugin;

beforeEach(async () => {
  app = createMockApp({ 'Keep.md': '---\nkeys: [silver keep]\n---\n#lorebook\nNo gate.', 'Diary.md': 'Not lore.' });
  hostViews(app);
  loaded = await loadPlugin(app);
});
afterEach(() => {
  loaded.plugin.unload();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

function openNote(path: string): void {
  const leaf = app.workspace.getLeaf(false);
  Reflect.set(leaf, 'file', fileAt(app, path));
  app.workspace.setActiveLeaf(leaf);
}

it.each(['new-entries', 'summarize-missing'])('%s opens the tool, and begins nothing', async (id) => {
  expect(loaded.run(id)).toBe(true);
  await until(() => shownText(app, 'grow').includes('No model is chosen yet'), 'the panel');
  expect(await loaded.host()?.engine.growth.list()).toEqual([]);
});

it('optimize keys of this note is offered for lore notes, and opens the tool with the entry', async () => {
  openNote('Diary.md');
  expect(loaded.run('optimize-keys')).toBe(false);
  openNote('Keep.md');
  expect(loaded.run('optimize-keys')).toBe(true);
  await until(() => leavesOf(app, 'grow').length > 0, 'the panel');
  expect(leavesOf(app, 'grow')[0]?.getViewState().state).toMatchObject({
    tool: 'keys',
    entry: loaded.host()?.engine.entryByPath('Keep.md')?.id,
  });
});
