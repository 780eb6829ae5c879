import type { SettingDefinitionRender } from 'obsidian';
import { defaultSettings, settingNames, settingRow } from '../../core/settings/settings';
import type { SettingSection } from '../../core/settings/setting-row';
import type { SettingName, Settings } from '../../core/settings/settings-table';
import type { HostSlot } from './host-slot';
import { shownValue } from './setting-rows';

/** A row that says which settings of a page differ from their defaults, and brings each of them back. */
export function resetRow(section: SettingSection, slot: HostSlot, done: () => void): SettingDefinitionRender {
  return {
    name: 'Changed on this page',
    desc: 'Settings that differ from their defaults, to bring back.',
    searchable: false,
    render: (setting) => {
      let drawn: string | undefined;
      const draw = (): void => {
        const changed = slot.host === undefined ? [] : changedSettings(section, slot.host.engine.settings());
        const now = changed.join(' ');
        if (now === drawn) return;
        drawn = now;
        setting.controlEl.empty();
        setting.setDesc(
          changed.length === 0 ? 'Everything is at its default.' : changed.map(defaultSentence).join(' '),
        );
        for (const name of changed) {
          setting.addButton((button) =>
            button.setButtonText(`Reset ${settingRow(name).label}`).onClick(async () => {
              await slot.host?.changeSettings({ [name]: defaultSettings[name] });
              done();
            }),
          );
        }
      };
      const stop = slot.onChange(draw);
      draw();
      return stop;
    },
  };
}

/** The settings of a section that differ from their defaults. */
export function changedSettings(section: SettingSection, settings: Settings): readonly SettingName[] {
  return settingNames().filter(
    (name) =>
      settingRow(name).section === section && JSON.stringify(settings[name]) !== JSON.stringify(defaultSettings[name]),
  );
}

function defaultSentence(name: SettingName): string {
  const row = settingRow(name);
  const words =
    row.kind === 'choice' ? row.options[row.default] : row.kind === 'toggle' ? (row.default ? 'on' : 'off') : undefined;
  const shown = words ?? String(shownValue(row, row.default));
  return `${row.label}: default ${shown === '' ? 'empty' : shown.includes('\n') ? 'the built-in text' : shown}.`;
}
