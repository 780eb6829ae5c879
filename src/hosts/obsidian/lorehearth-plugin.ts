import { Plugin } from 'obsidian';
import { consoleLog } from '../../adapters/obsidian/console-log';
import type { PanelTarget } from '../../ui/panels';
import { CalmNotices } from './calm-notices';
import { addCommands } from './commands';
import { DoctorModal } from './doctor-modal';
import { addLoreEditor } from './editor/lore-editor';
import { followHost } from './follow-host';
import { followTests } from './follow-tests';
import type { Host } from './host';
import { HostSlot } from './host-slot';
import { followIndexReports } from './index-notices';
import { InstallBridgeModal } from './install-bridge';
import { createApi, type LorehearthApi } from './lorehearth-api';
import { addNoteMenus } from './note-menus';
import { openConsole } from './open-console';
import { addLinkHandler } from './open-link';
import { PairingNotice } from './pairing-notice';
import { PermissionNotices } from './permission-notices';
import { PluginHooks } from './plugin-hooks';
import { LorehearthSettingsTab } from './settings-tab';
import { showStatus } from './status-bar';
import { openPanel } from './views/open-panel';
import { addPanelViews } from './views/panel-views';

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
    const show = (target: PanelTarget): void => this.#show(target);
    const openHome = (): void => show({ panel: 'home' });
    const actions = {
      connect: () => new InstallBridgeModal(this.app, slot).open(),
      openConsole: () => openConsole(slot, notices),
      showPairings: () => this.#showPairings(notices, pairing),
      show,
      checkConnection: () => this.#checkConnection(show),
    };
    addCommands(this, { slot, notices, ...actions });
    this.addSettingTab(new LorehearthSettingsTab({ plugin: this, slot, notices, hooks: this.#hooks, ...actions }));
    addPanelViews(this, slot, { notices, show, connect: actions.connect });
    addNoteMenus(this, slot, { notices, show });
    addLinkHandler(this, slot, notices, show);
    this.addRibbonIcon('flame', 'Open Lorehearth', openHome);
    showStatus(this.addStatusBarItem(), slot, this, openHome);
    addLoreEditor(this, slot, show);
    this.register(followHost(slot, notices, pairing));
    this.register(followIndexReports(this.app, slot, notices));
    this.register(followTests(slot, notices));
    this.register(() => notices.close());
    this.register(() => pairing.close());
    this.register(this.#hooks.follow());
    this.register(() => this.#questions.close());
    this.#startWhenReady(notices);
    // Plugins that were loaded before, or that stay while this one is switched off and on, hear that it is there.
    this.app.workspace.trigger('lorehearth:ready', this.api);
  }

  /** Who has just switched the plugin on sees what to do next. */
  override onUserEnable(): void {
    this.app.workspace.onLayoutReady(() => this.#show({ panel: 'home' }));
  }

  override onExternalSettingsChange(): void {
    this.#slot.host?.reloadSettings().catch((error: unknown) => {
      consoleLog.warn('The changed settings could not be read.', error);
    });
  }

  #show(target: PanelTarget): void {
    openPanel(this.app, target).catch((error: unknown) => {
      consoleLog.warn('A panel could not be opened.', error);
      this.#notices.say('panel', 'The panel could not be opened.');
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
    this.register(
      host.engine.documents.onNotice(({ kind, name, sentence }) => {
        this.#notices.say(`document ${kind} ${name}`, sentence, 'long');
      }),
    );
    await host.open();
  }

  #end(): void {
    const { host } = this.#slot;
    this.#slot.put(undefined);
    host?.close().catch((error: unknown) => consoleLog.warn('The plugin did not stop cleanly.', error));
  }

  #checkConnection(show: (target: PanelTarget) => void): void {
    const { host } = this.#slot;
    if (host === undefined) {
      this.#notices.say('doctor', 'Lorehearth starts. Try again in a moment.');
      return;
    }
    const connect = (): void => new InstallBridgeModal(this.app, this.#slot).open();
    new DoctorModal(this.app, host, { connect, show }).open();
  }

  #showPairings(notices: CalmNotices, pairing: PairingNotice): void {
    const waiting = this.#slot.host?.waitingPairings ?? [];
    if (waiting.length === 0) notices.say('pairing', 'No client waits for pairing.');
    else pairing.showAgain(waiting);
  }
}
