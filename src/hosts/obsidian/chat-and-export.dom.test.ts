import { FuzzySuggestModal, SuggestModal, type App } from 'obsidian-test-mocks/obsidian';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { createMockApp } from '../../../tests/support/obsidian-app';
import { loadPlugin, ShownNotices, type LoadedPlugin } from '../../../tests/support/obsidian-plugin';
import { playTurn } from '../../../tests/support/obsidian-turn';
import { until } from '../../../tests/support/obsidian-until';

beforeAll(() => import('./composition'), 120_000);

let app: App;
let loaded: LoadedPlugin;
let notices: ShownNotices;
let opened: MockInstance<SuggestModal<unknown>['open']>;

beforeEach(async () => {
  app = createMockApp({
    'Places/Keep.md': '---\nkeys: [silver keep]\n---\n#lorebook\nThe Silver Keep has no gate.',
    'Folk/Mira.md': '---\nkeys: [mira]\n---\n#lorebook\nMira.',
  });
  notices = new ShownNotices();
  opened = vi.spyOn(SuggestModal.prototype, 'open').mockReturnValue();
  loaded = await loadPlugin(app);
});
afterEach(() => {
  loaded.plugin.unload();
  vi.restoreAllMocks();
});

/** The dialog that was opened last. */
function dialog(): SuggestModal<unknown> | undefined {
  const last: unknown = opened.mock.contexts.at(-1);
  return last instanceof SuggestModal ? last : undefined;
}

/** Chooses in the dialog that is open what is shown with these words. */
function choose(words: string): void {
  const modal = dialog();
  if (modal instanceof FuzzySuggestModal) {
    const item: unknown = modal.getItems().find((one) => modal.getItemText(one) === words);
    if (item === undefined)
      throw new Error(
        `no ${words} among ${modal
          .getItems()
          .map((one) => modal.getItemText(one))
          .join(', ')}`,
      );
    modal.onChooseItem(item, new MouseEvent('click'));
  } else modal?.onChooseSuggestion(words, new MouseEvent('click'));
}

const chat = () => loaded.host()?.engine.chat('chat-1');

describe('commands for the current chat', () => {
  it('are not offered before there is one', () => {
    for (const id of ['set-context', 'attach-books']) expect(loaded.run(id), id).toBe(false);
  });

  it('set a context field, change it, and take it away', async () => {
    await playTurn(loaded, 'To the keep.');
    loaded.run('set-context');
    choose('Era');
    expect(await dialog()?.getSuggestions('age of')).toEqual(['age of']);
    choose('age of salt, age of ash');
    await until(() => chat()?.context['era']?.length === 2, 'two values');
    loaded.run('set-context');
    choose('Era: age of salt, age of ash');
    choose('');
    await until(() => chat()?.context['era'] === undefined, 'no value');
    expect(notices.texts).toEqual(['Era: age of salt, age of ash.', 'Era has no value now.']);
  });

  it('attach books and take them off', async () => {
    await playTurn(loaded, 'To the keep.');
    loaded.run('attach-books');
    choose('Places');
    await until(() => chat()?.books.length === 1, 'a book');
    expect(chat()?.books).toEqual(['Places']);
    loaded.run('attach-books');
    choose('Places (attached)');
    await until(() => chat()?.books.length === 0, 'no book');
    expect(notices.texts).toEqual(['Books of this chat: Places.', 'All books are used in this chat.']);
  });
});

describe('export', () => {
  it('writes a lorebook into the vault and never over another file', async () => {
    for (const path of ['Lorebook exports/Places (sillytavern).json', 'Lorebook exports/Places (sillytavern) 2.json']) {
      loaded.run('export');
      choose('Places');
      choose('sillytavern');
      await until(() => app.vault.getFileByPath(path) !== null, path);
      expect(app.vault.readSync__(app.vault.getFileByPath(path)!)).toContain('silver keep');
    }
    expect(notices.texts[0]).toMatch(/^Wrote 1 entries to Lorebook exports/);
  });
});

describe('copy diagnostics', () => {
  it('tells counts and states, and nothing of notes, chats, tokens or paths', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await loaded.host()?.changeSettings({ loreTag: 'secret-tag', port: 27_999 });
    await playTurn(loaded, 'To the silver keep with Mira.', 'Chat with Mira');
    loaded.run('copy-diagnostics');
    await until(() => write.mock.calls.length > 0, 'the text');
    const text = write.mock.calls[0]?.[0] ?? '';
    expect(text).toContain('Server: off');
    expect(text).toContain('Setting port: 27999');
    expect(text).toContain('Setting loreTag: changed');
    for (const secret of ['secret-tag', 'Keep', 'Mira', 'silver', 'Places', 'Test vault', loaded.consoleToken()]) {
      expect(text).not.toContain(secret);
    }
  });

  it('can be copied while nothing runs', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    loaded.plugin.unload();
    loaded.run('copy-diagnostics');
    await until(() => write.mock.calls.length > 0, 'the text');
    expect(write.mock.calls[0]?.[0]).toContain('The engine has not started.');
  });
});
