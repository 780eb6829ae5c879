import type { SettingView } from './setting-view';

/** A value of a setting as the form would name it. */
export function shownValue(row: SettingView | undefined, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.join(', ');
  if (value === '') return 'Empty';
  if (row?.kind === 'choice') return row.options.find(([name]) => name === value)?.[1] ?? String(value);
  return String(value);
}
