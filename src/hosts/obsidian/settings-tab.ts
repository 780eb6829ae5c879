import {
  PluginSettingTab,
  type Plugin,
  type SettingDefinitionItem,
  type SettingDefinitionList,
  type SettingDefinitionRender,
  type SettingGroupItem,
} from 'obsidian';
import { defaultSettings, settingNames, settingRow } from '../../core/settings/settings';
import { settingSections, type SettingSection } from '../../core/settings/setting-row';
import { settingsTable, type SettingName } from '../../core/settings/settings-table';
import type { AccessClient } from '../../server/access-tokens';
import type { CalmNotices } from './calm-notices';
import type { HostSlot } from './host-slot';
import { pairingRow } from './pairing-row';
import type { PluginHooks } from './plugin-hooks';
import { pluginPage } from './plugin-rows';
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
}

const sectionTitles = {
  general: 'Lore notes',
  matching: 'Matching',
  ai: 'AI selection',
  budget: 'Budget',
  placement: 'Placement',
  server: 'Server and clients',
  advanced: 'Advanced',
} as const satisfies Record<SettingSection, string>;

const sectionSentences = {
  general: 'Which notes are lore entries.',
  matching: 'How keys are looked for in the messages.',
  ai: 'How a model helps to choose entries.',
  budget: 'How much lore a turn may take.',
  placement: 'Where the text of entries lands in the prompt.',
  server: 'Port, allowed pages, and who may ask.',
  advanced: 'What is kept.',
} as const satisfies Record<SettingSection, string>;

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
    const { slot, hooks, connect, openConsole } = this.#parts;
    const connectRow: SettingGroupItem<SettingName> = {
      name: 'Connect SillyTavern',
      desc: 'Copies the SillyTavern extension into the folder that you pick, and starts the server.',
      aliases: ['bridge', 'extension', 'install'],
      action: connect,
    };
    const top = [serverRow(slot, openConsole), connectRow, pairingRow(slot)];
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
    const items: SettingDefinitionItem<SettingName>[] = [{ type: 'group', items: rows }];
    if (section === 'server') items.push(this.#clientList());
    return { type: 'page', name: sectionTitles[section], desc: sectionSentences[section], items };
  }

  #clientList(): SettingDefinitionList<SettingName> {
    const clients = this.#parts.slot.host?.clients ?? [];
    return {
      type: 'list',
      heading: 'Paired clients',
      emptyState: 'No client is paired. Connect SillyTavern first.',
      items: clients.map(clientRow),
      onDelete: (index) => void this.#revoke(clients[index]),
    };
  }

  async #revoke(client: AccessClient | undefined): Promise<void> {
    if (client === undefined) return;
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

function clientRow({ name, scopes, lastSeen }: AccessClient): SettingDefinitionRender {
  const seen = lastSeen === undefined ? 'not seen yet' : `last seen ${new Date(lastSeen).toLocaleString()}`;
  return { name, desc: `May ${scopes.join(', ')}; ${seen}.`, searchable: false, render: () => undefined };
}

function isSettingName(key: string): key is SettingName {
  return Object.hasOwn(settingsTable, key);
}
