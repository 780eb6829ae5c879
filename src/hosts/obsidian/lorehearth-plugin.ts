import { Plugin } from 'obsidian';
import { consoleLog } from '../../adapters/obsidian/console-log';
import { CalmNotices } from './calm-notices';
import { addCommands } from './commands';
import { followHost } from './follow-host';
import type { Host } from './host';
import { HostSlot } from './host-slot';
import { InstallBridgeModal } from './install-bridge';
import { createApi, type LorehearthApi } from './lorehearth-api';
import { openConsole } from './open-console';
import { PairingNotice } from './pairing-notice';
import { PermissionNotices } from './permission-notices';
import { PluginHooks } from './plugin-hooks';
import { LorehearthSettingsTab } from './settings-tab';
import { showStatus } from './status-bar';

/** The plugin’s life: at load things are registered only; the vault is read and served once the layout is ready. */
export class LorehearthPlugin extends Plugin {
  /** For other plugins and scripts. */
  readonly api: LorehearthApi;
  readonly #slot = new HostSlot();
  readonly #notices = new CalmNotices(() => performance.now());
  readonly #questions = new PermissionNotices();
  readonly #hooks = new PluginHooks(this.#slot, this.#notices, this.#questions);

  constructor(...parts: ConstructorParameters<typeof Plugin>) {
    super(...parts);
    this.api = createApi(this.manifest.version, this.#slot, this.#hooks);
  }

  /** The running host; undefined before the layout is ready. */
  get host(): Host | undefined {
    return this.#slot.host;
  }

  override onload(): void {
    const slot = this.#slot;
    const notices = this.#notices;
    const pairing = new PairingNotice((code, decision) => slot.host?.decidePairing(code, decision));
    const actions = {
      connect: () => new InstallBridgeModal(this.app, slot).open(),
      openConsole: () => openConsole(slot, notices),
      showPairings: () => this.#showPairings(notices, pairing),
    };
    addCommands(this, { slot, notices, ...actions });
    this.addSettingTab(new LorehearthSettingsTab({ plugin: this, slot, notices, hooks: this.#hooks, ...actions }));
    showStatus(this.addStatusBarItem(), slot, this, () => {
      if (slot.host?.server.kind === 'off') actions.connect();
      else actions.openConsole();
    });
    this.register(followHost(slot, notices, pairing));
    this.register(() => notices.close());
    this.register(() => pairing.close());
    this.register(this.#hooks.follow());
    this.register(() => this.#questions.close());
    this.#startWhenReady(notices);
    // Plugins that were loaded before, or that stay while this one is switched off and on, hear that it is there.
    this.app.workspace.trigger('lorehearth:ready', this.api);
  }

  override onExternalSettingsChange(): void {
    this.#slot.host?.reloadSettings().catch((error: unknown) => {
      consoleLog.warn('The changed settings could not be read.', error);
    });
  }

  #startWhenReady(notices: CalmNotices): void {
    let isOver = false;
    const end = (): void => {
      isOver = true;
      this.#end();
    };
    this.register(end);
    // A reload of the window need not unload plugins; the port must be free for the next page.
    this.registerDomEvent(window, 'pagehide', end);
    this.app.workspace.onLayoutReady(() => {
      this.#start(() => isOver).catch((error: unknown) => {
        consoleLog.warn('The plugin could not start.', error);
        notices.say('start', 'Lorehearth could not start. Turn it off and on again; the developer console says more.');
      });
    });
  }

  async #start(isOver: () => boolean): Promise<void> {
    if (isOver()) return;
    // Loaded here, since evaluating server and schemas would hold up the start of the app.
    const { createHost } = await import('./composition');
    const host = await createHost(this);
    if (isOver()) {
      await host.close();
      return;
    }
    this.#slot.put(host);
    await host.open();
  }

  #end(): void {
    const { host } = this.#slot;
    this.#slot.put(undefined);
    host?.close().catch((error: unknown) => consoleLog.warn('The plugin did not stop cleanly.', error));
  }

  #showPairings(notices: CalmNotices, pairing: PairingNotice): void {
    const waiting = this.#slot.host?.waitingPairings ?? [];
    if (waiting.length === 0) notices.say('pairing', 'No client waits for pairing.');
    else pairing.showAgain(waiting);
  }
}
