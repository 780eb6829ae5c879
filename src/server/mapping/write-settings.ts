import type { JSONValue } from 'hono/utils/types';
import { changeSettings, settingRow, settingNames } from '../../core/settings/settings';
import { sectionWords, settingSections, type SettingRow } from '../../core/settings/setting-row';
import type { Settings } from '../../core/settings/settings-table';

/** The settings with the rows of their table, so that a form can be made of them. */
export function writeSettings(settings: Settings) {
  return {
    values: Object.fromEntries(settingNames().map((name) => [name, writeValue(settings[name])])),
    table: Object.fromEntries(settingNames().map((name) => [name, writeRow(settingRow(name))])),
    sections: settingSections.map((id) => ({ id, ...sectionWords[id] })),
  };
}

/** What changing these settings would say and do. */
export function checkSettings(settings: Settings, wished: Readonly<Record<string, unknown>>) {
  const known = settingNames().filter((name) => Object.hasOwn(wished, name));
  const { settings: after, problems } = changeSettings(settings, wished, 'lenient');
  const differing = known.filter((name) => JSON.stringify(after[name]) !== JSON.stringify(settings[name]));
  const names: readonly string[] = known;
  return {
    problems: [...problems],
    unknown: Object.keys(wished).filter((name) => !names.includes(name)),
    changes: Object.fromEntries(differing.map((name) => [name, writeValue(after[name])])),
  };
}

type Value = Settings[keyof Settings];

function writeValue(value: Value): string | number | boolean | string[] {
  return typeof value === 'object' ? [...value] : value;
}

/** Patterns travel as their source. */
function writeRow(row: SettingRow): Record<string, JSONValue> {
  const { kind, section, label, sentence } = row;
  const base = { kind, section, label, sentence };
  switch (row.kind) {
    case 'toggle':
      return { ...base, default: row.default };
    case 'number':
      return { ...base, default: row.default, smallest: row.smallest, largest: row.largest, unit: row.unit };
    case 'choice':
      return { ...base, default: row.default, options: { ...row.options } };
    case 'text':
      return { ...base, default: row.default, longest: row.longest, ...optional(row) };
    case 'list':
      return { ...base, default: [...row.default], most: row.most, ...optional(row) };
  }
}

function optional(row: { readonly pattern?: RegExp; readonly placeholder?: string }): Record<string, JSONValue> {
  return {
    ...(row.pattern && { pattern: row.pattern.source }),
    ...(row.placeholder !== undefined && { placeholder: row.placeholder }),
  };
}
