import type { SettingControl, SettingDefinitionControl } from 'obsidian';
import { settingRow, whyNotAllowed } from '../../core/settings/settings';
import type { SettingRow } from '../../core/settings/setting-row';
import type { SettingName } from '../../core/settings/settings-table';

/** How a row of the settings table is shown and edited. */
export function settingDefinition(name: SettingName): SettingDefinitionControl<SettingName> {
  const row = settingRow(name);
  return { name: row.label, desc: withUnit(row), control: controlOf(name, row) };
}

/** The value as the row's control shows it. */
export function shownValue(row: SettingRow, value: unknown): unknown {
  return row.kind === 'list' && Array.isArray(value) ? value.join(', ') : value;
}

/** The value that the user's input stands for. */
export function enteredValue(row: SettingRow, shown: unknown): unknown {
  if (row.kind === 'number' && typeof shown === 'string' && shown.trim() !== '') return Number(shown);
  if (row.kind !== 'list' || typeof shown !== 'string') return shown;
  return shown
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function controlOf(name: SettingName, row: SettingRow): SettingControl<SettingName> {
  const validate = (shown: unknown): string | undefined => whyNotAllowed(row, enteredValue(row, shown));
  const base = { key: name, validate };
  switch (row.kind) {
    case 'toggle':
      return { ...base, type: 'toggle', defaultValue: row.default };
    case 'number':
      return { ...base, type: 'number', defaultValue: row.default, min: row.smallest, max: row.largest, step: 1 };
    case 'choice':
      return { ...base, type: 'dropdown', defaultValue: row.default, options: { ...row.options } };
    case 'list':
      return { ...base, type: 'text', defaultValue: row.default.join(', '), placeholder: 'Separated by commas' };
    case 'text':
      return row.default.includes('\n')
        ? { ...base, type: 'textarea', defaultValue: row.default, rows: 3 }
        : { ...base, type: 'text', defaultValue: row.default, placeholder: row.placeholder ?? row.default };
  }
}

function withUnit(row: SettingRow): string {
  if (row.kind !== 'number') return row.sentence;
  const unit = row.unit === '' ? '' : ` ${row.unit}`;
  return `${row.sentence} From ${row.smallest.toLocaleString('en-US')} to ${row.largest.toLocaleString('en-US')}${unit}.`;
}
