import { PluginSettingTab, type Plugin, type SettingDefinitionItem, type SettingGroupItem } from 'obsidian';
import { defaultSettings, settingNames, settingRow } from '../../core/settings/settings';
import { sectionWords, settingSections, type SettingSection } from '../../core/settings/setting-row';
import { settingsTable, type SettingName } from '../../core/settings/settings-table';
import type { AccessClient } from '../../server/access-tokens';
import type { PanelTarget } from '../../ui/panels';
import type { CalmNotices } from './calm-notices';
import { MakeTokenModal, RenameClientModal } from './client-modals';
import { clientList } from './client-rows';
import type { HostSlot } from './host-slot';
import { pairingRow } from './pairing-row';
import type { PluginHooks } from './plugin-hooks';
import { pluginPage } from './plugin-rows';
import { resetRow } from './reset-row';
import { serverRow } from './server-row';
import { enteredValue, settingDefinition, shownValue } from './setting-rows';

/** What the tab needs of the plugin. */
export interface SettingsTabParts {
  readonly plugin: Plugin;
  readonly slot: HostSlot;
  readonly notices: CalmNotices;
  readonly hooks: PluginHooks;
  readonly connect: () => void;
  readonly openConsole: () => void;
  /** Shows a panel. */
  readonly show: (target: PanelTarget) => void;
  readonly checkConnection: () => void;
}

/** The settings: connection first, then one page for each section of the settings table. */
export class LorehearthSettingsTab extends PluginSettingTab {
  override icon = 'flame';
  readonly #parts: SettingsTabParts;

  constructor(parts: SettingsTabParts) {
    super(parts.plugin.app, parts.plugin);
    this.#parts = parts;
    parts.plugin.register(this.#followClients());
    parts.plugin.register(this.#followPlugins());
  }

  override getSettingDefinitions(): SettingDefinitionItem<SettingName>[] {
    const { slot, hooks, connect, openConsole, checkConnection } = this.#parts;
    const connectRow: SettingGroupItem<SettingName> = {
      name: 'Connect SillyTavern',
      desc: 'Copies the SillyTavern extension into the folder that you pick, and starts the server.',
      aliases: ['bridge', 'extension', 'install'],
      action: connect,
    };
    const checkRow: SettingGroupItem<SettingName> = {
      name: 'Check the connection',
      desc: 'Looks at every hop from the vault to the reply, and says what to do where one is broken.',
      aliases: ['doctor', 'diagnose', 'trouble', 'help'],
      action: checkConnection,
    };
    const top = [serverRow(slot, openConsole), connectRow, pairingRow(slot), checkRow];
    const pages = settingSections.map((section) => this.#page(section));
    return [{ type: 'group', items: top }, ...pages, pluginPage(hooks, slot)];
  }

  override getControlValue(key: string): unknown {
    if (!isSettingName(key)) return undefined;
    const settings = this.#parts.slot.host?.engine.settings() ?? defaultSettings;
    return shownValue(settingRow(key), settings[key]);
  }

  override async setControlValue(key: string, value: unknown): Promise<void> {
    const { slot, notices } = this.#parts;
    if (!isSettingName(key)) return;
    if (slot.host === undefined) {
      notices.say('settings', 'Lorehearth starts. Change the setting again in a moment.');
      return;
    }
    const problems = await slot.host.changeSettings({ [key]: enteredValue(settingRow(key), value) });
    if (problems.length > 0) notices.say('settings', problems.map((problem) => problem.message).join(' '));
  }

  #page(section: SettingSection): SettingDefinitionItem<SettingName> {
    const rows = settingNames()
      .filter((name) => settingsTable[name].section === section)
      .map(settingDefinition);
    const { slot, show } = this.#parts;
    const items: SettingDefinitionItem<SettingName>[] = [{ type: 'group', items: rows }];
    if (section === 'ai') items.unshift({ type: 'group', items: [aiRow(show)] });
    if (section === 'vaults') items.unshift({ type: 'group', items: [vaultsRow(show)] });
    if (section === 'server') items.push(this.#clientList());
    items.push({ type: 'group', items: [resetRow(section, slot, () => this.update())] });
    const { title, sentence } = sectionWords[section];
    return { type: 'page', name: title, desc: sentence, items };
  }

  #clientList(): SettingDefinitionItem<SettingName> {
    const { slot, plugin } = this.#parts;
    return clientList(slot.host?.clients ?? [], {
      revoke: (client) => void this.#revoke(client),
      rename: (client) =>
        new RenameClientModal(plugin.app, client.name, (name) => void this.#rename(client, name)).open(),
      makeToken: () => {
        if (slot.host !== undefined) new MakeTokenModal(plugin.app, slot.host, () => this.update()).open();
      },
    });
  }

  async #rename({ id, name: before }: AccessClient, name: string): Promise<void> {
    const reply = await this.#parts.slot.host?.client.v1.clients[':id'].$patch({ param: { id }, json: { name } });
    if (reply?.status !== 200) this.#parts.notices.say('clients', `${before} could not be renamed.`);
    this.update();
  }

  async #revoke(client: AccessClient): Promise<void> {
    try {
      await this.#parts.slot.host?.revokeClient(client.id);
      this.#parts.notices.say('clients', `${client.name} has no access any more.`);
    } catch {
      this.#parts.notices.say('clients', `${client.name} has no access now, but that could not be stored.`, 'long');
    }
    this.update();
  }

  /** The list of clients is part of the definitions, so it has to be made anew when a client comes or goes. */
  #followClients(): () => void {
    const ids = (): string => (this.#parts.slot.host?.clients ?? []).map((client) => client.id).join(' ');
    let known = ids();
    return this.#parts.slot.onChange(() => {
      if (ids() === known) return;
      known = ids();
      this.update();
    });
  }

  /** So are the plugins and what each has asked for; what changes in their rows the rows write themselves. */
  #followPlugins(): () => void {
    const { hooks } = this.#parts;
    const rows = (): string => JSON.stringify(hooks.list().map(({ id, name, wanted }) => [id, name, wanted]));
    let known = rows();
    return hooks.onChange(() => {
      if (rows() === known) return;
      known = rows();
      this.update();
    });
  }
}

function aiRow(show: (target: PanelTarget) => void): SettingGroupItem<SettingName> {
  return {
    name: 'Channels and connections',
    desc: 'Which models are asked, with which keys, and what each channel inherits.',
    aliases: ['model', 'provider', 'key', 'connection'],
    action: () => show({ panel: 'ai' }),
  };
}

function vaultsRow(show: (target: PanelTarget) => void): SettingGroupItem<SettingName> {
  return {
    name: 'Vaults',
    desc: 'Which vaults are read beside this one, where they are, and what changed in them.',
    aliases: ['folder', 'remote', 'rest', 'multi'],
    action: () => show({ panel: 'vaults' }),
  };
}

function isSettingName(key: string): key is SettingName {
  return Object.hasOwn(settingsTable, key);
}
