import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ButtonComponent, type App } from 'obsidian-test-mocks/obsidian';
import { createMockApp } from '../../../tests/support/obsidian-app';
import { loadPlugin, type LoadedPlugin } from '../../../tests/support/obsidian-plugin';
import { until } from '../../../tests/support/obsidian-until';
import { DoctorModal } from './doctor-modal';

// The first load compiles the whole server.
vi.setConfig({ testTimeout: 40_000, hookTimeout: 40_000 });

let app: App;
let loaded: LoadedPlugin;

beforeEach(async () => {
  app = createMockApp({ 'Mill.md': '#lore' });
  loaded = await loadPlugin(app);
});
afterEach(() => {
  loaded.plugin.unload();
  vi.restoreAllMocks();
});

/** What each button does, by its text: the mock’s buttons do not listen for clicks. */
function watchButtons(): ReadonlyMap<string, () => unknown> {
  const handlers = new Map<string, () => unknown>();
  vi.spyOn(ButtonComponent.prototype, 'onClick').mockImplementation(function (this: ButtonComponent, act) {
    handlers.set(this.buttonEl.textContent, () => act(new MouseEvent('click')));
    return this;
  });
  return handlers;
}

it('names what is broken, and mends it', async () => {
  const buttons = watchButtons();
  const host = loaded.host()!;
  const modal = new DoctorModal(app.asOriginalType__(), host, { connect: () => undefined, show: () => undefined });
  modal.onOpen();
  await until(() => buttons.has('Use the tag #lore'), 'the checks');
  expect(modal.contentEl.textContent).toContain('No note carries the tag #lorebook, but 1 note carries #lore.');
  expect(modal.contentEl.textContent).toContain('The server is off');
  await buttons.get('Use the tag #lore')?.();
  expect(modal.contentEl.textContent).toContain('1 entry found.');
  expect(host.engine.settings().loreTag).toBe('lore');
  modal.onClose();
  expect(modal.contentEl.childElementCount).toBe(0);
});

it('is opened by a command', () => {
  const open = vi.spyOn(DoctorModal.prototype, 'open').mockReturnValue();
  expect(loaded.run('check-connection')).toBe(true);
  expect(open).toHaveBeenCalledTimes(1);
});
