import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TextComponent, type App } from 'obsidian-test-mocks/obsidian';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMockApp } from '../../../tests/support/obsidian-app';
import { freePort } from '../../../tests/support/obsidian-http';
import { loadPlugin, type LoadedPlugin } from '../../../tests/support/obsidian-plugin';
import { until } from '../../../tests/support/obsidian-until';
import { HostSlot } from './host-slot';
import { InstallBridgeModal, installAndServe } from './install-bridge';
import { canPickFolder, pickFolder } from './pick-folder';

// The first load compiles the whole server.
vi.setConfig({ testTimeout: 20_000 });

let app: App;
let root: string;
let loaded: LoadedPlugin;
let slot: HostSlot;

beforeEach(async () => {
  app = createMockApp();
  root = await mkdtemp(join(tmpdir(), 'lorehearth-connect-'));
  await mkdir(join(root, 'data/default-user'), { recursive: true });
  await writeFile(join(root, 'package.json'), '{"name":"sillytavern"}');
  await writeFile(join(root, 'data/default-user/settings.json'), '{}');
  loaded = await loadPlugin(app, { port: await freePort() });
  slot = new HostSlot();
  slot.put(loaded.host());
});
afterEach(async () => {
  loaded.plugin.unload();
  await rm(root, { recursive: true, force: true });
  vi.restoreAllMocks();
});

const install = (folder: string, user = ''): Promise<string> =>
  installAndServe(app.asOriginalType__(), slot, folder, user);

it('copies the extension, starts the server and says what to do next', async () => {
  const said = await install(root);
  const folder = join(root, 'data/default-user/extensions/lorehearth');
  expect(said).toContain(`Copied extension 0.0.0 to ${folder}. Reload SillyTavern`);
  expect(await readFile(join(folder, 'index.js'), 'utf8')).toContain('lorehearthSample');
  await until(() => loaded.host()?.address !== undefined, 'a server');
  expect(loaded.mock.data__).toMatchObject({ settings: { serve: true } });
});

it('says that it replaced an older copy', async () => {
  await install(root);
  expect(await install(root)).toContain('Replaced the extension with version 0.0.0');
});

it('starts nothing when the folder is wrong', async () => {
  expect(await install(join(root, 'nowhere'))).toBe(`There is no folder ${join(root, 'nowhere')}.`);
  expect(loaded.host()?.server.kind).toBe('off');
});

it('asks for a folder first', async () => {
  expect(await install('')).toBe('Name the SillyTavern folder first.');
});

it('waits for the host', async () => {
  slot.put(undefined);
  expect(await install(root)).toBe('Lorehearth starts. Try again in a moment.');
});

it('remembers the folder on this device, not in the settings', async () => {
  await install(root);
  expect(app.loadLocalStorage('lorehearth-sillytavern-folder')).toBe(root);
  expect(JSON.stringify(loaded.mock.data__)).not.toContain(root);
});

it('offers the folder of the last time in its dialog', async () => {
  await install(root);
  const shown: TextComponent[] = [];
  const setValue = vi.spyOn(TextComponent.prototype, 'setValue').mockImplementation(function (this: TextComponent) {
    shown.push(this);
    return this;
  });
  const modal = new InstallBridgeModal(app.asOriginalType__(), slot);
  modal.onOpen();
  expect(setValue).toHaveBeenCalledWith(root);
  expect(shown).toHaveLength(1);
  modal.onClose();
  expect(modal.contentEl.childElementCount).toBe(0);
});

it('shows the true state of the server in its dialog while that is open', async () => {
  const modal = new InstallBridgeModal(app.asOriginalType__(), slot);
  modal.onOpen();
  expect(modal.contentEl.textContent).toContain('The server is off.');
  await loaded.host()?.changeSettings({ serve: true });
  await until(() => modal.contentEl.textContent.includes('Listening on'), 'the new state');
  modal.onClose();
});

it('uses the system’s folder dialog where the app has one', async () => {
  const window = { electron: { remote: { dialog: { showOpenDialog: () => Promise.resolve({ filePaths: [root] }) } } } };
  expect(canPickFolder(window)).toBe(true);
  expect(await pickFolder(window, 'Select')).toBe(root);
});

it.each([
  ['no dialog', {}],
  ['a dialog that is no function', { electron: { remote: { dialog: { showOpenDialog: 1 } } } }],
])('does without the folder dialog when there is %s', async (_, window) => {
  expect(canPickFolder(window)).toBe(false);
  expect(await pickFolder(window, 'Select')).toBeUndefined();
});

it('picks nothing when the user cancels', async () => {
  const window = { electron: { remote: { dialog: { showOpenDialog: () => Promise.resolve({ filePaths: [] }) } } } };
  expect(await pickFolder(window, 'Select')).toBeUndefined();
});
