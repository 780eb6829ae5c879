import type { SettingDefinitionGroup, SettingDefinitionPage, SettingDefinitionRender } from 'obsidian';
import type { HookPermission } from '../../core/pipeline/hook';
import type { Stop } from '../../core/ports/note-source';
import type { SettingName } from '../../core/settings/settings-table';
import type { HostSlot } from './host-slot';
import { permissionPhrase, permissionWords } from './permission-words';
import type { PluginHooks, ShownHook, ShownPlugin } from './plugin-hooks';

/** The page on which the user decides what other plugins may do. */
export function pluginPage(hooks: PluginHooks, slot: HostSlot): SettingDefinitionPage<SettingName> {
  const plugins = hooks.list();
  const none: SettingDefinitionRender = {
    name: 'No plugin',
    desc: 'No other plugin has asked to take part in the choice of lore.',
    searchable: false,
    render: () => undefined,
  };
  return {
    type: 'page',
    name: 'Other plugins',
    desc: 'What other plugins may read and change when lore is chosen.',
    items:
      plugins.length === 0
        ? [{ type: 'group', items: [none] }]
        : plugins.map((plugin) => pluginGroup(plugin, hooks, slot)),
  };
}

function pluginGroup(plugin: ShownPlugin, hooks: PluginHooks, slot: HostSlot): SettingDefinitionGroup<SettingName> {
  const state: SettingDefinitionRender = {
    name: `${plugin.name}: hooks`,
    desc: stateOf(plugin),
    searchable: false,
    render: (setting) => {
      const write = (): void => {
        const now = hooks.list().find((one) => one.id === plugin.id);
        setting.setDesc(stateOf(now ?? { ...plugin, hooks: [] }));
      };
      const stop = hooks.onChange(write);
      write();
      return stop;
    },
  };
  const permissions = plugin.wanted.map((permission) => permissionRow(plugin, permission, hooks, slot));
  return { type: 'group', heading: plugin.name, items: [state, ...permissions] };
}

function permissionRow(
  plugin: ShownPlugin,
  permission: HookPermission,
  hooks: PluginHooks,
  slot: HostSlot,
): SettingDefinitionRender {
  return {
    name: `${plugin.name}: ${permission}`,
    desc: `It may ${permissionWords[permission]}.`,
    aliases: ['permission', 'hook', 'allow', 'deny'],
    render: (setting) => {
      let stop: Stop = () => undefined;
      const isAllowed = (): boolean => slot.host?.grants.allowed(plugin.id).includes(permission) ?? false;
      setting.addToggle((toggle) => {
        const write = (): void => {
          toggle.setDisabled(slot.host === undefined).setValue(isAllowed());
        };
        write();
        toggle.onChange((wished) => {
          if (wished !== isAllowed()) void slot.host?.grants.decide(plugin, [permission], wished);
        });
        stop = hooks.onChange(write);
      });
      return () => stop();
    },
  };
}

function stateOf({ hooks }: ShownPlugin): string {
  return hooks.length === 0 ? 'It has no hook at the moment.' : hooks.map(hookSentence).join(' ');
}

function hookSentence({ id, stage, lacking, isPaused }: ShownHook): string {
  if (lacking.length > 0) return `${id} is skipped until it may ${permissionPhrase(lacking)}.`;
  if (isPaused)
    return `${id} is not asked any more, because it failed three times in a row; it is after Lorehearth was switched off and on.`;
  return `${id} is asked about the ${stage}.`;
}
