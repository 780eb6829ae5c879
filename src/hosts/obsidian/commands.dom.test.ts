import type { App } from 'obsidian-test-mocks/obsidian';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMockApp } from '../../../tests/support/obsidian-app';
import { ask, freePort } from '../../../tests/support/obsidian-http';
import {
  createPlugin,
  loadPlugin,
  serving,
  ShownNotices,
  type LoadedPlugin,
} from '../../../tests/support/obsidian-plugin';
import { until } from '../../../tests/support/obsidian-until';

// The first load compiles the whole server.
vi.setConfig({ testTimeout: 20_000 });

let app: App;
let loaded: LoadedPlugin;
let notices: ShownNotices;

beforeEach(() => {
  app = createMockApp({ 'Keep.md': '#lorebook' });
  notices = new ShownNotices();
});
afterEach(() => {
  loaded.plugin.unload();
  vi.restoreAllMocks();
});

it('are not offered before the layout is ready', () => {
  loaded = createPlugin(app);
  loaded.plugin.load();
  for (const id of ['refresh-index', 'copy-address', 'toggle-serving', 'open-console', 'pair']) {
    expect(loaded.run(id), id).toBe(false);
  }
});

it('refresh index reads the vault again and says how many entries there are', async () => {
  loaded = await loadPlugin(app);
  app.vault.createSync__('Unseen.md', '#lorebook');
  loaded.run('refresh-index');
  await until(() => notices.texts.length > 0, 'a notice');
  expect(notices.texts).toEqual(['2 entries.']);
});

it('copy server address puts it on the clipboard', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  loaded = await loadPlugin(app, serving(await freePort()));
  loaded.run('copy-address');
  await until(() => notices.texts.length > 0, 'a notice');
  expect(write).toHaveBeenCalledExactlyOnceWith(loaded.host()?.address);
});

it('copy server address says that there is none while the server is off', async () => {
  loaded = await loadPlugin(app);
  loaded.run('copy-address');
  expect(notices.texts).toEqual(['The server is off. Turn on serving first.']);
});

it('that fail say why', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed.'));
  vi.spyOn(console, 'warn').mockReturnValue();
  loaded = await loadPlugin(app, serving(await freePort()));
  loaded.run('copy-address');
  await until(() => notices.texts.length > 0, 'a notice');
  expect(notices.texts).toEqual(['That did not work: Not allowed.']);
});

it('open web console opens an address whose token is accepted', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  loaded = await loadPlugin(app, serving(await freePort()));
  loaded.run('open-console');
  const address = String(open.mock.calls[0]?.[0]);
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/console#token=.{30,}$/);
  const [page = '', token = ''] = address.split('#token=');
  const answer = await ask(page);
  expect([200, 302]).toContain(answer.status);
  const headers = { authorization: `Bearer ${decodeURIComponent(token)}` };
  expect((await ask(new URL('/v1/settings', page).href, { headers })).status).toBe(200);
});

it('open web console says what is missing while the server is off', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  loaded = await loadPlugin(app);
  loaded.run('open-console');
  expect(open).not.toHaveBeenCalled();
  expect(notices.texts).toEqual(['The server is off. The web console needs the server.']);
});

it('show waiting pairings brings a notice back that was put off', async () => {
  loaded = await loadPlugin(app, serving(await freePort()));
  loaded.run('pair');
  expect(notices.texts).toEqual(['No client waits for pairing.']);
  await ask(`${loaded.host()?.address ?? ''}/v1/pair`, { body: { client: 'SillyTavern' } });
  notices.open.at(-1)?.hide();
  loaded.run('pair');
  expect(notices.open.at(-1)?.messageEl.textContent).toContain('SillyTavern on this computer asks');
});
