import { Menu, MenuItem, type App, type TFile } from 'obsidian-test-mocks/obsidian';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMockApp, fileAt } from '../../../tests/support/obsidian-app';
import { loadPlugin, ShownNotices, type LoadedPlugin } from '../../../tests/support/obsidian-plugin';
import { playTurn } from '../../../tests/support/obsidian-turn';
import { until } from '../../../tests/support/obsidian-until';
import { hostViews, leavesOf, shownText } from '../../../tests/support/obsidian-views';

beforeAll(async () => {
  await Promise.all([import('./views/mounted-panel'), import('./composition')]);
}, 120_000);

let app: App;
let loaded: LoadedPlugin;
let notices: ShownNotices;

beforeEach(async () => {
  app = createMockApp({
    'Keep.md': '---\nkeys: [silver keep]\n---\n#lorebook\nNo gate.',
    'Mill.md': '---\nkeys: [mill]\nera: [age of salt]\n---\n#lorebook\nMira.',
    'Broken.md': '---\ntags: [lorebook\nkeys: {\n---\nBroken.',
    'Diary.md': 'Not lore.',
  });
  hostViews(app);
  notices = new ShownNotices();
  loaded = await loadPlugin(app);
});
afterEach(() => {
  loaded.plugin.unload();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

/** Opens a note as the app does. */
function openNote(path: string): TFile {
  const file = fileAt(app, path);
  const leaf = app.workspace.getLeaf(false);
  Reflect.set(leaf, 'file', file);
  app.workspace.setActiveLeaf(leaf);
  app.workspace.trigger('file-open', file);
  return file;
}

const idOf = (path: string): string => loaded.host()?.engine.entryByPath(path)?.id ?? '';
const state = () => loaded.host()?.engine.chat('chat-1');

describe('commands for a lore note', () => {
  it('are offered for lore notes only', () => {
    for (const path of ['Diary.md', 'Broken.md']) {
      openNote(path);
      for (const id of ['why-not', 'test-note', 'pin-note', 'block-note']) expect(loaded.run(id), id).toBe(false);
    }
  });

  it('say that there was no turn yet', () => {
    openNote('Keep.md');
    for (const id of ['why-not', 'test-note', 'pin-note']) expect(loaded.run(id), id).toBe(true);
    expect(notices.texts).toEqual(['There was no turn yet. Write something in SillyTavern first.']);
    expect(loaded.run('set-context')).toBe(false);
  });

  it('why not opens the explanation of the last turn', async () => {
    await playTurn(loaded, 'To the mill.');
    openNote('Keep.md');
    loaded.run('why-not');
    await until(() => leavesOf(app, 'why')[0]?.view !== undefined, 'the panel');
    expect(leavesOf(app, 'why')[0]?.getViewState().state).toMatchObject({ entry: idOf('Keep.md') });
  });

  it('test plays the last turn with the vault as it is now', async () => {
    await playTurn(loaded, 'To the mill.');
    openNote('Keep.md');
    loaded.run('test-note');
    await until(() => notices.texts.length > 0, 'the outcome');
    expect(notices.texts[0]).toMatch(/^“Keep” would not be in the last turn\. None of its keys stands/);
    await app.vault.modify(fileAt(app, 'Keep.md'), '---\nkeys: [mill]\n---\n#lorebook\nNo gate.');
    await until(() => loaded.host()?.engine.entryByPath('Keep.md')?.keys[0]?.text === 'mill', 'the new key');
    loaded.run('test-note');
    await until(() => notices.texts.length > 1, 'the outcome');
    expect(notices.texts[1]).toBe('“Keep” would be in the last turn.');
  });

  it('pin and block take each other’s place and can be taken back', async () => {
    await playTurn(loaded, 'To the mill.');
    openNote('Keep.md');
    const keep = idOf('Keep.md');
    loaded.run('pin-note');
    await until(() => state()?.pins.includes(keep) === true, 'the pin');
    loaded.run('block-note');
    await until(() => state()?.blocks.includes(keep) === true, 'the block');
    expect(state()?.pins).toEqual([]);
    loaded.run('block-note');
    await until(() => state()?.blocks.length === 0, 'no block');
    expect(notices.texts).toEqual([
      'Pinned “Keep”: always selected in the chat of the last turn.',
      'Blocked “Keep”: never selected in the chat of the last turn.',
      '“Keep” is selected in this chat like any other entry again.',
    ]);
  });

  it('insert entry properties makes an entry of any note and changes nothing that is there', async () => {
    const diary = openNote('Diary.md');
    loaded.run('insert-properties');
    await until(() => loaded.host()?.engine.entryByPath('Diary.md') !== undefined, 'the entry');
    const text = await app.vault.read(diary);
    expect(text).toContain('Not lore.');
    const mill = openNote('Mill.md');
    loaded.run('insert-properties');
    await until(() => app.vault.readSync__(mill).includes('priority'), 'the properties');
    expect(await app.vault.read(mill)).toMatch(/keys:\s*(\[\s*mill\s*\]|\n\s*- mill)/);
    const before = await app.vault.read(mill);
    loaded.run('insert-properties');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await app.vault.read(mill)).toBe(before);
  });
});

describe('the menu of a note', () => {
  function titles(path: string): readonly string[] {
    const menu = Menu.create2__();
    app.workspace.trigger('file-menu', menu, fileAt(app, path), 'file-explorer');
    return menu.items__.map((item) =>
      item instanceof MenuItem && typeof item.title__ === 'string' ? item.title__ : '',
    );
  }

  const ask = 'Ask the Librarian about this entry';

  it('has little to add before the first turn, and nothing for other notes', async () => {
    expect(titles('Keep.md')).toEqual([ask]);
    await playTurn(loaded, 'To the mill.');
    expect(titles('Diary.md')).toEqual([]);
    expect(titles('Keep.md')).toEqual(['Why not in the last turn?', 'Pin in this chat', ask]);
  });

  it('leads to the Librarian', async () => {
    openNote('Keep.md');
    loaded.run('ask-librarian');
    await until(() => leavesOf(app, 'librarian').length === 1, 'the Librarian');
    await until(() => shownText(app, 'librarian').includes('About Keep'), 'the entry');
  });
});

describe('the chip of the open note', () => {
  const chip = (): HTMLElement | undefined => loaded.mock.statusBarItems__[1];

  it('is there for lore notes alone', async () => {
    openNote('Keep.md');
    await until(() => chip()?.textContent.startsWith('Fires on silver keep · ') === true, 'the chip');
    expect(chip()?.hasClass('is-away')).toBe(false);
    openNote('Diary.md');
    await until(() => chip()?.hasClass('is-away') === true, 'no chip');
  });

  it('tells that a note cannot be read, and leads to its problems', async () => {
    openNote('Broken.md');
    await until(() => chip()?.textContent.startsWith('Lore: not readable') === true, 'the chip');
    chip()?.click();
    await until(() => leavesOf(app, 'health').length === 1, 'the problems');
  });

  it('follows the note as it is written', async () => {
    openNote('Keep.md');
    await app.vault.modify(fileAt(app, 'Keep.md'), '---\nconstant: true\n---\n#lorebook\nNo gate.');
    await until(() => chip()?.textContent.startsWith('Always selected') === true, 'the new words');
  });
});
