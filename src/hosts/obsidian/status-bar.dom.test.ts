import { Component, type App } from 'obsidian-test-mocks/obsidian';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMockApp } from '../../../tests/support/obsidian-app';
import { ask, freePort } from '../../../tests/support/obsidian-http';
import { loadPlugin, serving, type LoadedPlugin } from '../../../tests/support/obsidian-plugin';
import { until } from '../../../tests/support/obsidian-until';
import { HostSlot } from './host-slot';
import { showStatus, statusWords } from './status-bar';

// The first load compiles the whole server.
vi.setConfig({ testTimeout: 20_000 });

let app: App;
let loaded: LoadedPlugin | undefined;

beforeEach(() => {
  app = createMockApp({ 'Keep.md': '---\nkeys: [silver keep]\n---\n#lorebook\nNo gate.', 'Mill.md': '#lorebook' });
});
afterEach(() => {
  loaded?.plugin.unload();
  loaded = undefined;
  vi.restoreAllMocks();
});

it('says that it starts while there is no host', () => {
  expect(statusWords(undefined)).toEqual({ dot: '◐', text: 'Lorehearth', label: 'Lorehearth starts.' });
});

it('shows the entries of the index before the first turn', async () => {
  loaded = await loadPlugin(app);
  await until(() => loaded?.statusText() === '○ 2 entries', 'the status');
  const item = loaded.mock.statusBarItems__[0];
  expect(item?.getAttribute('aria-label')).toBe('The server is off. 2 entries in the index.');
});

it('shows entries and tokens of the last turn', async () => {
  loaded = await loadPlugin(app, serving(await freePort()));
  const answer = await ask(`${loaded.host()?.address ?? ''}/v1/generations`, {
    headers: { authorization: `Bearer ${loaded.consoleToken()}` },
    body: { chat: { id: 'c' }, messages: [{ index: 0, role: 'user', name: 'Mara', text: 'To the silver keep!' }] },
  });
  expect(answer.status).toBe(200);
  const { summary } = JSON.parse(answer.text) as { summary: { tokens: number } };
  expect(summary.tokens).toBeGreaterThan(0);
  const wanted = `● 1 entry · ${String(summary.tokens)} tokens`;
  await until(() => loaded?.statusText() === wanted, wanted);
});

it('can be reached and pressed with the keyboard', () => {
  const owner = Component.create__();
  const item = createDiv();
  const open = vi.fn();
  showStatus(item, new HostSlot(), owner.asOriginalType__(), open);
  expect(item.getAttribute('tabindex')).toBe('0');
  expect(item.getAttribute('role')).toBe('button');
  for (const key of ['Enter', ' ', 'a']) item.dispatchEvent(new KeyboardEvent('keydown', { key }));
  item.click();
  expect(open).toHaveBeenCalledTimes(3);
  owner.load();
  owner.unload();
  item.click();
  expect(open).toHaveBeenCalledTimes(3);
});
