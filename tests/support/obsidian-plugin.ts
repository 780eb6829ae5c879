import type { PluginManifest } from 'obsidian';
import { ButtonComponent, Notice, type App, type Plugin, type Setting } from 'obsidian-test-mocks/obsidian';
import { vi } from 'vitest';
import manifest from '../../manifest.json';
import type { Host } from '../../src/hosts/obsidian/host';
import { LorehearthPlugin } from '../../src/hosts/obsidian/lorehearth-plugin';
import { until } from './obsidian-until';

/** The manifest as the app hands it to the plugin. */
export const pluginManifest: PluginManifest = { ...manifest, dir: '.obsidian/plugins/lorehearth' };

/** A plugin in a mock app, with what the tests look at. */
export interface LoadedPlugin {
  readonly plugin: LorehearthPlugin;
  /** The same object with the mock’s own members. */
  readonly mock: Plugin;
  /** Text of the status bar item. */
  readonly statusText: () => string;
  /** Runs a command as the app does; false when it is not available. */
  readonly run: (command: string) => boolean;
  /** The running host, once there is one. */
  readonly host: () => Host | undefined;
  /** The token that the web console is opened with. */
  readonly consoleToken: () => string;
}

/** A new plugin for an app whose `data.json` holds these settings; not loaded yet. */
export function createPlugin(app: App, settings: Readonly<Record<string, unknown>> = {}): LoadedPlugin {
  const plugin = new LorehearthPlugin(app.asOriginalType__(), pluginManifest);
  const mock = plugin as unknown as Plugin;
  mock.data__ = { version: 1, vaultId: 'test-vault-id', settings };
  return {
    plugin,
    mock,
    statusText: () => mock.statusBarItems__[0]?.textContent ?? '',
    run: (command) => runCommand(mock, command),
    host: () => plugin.host,
    consoleToken: () => app.secretStorage.getSecret('lorehearth-console-token') ?? '',
  };
}

/** Loads the plugin as the app does, and waits until its index stands and its server is what the settings say. */
export async function loadPlugin(app: App, settings: Readonly<Record<string, unknown>> = {}): Promise<LoadedPlugin> {
  const loaded = createPlugin(app, settings);
  loaded.plugin.load();
  app.workspace.setLayoutReady__();
  await until(() => loaded.plugin.api.status()?.index.kind === 'ready', 'an index');
  if (settings['serve'] === true) await until(() => loaded.plugin.api.address() !== undefined, 'a server');
  return loaded;
}

/** Settings that serve on a free port of the test run. */
export const serving = (port: number): Readonly<Record<string, unknown>> => ({ serve: true, port });

/** Notices as they are shown; the mocks never put them into the document. */
export class ShownNotices {
  readonly #hidden = new Set<Notice>();
  readonly #shown: Notice[] = [];

  constructor() {
    const shown = this.#shown;
    const hidden = this.#hidden;
    vi.spyOn(Notice.prototype, 'constructor__').mockImplementation(function (this: Notice) {
      shown.push(this);
    });
    vi.spyOn(Notice.prototype, 'hide').mockImplementation(function (this: Notice) {
      hidden.add(this);
    });
  }

  /** Texts of all notices so far, oldest first. */
  get texts(): readonly string[] {
    return this.#shown.map(textOf);
  }

  /** Notices that nobody took back. */
  get open(): readonly Notice[] {
    return this.#shown.filter((notice) => !this.#hidden.has(notice));
  }
}

/** The words of a notice. */
function textOf(notice: Notice): string {
  return notice.messageEl.textContent;
}

/** Presses a button of a setting row. The mock’s buttons do not listen for clicks. */
export async function press(setting: Setting, text: string): Promise<void> {
  const components: unknown = Reflect.get(setting, 'components');
  const buttons = Array.isArray(components) ? components.filter((one) => one instanceof ButtonComponent) : [];
  const button = buttons.find((one) => one.buttonEl.textContent === text);
  if (button === undefined) throw new Error(`no button ${text}`);
  if (button.disabled) throw new Error(`the button ${text} is disabled`);
  const handler: unknown = Reflect.get(button, 'clickHandler');
  if (typeof handler === 'function') await Reflect.apply(handler, undefined, [new MouseEvent('click')]);
}

function runCommand(plugin: Plugin, id: string): boolean {
  const command = plugin.commands__.get(id);
  if (command === undefined) throw new Error(`no command ${id}`);
  if (command.checkCallback === undefined) {
    void command.callback?.();
    return true;
  }
  if (command.checkCallback(true) !== true) return false;
  void command.checkCallback(false);
  return true;
}
